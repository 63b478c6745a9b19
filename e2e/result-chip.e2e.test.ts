import { orderView } from '@candor/api'
import type { Page } from 'playwright-core'
import { describe, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { buyContract, post, registerVerified } from './customer.ts'
import { openApp, openAppAt } from './phone-app.ts'
import { setStage } from './stage.ts'

const chartScreen = '/pages/contract/contract?symbol=BTCUSDT'
/** A contract of 30 s, its entry and its settlement, on a busy machine. */
const endsWithinMs = 75_000

const stage = setStage({}, () => Promise.resolve())

const chipOf = (page: Page) => page.getByRole('link', { name: /(Receipt|Show)$/ })

/**
 * The parts that watch results load with the first key. The function waits until they have read the results since the
 * last look, on a page that is opened afterwards, and each time again.
 */
function watchingOn(page: Page): () => Promise<void> {
  let reads = 0
  page.on('response', (response) => {
    const sent = response.request().postData() ?? ''
    if (response.url().endsWith('contract/orders') && sent.includes('state=closed')) reads += 1
  })
  return async () => {
    await page.keyboard.press('Shift')
    await vi.waitUntil(() => reads > 0, 30_000)
    reads = 0
  }
}

/** A customer of a test's own: results of one test would be news to the others. */
const customer = (name: string) => registerVerified(stage.candor, `result-${name}@example.com`)

/** Opens the app signed in, and waits until it watches results. */
async function openWatching(token: string, screen: string) {
  const app = await openApp(stage, { token })
  const watching = watchingOn(app.page)
  await app.go(screen)
  await app.page.getByRole('button').first().waitFor()
  await watching()
  return { ...app, watching }
}

/** Collects the different texts that assistive technology receives about contracts. */
async function collectNews(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    const spoken = new Set()
    window.spoken = () => [...spoken]
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[aria-live="polite"]'))
        if (/BTC|contract/.test(textContent)) spoken.add(textContent)
    }).observe(document.body, { childList: true, subtree: true })
  }`)
  return async () => z.parse(z.array(z.string()), await page.evaluate('spoken()'))
}

async function settled(token: string, id: string): Promise<void> {
  const stateOf = async () => z.parse(orderView, await post(stage.candor, 'contract/order', { id }, token)).state
  await vi.waitUntil(async () => (await stateOf()) === 'closed', { timeout: endsWithinMs, interval: 1_000 })
}

// Each test waits for the end of a contract: together they wait once.
describe.concurrent('the result of a contract', () => {
  it('comes as a chip in the strip of the chart, is spoken once, leads to the receipt, and stays away after a reload', async ({
    expect,
  }) => {
    const token = await customer('chart')
    const { page, findNoFault, watching, closeWithoutFault } = await openWatching(token, chartScreen)
    const news = await collectNews(page)
    const id = await buyContract(stage.candor, token)
    const chip = page.getByRole('navigation', { name: 'Open positions' }).getByRole('link', { name: /Receipt$/ })
    await chip.waitFor({ timeout: endsWithinMs })
    // It stays while it has the focus.
    await chip.focus()
    expect(await chip.textContent()).toMatch(/^BTC\/USDTup[+−]?\d+\.\d\dReceipt/)
    expect(await news()).toEqual([expect.stringMatching(/^BTC\/USDT, up: [+−]?\d+\.\d\d\sUSDT$/)])
    await findNoFault()
    await chip.click()
    await page.getByRole('heading', { name: 'Receipt' }).waitFor()
    expect(page.url()).toContain(`id=${id}`)
    expect(await chipOf(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Trade again' }).click()
    await expect.poll(() => page.getByRole('radio', { name: '30 s' }).isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('spinbutton').inputValue()).toBe('10')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goto(`${stage.candor.address}#/`)
    await page.reload()
    await page.getByRole('link', { name: 'Home' }).waitFor()
    await watching()
    await page.waitForTimeout(1_500)
    expect(await chipOf(page).count()).toBe(0)
    await closeWithoutFault()
  })

  it('comes in one of two tabs, and leaves after 20 seconds', async ({ expect }) => {
    const token = await customer('tabs')
    const { page, context, findNoFault, closeWithoutFault } = await openWatching(token, '/pages/mine/mine')
    const other = await context.newPage()
    const watchingThere = watchingOn(other)
    await other.goto(`${stage.candor.address}#/pages/mine/mine`)
    await other.getByRole('link', { name: 'Assets' }).waitFor()
    await watchingThere()
    const count = async () => (await chipOf(page).count()) + (await chipOf(other).count())
    await buyContract(stage.candor, token)
    await expect.poll(count, { timeout: endsWithinMs, interval: 250 }).toBe(1)
    await page.waitForTimeout(2_000)
    expect(await count()).toBe(1)
    await findNoFault()
    await expect.poll(count, { timeout: 30_000, interval: 250 }).toBe(0)
    await closeWithoutFault()
  })

  it('is awaited in the list with entry, price and standing, and needs no chip where the receipt takes the place of the position', async ({
    expect,
  }) => {
    const token = await customer('list')
    await buyContract(stage.candor, token)
    const { page, context, findNoFault } = await openWatching(token, '/pages/bill/contract')
    await page.getByText(/^Entry [\d,.]+ · now [\d,.]+$/).waitFor()
    await page.getByText(/^If it ended now: [+−]?\d+\.\d\d\sUSDT$/).waitFor()
    await findNoFault()
    await page.getByRole('link', { name: /BTC/ }).click()
    await page.getByRole('timer').waitFor()
    await page.getByRole('heading', { name: 'Receipt' }).waitFor({ timeout: endsWithinMs })
    await page.waitForTimeout(1_500)
    expect(await chipOf(page).count()).toBe(0)
    await page.goto(`${stage.candor.address}#/`)
    await page.waitForTimeout(1_500)
    expect(await chipOf(page).count()).toBe(0)
    await context.close()
  })

  it('that came while the app was away is shown when it returns: as a number where there are several', async ({
    expect,
  }) => {
    const token = await customer('away')
    const { page, findNoFault, watching, closeWithoutFault } = await openWatching(token, '/pages/mine/mine')
    await page.goto(`${stage.candor.origin}/readyz`)
    const ids = [await buyContract(stage.candor, token), await buyContract(stage.candor, token)]
    for (const id of ids) await settled(token, id)
    await page.goto(`${stage.candor.address}#/pages/mine/mine`)
    await page.getByRole('link', { name: 'Assets' }).waitFor()
    const news = await collectNews(page)
    await watching()
    const chip = page.getByRole('link', { name: /^2 contracts ended/ })
    await chip.waitFor()
    expect(await news()).toEqual(['2 contracts ended'])
    await findNoFault()
    await chip.click()
    await expect.poll(() => page.getByRole('radio', { name: 'Closed' }).isChecked()).toBe(true)
    await chip.waitFor({ state: 'detached' })
    await closeWithoutFault()
  })
})

describe('the page of a contract without an instrument in its address', () => {
  it('opens the first instrument, later the one that was opened last', async ({ expect }) => {
    const { page, go, closeWithoutFault } = await openAppAt(stage, '/pages/contract/contract')
    await page.getByRole('button', { name: 'Sign in to buy' }).waitFor()
    await expect.poll(() => page.url()).toMatch(/contract\?symbol=\w+$/)
    await go(chartScreen)
    await page.getByRole('button', { name: 'BTC/USDT' }).first().waitFor()
    await go('/pages/market/market')
    await page.getByRole('radio', { name: 'Crypto' }).waitFor()
    await go('/pages/contract/contract')
    await expect.poll(() => page.url()).toMatch(/contract\?symbol=BTCUSDT$/)
    await page.getByRole('button', { name: 'Sign in to buy' }).waitFor()
    await go('/pages/contract/contract?symbol=NOTHING')
    await page.getByRole('heading', { name: 'This instrument doesn’t exist' }).waitFor()
    await closeWithoutFault()
  })
})
