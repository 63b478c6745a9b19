import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { buyContract, post, register, registerVerified } from './customer.ts'
import { desktop, edgesOf, openApp, signInByForm } from './phone-app.ts'
import { setStage } from './stage.ts'

const email = 'home@example.com'
/** The catalogue as the server answers it. */
const answer = z.looseObject({
  data: z.looseObject({ items: z.array(z.looseObject({ category: z.string(), symbol: z.string() })) }),
})
const looks = [
  { theme: 'light', language: 'en', width: 390 },
  { theme: 'dark', language: 'zh', width: 360 },
] as const

let token: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, email)
  await buy('ETHUSDT')
})

/** Buys the longest contract that is offered, so that it stays open. */
const buy = (symbol: string) => buyContract(stage.candor, token, { symbol, durationMs: 'longest', stake: '123' })

const phoneOf = ({ width, ...look }: (typeof looks)[number]) => ({ look, viewport: { width, height: 844 } })

describe.each(looks)('home in the $theme theme, in $language, $width px wide', (look) => {
  it('shows a customer money and open contracts, shown and hidden, without a fault', async () => {
    const { page, axe, closeWithoutFault } = await openApp(stage, { ...phoneOf(look), token })
    await page.goto(stage.candor.address)
    await page.getByText('ETH/USDT').first().waitFor()
    expect(await axe()).toEqual([])
    await page.locator('button[aria-pressed]').first().click()
    await page.getByText('••••').first().waitFor()
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })

  it('tells what an instrument is, without a fault', async () => {
    const { page, axe, closeWithoutFault } = await openApp(stage, phoneOf(look))
    await page.goto(`${stage.candor.address}#/pages/invest/info?type=instrument&id=ETHUSDT`)
    await page.locator('main table').waitFor()
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })

  it('shows a visitor what this is and what moves', async () => {
    const { page, axe, closeWithoutFault } = await openApp(stage, phoneOf(look))
    await page.goto(stage.candor.address)
    await page.locator('a[data-state="open"]').first().waitFor()
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })

  it('says what happened where nothing can be read, and goes on when it can', async () => {
    const { context, page, axe } = await openApp(stage, { ...phoneOf(look), token })
    await page.route('**/api/home/summary', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(stage.candor.address)
    const retry = page.locator('main [data-decision] button').first()
    await retry.waitFor()
    expect(await axe()).toEqual([])
    await page.unroute('**/api/home/summary')
    await retry.click()
    await page.getByText('ETH/USDT').first().waitFor()
    await context.close()
  })
})

describe('home', () => {
  it('leads a new customer to the first trade, with both balances and no sum', async () => {
    const own = await register(stage.candor, 'first-trade@example.com')
    const { page, axe, closeWithoutFault } = await openApp(stage, { token: own })
    await page.goto(stage.candor.address)
    const start = page.getByRole('button', { name: 'Start with step 1' })
    await start.waitFor()
    const balances = page.getByRole('region', { name: 'Assets' })
    await balances.getByText('Your play money').waitFor()
    const amounts = balances.getByRole('link', { name: /^USD.*USDT/ })
    expect((await amounts.textContent())?.match(/[\d,.]+/g)).toEqual(['10,000.00', '10,000.00'])
    expect(await page.getByText('Before you can withdraw').count()).toBe(0)
    expect(await axe()).toEqual([])
    await start.click()
    await expect.poll(() => page.url()).toContain('#/pages/certification/certification')
    await closeWithoutFault()
  })

  it('has a pane beside it in a wide window, after it in reading order', async () => {
    const { page, axe, closeWithoutFault } = await openApp(stage, { token, viewport: desktop })
    await page.goto(stage.candor.address)
    await page.getByText('ETH/USDT').first().waitFor()
    const pane = page.getByRole('complementary')
    await pane.getByRole('link', { name: /^Price log is live \d/ }).waitFor()
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const [main, beside] = [await edgesOf(page.getByRole('main')), await edgesOf(pane)]
      expect({ width, left: beside.left, right: beside.right }).toEqual({ width, left: main.right, right: width })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
    expect(await page.locator('main ~ aside').count()).toBe(1)
    const open = page.getByRole('region', { name: 'Open contracts' })
    await open.getByRole('row', { name: /^ETH\/USDT Up 123\.00.USDT/ }).waitFor()
    expect(await axe()).toEqual([])
    // It follows the next screen, too.
    await page.evaluate(`location.hash = '#/pages/assets/assets'`)
    await page.getByRole('main').getByRole('heading', { name: 'Assets' }).waitFor()
    await page
      .locator('main ~ aside')
      .getByRole('link', { name: /^Price log/ })
      .waitFor()
    expect((await edgesOf(pane)).right).toBe(1440)
    await page.setViewportSize({ width: 820, height: 1180 })
    await pane.waitFor({ state: 'detached' })
    await closeWithoutFault()
  })

  it('says that it is offline, keeps the last figures, and goes on by itself', async () => {
    const { context, page, axe } = await openApp(stage, { token })
    await page.goto(stage.candor.address)
    await page.getByText('ETH/USDT').first().waitFor()
    await context.setOffline(true)
    await page.getByText(/You’ve been offline since/).waitFor()
    expect(await page.getByText('ETH/USDT').count()).toBeGreaterThan(0)
    expect(await axe()).toEqual([])
    await context.setOffline(false)
    await page.getByText(/You’ve been offline since/).waitFor({ state: 'detached' })
    await context.close()
  })

  it('is a visitor’s where the login has ended', async () => {
    const { context, page } = await openApp(stage, { token: 'forgotten-token' })
    // After the inbox, which refuses: a visitor must not be sent to the login page.
    await page.route('**/api/home/summary', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    })
    await page.goto(stage.candor.address)
    await page.getByRole('button', { name: 'Create an account' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('candor.token'))).toBeNull()
    await context.close()
  })

  it('shows an own contract as soon as it is bought, on whatever device', async () => {
    const { context, page } = await openApp(stage, { token })
    await page.goto(stage.candor.address)
    await page.getByText('ETH/USDT').first().waitFor()
    expect(await page.getByRole('link', { name: /SOL\/USDT.*ends/ }).count()).toBe(0)
    await buy('SOLUSDT')
    await page.getByRole('link', { name: /SOL\/USDT.*ends/ }).waitFor()
    await context.close()
  })
})

