import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openBrowser, phone } from './browser.ts'
import { post, registerVerified } from './customer.ts'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

interface Look {
  readonly theme: 'light' | 'dark'
  readonly language: 'en' | 'zh'
}
const english: Look = { theme: 'light', language: 'en' }
const looks: readonly Look[] = [english, { theme: 'dark', language: 'zh' }]
/** More movements than fit on a page: each turn puts money into the interest wallet and takes it out again. */
const turns = 11
const product = z.object({ id: z.string(), asset: z.string(), min: z.string(), durationMs: z.int() })

let candor: RunningCandor
let browser: Browser
let token: string

beforeAll(async () => {
  candor = await runCandor()
  browser = await openBrowser()
  token = await registerVerified(candor, 'bills@example.com')
  const { items } = z.parse(z.object({ items: z.array(product) }), await post(candor, 'interest/products', {}))
  const longest = items.filter(({ asset }) => asset === 'USD').toSorted((a, b) => b.durationMs - a.durationMs)[0]
  const invest = async () =>
    z.parse(
      z.object({ id: z.string() }),
      await post(
        candor,
        'interest/open',
        { requestId: randomUUID(), productId: longest?.id ?? '', amount: longest?.min ?? '' },
        token,
      ),
    )
  for (let turn = 0; turn < turns; turn += 1) {
    const { id } = await invest()
    await post(candor, 'interest/redeem', { requestId: randomUUID(), id }, token)
  }
  await invest()
}, 240_000)

afterAll(async () => {
  await browser.close()
  await candor.remove()
})

/**
 * The lines that `npm run check-statement` prints. Throws where it finds a difference. `assets` is the data of
 * `wallet/assets`.
 */
async function checkStatement(path: string, assets: unknown): Promise<string[]> {
  const wallet = join(candor.dataFolder, 'assets.json')
  await writeFile(wallet, JSON.stringify({ code: 1, msg: '', data: assets }))
  const command = [join(import.meta.dirname, '..', 'scripts/check-statement.mjs'), path, '--wallet', wallet]
  const { stdout } = await promisify(execFile)(process.execPath, command)
  return stdout.trim().split('\n')
}

async function openAt(
  hash: string,
  { theme, language }: Look = english,
): Promise<WatchedPage & { readonly context: BrowserContext }> {
  const context = await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  const stored = {
    'candor.theme': theme,
    'candor.language': language,
    'candor.updown': 'green-up',
    'candor.token': token,
  }
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  }, stored)
  const watched = await openWatchedPage(context)
  await watched.page.goto(`${candor.address}#${hash}`)
  return { ...watched, context }
}

describe('bills and assets', () => {
  it.each(looks)('are shown in the $theme theme, in $language', async (look) => {
    const inEnglish = look.language === 'en'
    const { page, axe, faults, context } = await openAt('/pages/bill/bill', look)
    await page
      .getByRole('link', { name: inEnglish ? /Interest wallet.*invested/ : /利息钱包.*已投入/ })
      .first()
      .waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: inEnglish ? 'Export' : '导出' }).click()
    await page.getByRole('button', { name: inEnglish ? 'Save as CSV' : '保存为 CSV' }).waitFor()
    expect(await axe()).toEqual([])
    await page.goto(`${candor.address}#/pages/assets/assets`)
    await page.getByRole('link', { name: inEnglish ? /In the interest wallet/ : /利息钱包中/ }).waitFor()
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  it('go on to the first movement as one scrolls, and lead to what moved the money', async () => {
    const { page, faults, context } = await openAt('/pages/bill/bill')
    const lines = page.getByRole('link', { name: /Interest wallet/ })
    await lines.first().waitFor()
    expect(await lines.count()).toBe(20)
    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
    await page.getByText('That’s all.').waitFor()
    expect(await lines.count()).toBe(2 * turns + 1)
    expect(await page.getByText('Play money', { exact: true }).count()).toBe(2)
    await lines.first().click()
    await page.getByRole('button', { name: 'Take out early' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('are filtered by currency, kind and month, and come back so from another screen', async () => {
    const { page, axe, context } = await openAt('/pages/bill/bill')
    await page.getByRole('radio', { name: 'USDT', exact: true }).check({ force: true })
    await page.getByText('+10,000.00').waitFor()
    expect(await page.getByRole('link', { name: /Interest wallet/ }).count()).toBe(0)
    await page.getByRole('radio', { name: 'Swaps' }).check()
    await page.getByRole('heading', { name: 'Nothing of this kind' }).waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByRole('button', { name: 'Any time' }).press('Enter')
    const months = page.getByRole('dialog').getByRole('radio')
    await months.nth(1).click({ force: true })
    await page.getByRole('radio', { name: 'Interest', exact: true }).check()
    await page
      .getByRole('link', { name: /Interest wallet/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Take out early' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page
      .getByRole('link', { name: /Interest wallet/ })
      .first()
      .waitFor()
    expect(await page.getByRole('radio', { name: 'Interest', exact: true }).isChecked()).toBe(true)
    expect(await page.getByRole('button', { name: 'Any time' }).count()).toBe(0)
    await context.close()
  })

  it('are saved as a file that is sound and ends with what the wallet shows', async () => {
    const { page, faults, context } = await openAt('/pages/bill/bill?group=interest')
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).press('Enter'),
    ])
    expect(file.suggestedFilename()).toMatch(/^candor-statement-\d{4}-\d\d-\d\d\.csv$/)
    await page.getByText(/Saved as candor-statement/).waitFor()
    const lines = await checkStatement(await file.path(), await post(candor, 'wallet/assets', {}, token))
    expect(lines[0]).toMatch(new RegExp(`^statement sound: ${2 * turns + 3} lines from the first entry on`))
    expect(lines.at(-1)).toBe('it ends with the balances that the wallet shows')
    expect(faults).toEqual([])
    await context.close()
  })

  it('say that a file which did not arrive was not saved, and that the list did not load', async () => {
    const { page, axe, context } = await openAt('/pages/bill/bill')
    await page.getByRole('button', { name: 'Export' }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    await page.getByText('The file didn’t arrive whole').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('radio', { name: 'Recharges' }).check()
    await page.getByRole('heading', { name: 'We couldn’t load your bills' }).waitFor()
    await context.close()
  })

  it('are reached from home and from Mine, and hide what they show', async () => {
    const { page, context } = await openAt('/')
    await page.getByRole('link', { name: /USD.*Held/ }).click()
    await page.getByRole('heading', { name: 'Assets' }).waitFor()
    await page.getByRole('link', { name: 'Bills in USDT' }).waitFor()
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await page.getByText('10,000.00').first().waitFor({ state: 'detached' })
    await page.goto(`${candor.address}#/pages/mine/mine`)
    await page.getByRole('link', { name: 'Bills', exact: true }).click()
    await page.getByRole('heading', { name: /Today/ }).waitFor()
    expect(await page.getByText('+10,000').count()).toBe(0)
    await context.close()
  })
})
