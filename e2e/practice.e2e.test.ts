import { operations } from '@candor/api'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { post, registerVerified } from './customer.ts'
import { openApp, openAppAt } from './phone-app.ts'
import { setStage } from './stage.ts'

let token: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, 'practised@example.com')
})

/** The operations that need no login. */
const publicPaths = new Set(operations.filter(({ access }) => access === 'public').map(({ path }) => path))

const frames = z.object({ items: z.array(z.object({ price: z.string(), state: z.string() })) })
const practised = z.object({
  orders: z.array(
    z.object({
      symbol: z.string(),
      entrySlot: z.int(),
      exitSlot: z.int(),
      entryPrice: z.string(),
      exitPrice: z.string(),
    }),
  ),
})

/** The operations that a page calls, and the taps and typed letters in it. */
async function watched(page: Page) {
  const called = new Set<string>()
  page.on('request', (request) => {
    const [, path] = /\/api\/([\w/-]+)$/.exec(new URL(request.url()).pathname) ?? []
    if (path !== undefined) called.add(path)
  })
  const counts = { click: 0, input: 0 }
  await page.exposeFunction('count', (type: 'click' | 'input') => void (counts[type] += 1))
  await page.addInitScript(
    `for (const type of ['click', 'input']) addEventListener(type, () => window.count(type), true)`,
  )
  return { called, counts }
}

/** The mean of a window's frames by the server, in the digits of the receipt. */
async function meanOf(symbol: string, from: number): Promise<number> {
  const { items } = z.parse(
    frames,
    await post(stage.candor, 'transparency/frames', { symbol, slot: `${from}`, count: '10' }),
  )
  const open = items.filter(({ state }) => state === 'open')
  return open.reduce((sum, { price }) => sum + Number(price), 0) / open.length
}

describe('a visitor', () => {
  it('gets the receipt of a practice contract with three taps, no field and no call that needs a login', async () => {
    const { page, findNoFault, closeWithoutFault } = await openApp(stage)
    const { called, counts } = await watched(page)
    await page.goto(stage.candor.address)
    await page.getByText('to break even').waitFor()
    await findNoFault()

    await page.getByRole('button', { name: 'Try it now' }).tap()
    await page.getByRole('note').getByText('Play money, kept in this browser.').waitFor()
    await page.getByText('Practice balance 10,000.00').waitFor()
    await findNoFault()
    await page.getByRole('button', { name: /^Up/ }).tap()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Practice', { exact: true }).waitFor()
    await findNoFault()
    await sheet.getByRole('button', { name: /^Buy up for/ }).tap()
    await page.getByRole('timer').first().waitFor()
    await page.locator('header').getByText('Practice', { exact: true }).waitFor()
    await page.getByText('If it ended now:').waitFor()
    await findNoFault()
    await page.getByRole('heading', { name: 'Practice receipt' }).waitFor({ timeout: 90_000 })
    await page.locator('article').getByText('Practice', { exact: true }).waitFor()
    await findNoFault()
    expect(counts).toEqual({ click: 3, input: 0 })
    expect([...called].filter((path) => !publicPaths.has(path))).toEqual([])

    const text = await page.evaluate(() => localStorage.getItem('candor.practice'))
    const { orders } = z.parse(practised, JSON.parse(text ?? ''))
    const [order] = orders
    if (order === undefined) throw new Error('no contract is kept')
    const { symbol, entrySlot, exitSlot } = order
    expect(Number(order.entryPrice)).toBeCloseTo(await meanOf(symbol, entrySlot), 1)
    expect(Number(order.exitPrice)).toBeCloseTo(await meanOf(symbol, exitSlot - 9), 1)
    const { pathname, search } = new URL(
      (await page.getByRole('link', { name: 'Recalculate both prices' }).getAttribute('href')) ?? '',
    )
    expect(pathname + search).toBe(
      `/check/?instrument=${symbol}&entry=${entrySlot}&exit=${exitSlot}&entryWindow=10&exitWindow=10`,
    )
    expect(await page.locator('main').textContent()).not.toMatch(/verified|proof|log\b/i)
    await closeWithoutFault()
  })

  it('starts afresh where the stored practice is corrupted, and says so of a contract that is not there', async () => {
    const { page, findNoFault, go, closeWithoutFault } = await openAppAt(stage, '/')
    await page.evaluate(() => localStorage.setItem('candor.practice', '{"version":1,"orders":"gone"}'))
    await go('/pages/practice/practice?symbol=BTCUSDT')
    await page.reload()
    await page.getByText('Practice balance 10,000.00').waitFor()
    await page.getByRole('button', { name: 'What these odds mean' }).click()
    await page.getByRole('dialog').getByText('Practice', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await go('/pages/practice/orders?id=lost')
    await page.getByRole('heading', { name: 'Not in this browser' }).waitFor()
    await findNoFault()
    await go('/pages/practice/orders')
    await page.getByRole('heading', { name: 'No practice contracts' }).waitFor()
    await findNoFault()
    await closeWithoutFault()
  })

  it('buys by keyboard alone', async () => {
    const { context, page } = await openAppAt(stage, '/pages/practice/practice?symbol=BTCUSDT')
    const down = page.getByRole('button', { name: /^Down/ })
    await down.waitFor()
    await down.focus()
    await page.keyboard.press('Enter')
    const buy = page.getByRole('dialog').getByRole('button', { name: /^Buy down for/ })
    await buy.waitFor()
    await buy.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('timer').first().waitFor()
    await page.getByRole('button', { name: 'Back to chart' }).click()
    await page.getByText('Practice balance 9,899.00').waitFor()
    expect(
      await page.getByRole('navigation', { name: 'Open positions' }).getByRole('link').getAttribute('href'),
    ).toMatch(/^#\/pages\/practice\/orders\?id=/)
    await context.close()
  })
})

describe('a customer', () => {
  it('has no practice: its screens are those of the account', async () => {
    const { context, page } = await openAppAt(stage, '/pages/practice/practice?symbol=ETHUSDT', { token })
    await expect.poll(() => page.url()).toContain('#/pages/contract/contract?symbol=ETHUSDT')
    await page.getByText('Practice', { exact: true }).waitFor({ state: 'detached' })
    await context.close()
  })
})