describe('what an instrument is', () => {
  const about = (page: Page) => page.getByRole('heading', { name: /^About / })

  it('is shown to a finger that rests on a mover, and “back” leads home', async () => {
    const { page, axe, closeWithoutFault } = await openApp(stage, { token })
    await page.goto(stage.candor.address)
    const mover = page.locator('a[data-state="open"]').first()
    await mover.waitFor()
    await mover.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 40, clientY: 40 })
    await about(page).waitFor()
    await page.getByText('Break-even').first().waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByText('Movers').waitFor()
    await closeWithoutFault()
  })

  it('is found by search, and “back” leads there even from a link that was opened by itself', async () => {
    const { context, page, axe } = await openApp(stage)
    await page.goto(`${stage.candor.address}#/pages/market/market?list=search`)
    await page.getByRole('searchbox').fill('solana')
    await page.getByRole('link', { name: 'About SOL/USDT' }).click()
    await about(page).waitFor()
    const link = page.url()
    await page.getByRole('button', { name: 'Trade SOL/USDT' }).click()
    await page.getByRole('button', { name: 'What these odds mean' }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /About SOL/ })
      .click()
    await page.getByRole('button', { name: 'Trade SOL/USDT' }).click()
    await page.getByRole('button', { name: 'What these odds mean' }).waitFor()
    await page.goto('about:blank')
    await page.goto(link)
    await about(page).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('searchbox').waitFor()
    await page.goto(`${stage.candor.address}#/pages/invest/info?type=instrument&id=NOWHERE`)
    await page.getByText('We don’t offer that').waitFor()
    expect(await axe()).toEqual([])
    await context.close()
  })
})

describe('hidden amounts', () => {
  it('stay hidden on every screen and over a restart, for the eye and for assistive technology', async () => {
    const { context, page } = await openApp(stage, { token })
    const balance = /9,\d{3}\.\d\d|10,000\.00|123\.00/
    const texts = async () => `${await page.locator('main').textContent()} ${await page.locator('main').ariaSnapshot()}`
    await page.goto(stage.candor.address)
    await page.getByText('Open positions').waitFor()
    expect(await texts()).toMatch(balance)
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    for (const screen of ['/', '/pages/mine/mine', '/pages/bill/contract', '/pages/contract/contract?symbol=ETHUSDT']) {
      await page.goto(`${stage.candor.address}#${screen}`)
      await page.reload()
      await page.getByText('••••').first().waitFor()
      expect(`${screen} ${await texts()}`).not.toMatch(balance)
    }
    await context.close()
  })
})

describe('favourites', () => {
  it('of a visitor come along at the login, and are gone from the device after it', async () => {
    const { context, page, axe } = await openApp(stage)
    await page.goto(`${stage.candor.address}#/pages/contract/contract?symbol=BTCUSDT`)
    await page.getByRole('button', { name: 'Add BTC/USDT to favourites' }).click()
    await page.getByRole('button', { name: 'Remove BTC/USDT from favourites' }).waitFor()
    await page.goto(`${stage.candor.address}#/pages/login/login`)
    await signInByForm(page, email, 'secret-1')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('candor.favourites'))).toBeNull()
    expect(await post(stage.candor, 'market/favourites', {}, token)).toEqual({ symbols: ['BTCUSDT'] })
    await page.goto(`${stage.candor.address}#/pages/market/market?list=favourites`)
    await page.getByRole('heading', { name: 'Favourites', exact: true }).waitFor()
    await page.getByRole('link', { name: /BTC\/USDT/ }).waitFor()
    expect(await page.getByRole('link', { name: /USDT/ }).count()).toBe(1)
    expect(await axe()).toEqual([])
    await context.close()
  })

  it('are none at first, and the search begins with what was opened last', async () => {
    const { context, page, axe } = await openApp(stage)
    await page.goto(`${stage.candor.address}#/pages/market/market?list=favourites`)
    await page.getByText('No favourites yet').waitFor()
    expect(await axe()).toEqual([])
    await page.goto(`${stage.candor.address}#/pages/contract/contract?symbol=SOLUSDT`)
    await page.getByRole('button', { name: 'Add SOL/USDT to favourites' }).waitFor()
    await page.goto(`${stage.candor.address}#/pages/market/market?list=search`)
    await page.getByRole('heading', { name: 'Recent' }).waitFor()
    expect(await page.locator('main a').first().textContent()).toContain('SOL/USDT')
    expect(await axe()).toEqual([])
    await context.close()
  })
})

describe('the ticket', () => {
  it('begins with the duration, asset and stake of last time', async () => {
    const { context, page } = await openApp(stage, { token })
    await page.goto(`${stage.candor.address}#/pages/contract/contract?symbol=BTCUSDT`)
    await page.getByRole('radio', { name: '5 min', exact: true }).check({ force: true })
    await page.getByRole('radio', { name: 'USD', exact: true }).check({ force: true })
    await page.getByRole('radio', { name: '500', exact: true }).check({ force: true })
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
      await page.goto(`${stage.candor.address}#/pages/contract/contract?symbol=${symbol}`)
      await page.reload()
      await page.getByRole('radio', { name: '5 min', exact: true }).waitFor({ state: 'attached' })
      for (const name of ['5 min', 'USD', '500'])
        expect(await page.getByRole('radio', { name, exact: true }).isChecked()).toBe(true)
    }
    await context.close()
  })
})

describe('the filters of the market', () => {
  it('show what is open and what moves most, are kept for the session, and say when a closed market opens', async () => {
    const { page, axe, closeWithoutFault } = await openApp(stage)
    const opensMs = Date.UTC(2031, 5, 1, 21)
    await page.route('**/api/market/instruments', async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = answer.parse(await response.json())
      const items = data.items.map((item) => {
        if (item.category === 'forex') return { ...item, state: 'closed', nextOpenMs: opensMs }
        return item.category === 'crypto' ? { ...item, state: item.symbol === 'ETHUSDT' ? 'stale' : 'open' } : item
      })
      await route.fulfill({ response, json: { ...rest, data: { items } } })
    })
    await page.goto(`${stage.candor.address}#/pages/market/market?list=crypto`)
    await page.reload()
    const open = page.getByRole('button', { name: /^Open now \d+/ })
    const [bitcoin, ether] = [/BTC\/USDT/, /ETH\/USDT/].map((name) => page.getByRole('link', { name }))
    await ether?.waitFor()
    await open.press('Enter')
    await ether?.waitFor({ state: 'detached' })
    await bitcoin?.waitFor()
    await page.getByRole('button', { name: 'Movers' }).press('Enter')
    expect(await axe()).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Movers', pressed: true }).waitFor()
    await page.getByRole('button', { name: /^Open now/, pressed: true }).waitFor()
    expect(await ether?.count()).toBe(0)
    await page.getByRole('radio', { name: 'Forex' }).check({ force: true })
    await page.getByText('Closed right now').waitFor()
    expect(await axe()).toEqual([])
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Add to calendar' }).press('Enter'),
    ])
    expect(saved.suggestedFilename()).toBe('candor-forex.ics')
    expect(await readFile(await saved.path(), 'utf8')).toContain('DTSTART:20310601T210000Z')
    await page.getByRole('button', { name: /open markets? in (Crypto|Futures)/ }).press('Enter')
    await page.getByText('Closed right now').waitFor({ state: 'detached' })
    await closeWithoutFault()
  })
})
