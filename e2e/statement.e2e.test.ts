import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { post, registerVerified } from './customer.ts'
import { desktop, edgesOf, english, openAppAt } from './phone-app.ts'
import type { Look } from './phone-app.ts'
import { publishCount } from './publish-count.ts'
import { setStage } from './stage.ts'

const looks: readonly Look[] = [english, { theme: 'dark', language: 'zh' }]
/** More movements than fit on a page: each turn puts money into the interest wallet and takes it out again. */
const turns = 11
const product = z.object({ id: z.string(), asset: z.string(), min: z.string(), durationMs: z.int() })

let token: string
/** The checkpoint of the log of events from before the first count. */
let beforeCount = ''

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, 'bills@example.com')
  const { items } = z.parse(z.object({ items: z.array(product) }), await post(stage.candor, 'interest/products', {}))
  const longest = items.filter(({ asset }) => asset === 'USD').toSorted((a, b) => b.durationMs - a.durationMs)[0]
  const invest = async () =>
    z.parse(
      z.object({ id: z.string() }),
      await post(
        stage.candor,
        'interest/open',
        { requestId: randomUUID(), productId: longest?.id ?? '', amount: longest?.min ?? '' },
        token,
      ),
    )
  for (let turn = 0; turn < turns; turn += 1) {
    const { id } = await invest()
    await post(stage.candor, 'interest/redeem', { requestId: randomUUID(), id }, token)
  }
  await invest()
})

/**
 * The lines that `npm run check-statement` prints. Throws where it finds a difference. `assets` is the data of
 * `wallet/assets`.
 */
async function checkStatement(path: string, assets: unknown): Promise<string[]> {
  const wallet = join(stage.candor.dataFolder, 'assets.json')
  await writeFile(wallet, JSON.stringify({ code: 1, msg: '', data: assets }))
  const command = [join(import.meta.dirname, '..', 'scripts/check-statement.mjs'), path, '--wallet', wallet]
  const { stdout } = await promisify(execFile)(process.execPath, command)
  return stdout.trim().split('\n')
}

/** The newest checkpoint of the log of events. */
function eventsCheckpoint(): string {
  const now = new Date()
  const shard = `${now.getUTCFullYear()}h${now.getUTCMonth() < 6 ? 1 : 2}`
  return new URL(`/log/events/${shard}/checkpoint`, stage.candor.address).href
}

/** The app on a phone of the customer's, at a screen. */
const openAt = (screen: string, look = english) => openAppAt(stage, screen, { token, look })

describe('bills and assets', () => {
  it.each(looks)('are shown in the $theme theme, in $language', async (look) => {
    const inEnglish = look.language === 'en'
    const { page, axe, closeWithoutFault } = await openAt('/pages/bill/bill', look)
    await page
      .getByRole('link', { name: inEnglish ? /Interest wallet.*invested/ : /利息钱包.*已投入/ })
      .first()
      .waitFor()
    const month = page.getByRole('region', { name: inEnglish ? 'Sums of the month' : '本月合计' })
    await month
      .getByText(inEnglish ? 'Net' : '净额')
      .first()
      .waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: inEnglish ? 'Export' : '导出', exact: true }).click()
    await page.getByRole('button', { name: inEnglish ? 'Save as CSV' : '保存为 CSV', exact: true }).waitFor()
    expect(await axe()).toEqual([])
    await page.goto(`${stage.candor.address}#/pages/assets/assets`)
    await page.getByRole('link', { name: inEnglish ? /In the interest wallet/ : /利息钱包中/ }).waitFor()
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })

  it('share one screen of a wide window, with the currencies side by side', async () => {
    const { page, axe, closeWithoutFault } = await openAppAt(stage, '/pages/assets/assets', {
      token,
      viewport: desktop,
    })
    const bills = page.getByRole('region', { name: 'Bills' })
    await bills
      .getByRole('link', { name: /Interest wallet.*invested/ })
      .first()
      .waitFor()
    const [dollars, tethers] = await Promise.all(
      ['USD', 'USDT'].map((name) => edgesOf(page.getByRole('main').getByRole('region', { name, exact: true }))),
    )
    expect(tethers).toMatchObject({ top: dollars?.top })
    expect(tethers?.left).toBeGreaterThan(dollars?.right ?? 0)
    expect((await edgesOf(page.getByRole('complementary'))).left).toBeGreaterThan(tethers?.right ?? 0)
    expect(await axe()).toEqual([])
    await bills.getByRole('radio', { name: 'Contracts' }).check({ force: true })
    await bills.getByText('Nothing of this kind').waitFor()
    expect(page.url()).toContain('/pages/assets/assets')
    await closeWithoutFault()
  })

  it('prove on the customer’s own device that the balance is in the published total', async () => {
    const { page, axe, closeWithoutFault } = await openAt('/pages/assets/assets')
    await page.getByRole('heading', { name: 'Your balance isn’t counted yet' }).waitFor()
    beforeCount = await (await fetch(eventsCheckpoint())).text()
    await publishCount(stage.candor)
    await page.reload()
    await page.getByRole('heading', { name: /^Your balance was counted on / }).waitFor()
    await page.getByText(/^Our event log contains this total, as entry [\d,]+\./).waitFor()
    await page.getByText('It proves what we owe, not that we hold the money.').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('link', { name: 'What we owe everyone' }).click()
    await page.getByRole('heading', { name: 'What this doesn’t prove' }).waitFor()
    await page.getByRole('region', { name: 'USDT' }).getByText('Owed in total').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()
    // Another account's number does not fit the leaf.
    await page.route('**/api/user/info', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace(/"id":"\d{8}"/, '"id":"10000009"') })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Your balance isn’t proven' }).waitFor()
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })

  it('prove it on a public page, too, by the file that the app saves', async () => {
    const { page, axe, closeWithoutFault } = await openAt('/pages/assets/assets')
    const save = page.getByRole('button', { name: 'Save the proof' })
    const [saved] = await Promise.all([page.waitForEvent('download'), save.click()])
    const text = await readFile(await saved.path(), 'utf8')
    await page.goto(new URL('/solvency/', stage.candor.address).href)
    const drop = (file: string) =>
      page
        .getByLabel('Open your proof')
        .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(file) })
    await drop(text)
    await page.getByRole('heading', { name: 'Your balance is counted' }).waitFor()
    // The total and the own balance, each found in the log in this browser.
    await expect.poll(() => page.locator('[role=status] svg circle').count()).toBe(2)
    const [own, others, total] = await Promise.all(
      [/^Your balance/, /^Everyone else/, /^Owed in total/].map(async (name) => {
        const cells = await page.getByRole('row', { name }).first().getByRole('cell').allInnerTexts()
        return cells.map((cell) => Math.round(Number(cell.replaceAll(',', '')) * 100))
      }),
    )
    expect(own?.some((cents) => cents > 0)).toBe(true)
    expect(own?.map((cents, at) => cents + (others?.[at] ?? 0))).toEqual(total)
    expect(await axe()).toEqual([])
    await drop(text.replace(/"account":"\d{8}"/, '"account":"10000009"'))
    await page.getByRole('heading', { name: 'This balance isn’t proven' }).waitFor()
    await drop(text.replace(/"index":\d+/, '"index":0'))
    await page.getByRole('heading', { name: 'This total isn’t in our event log' }).waitFor()
    expect(await page.locator('[role=status] svg circle').count()).toBe(1)
    await drop('{}')
    await page.getByText('This file isn’t a proof of a balance, or it’s damaged.').waitFor()
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })

  it('say aloud where the log of events does not have the published total', async () => {
    const { page, axe, faults, context } = await openAt('/pages/assets/assets')
    await page.getByRole('heading', { name: /^Your balance was counted on / }).waitFor()
    // The log as it was before the count was published.
    await page.route(eventsCheckpoint(), (route) => route.fulfill({ body: beforeCount }))
    await page.reload()
    await page.getByRole('heading', { name: 'Waiting for our event log' }).waitFor()
    expect(await axe()).toEqual([])
    await page.unroute(eventsCheckpoint())
    // The place of another entry.
    await page.route('**/api/transparency/own_liability', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace(/"index":\d+/, '"index":0') })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'The published total isn’t in our event log' }).waitFor()
    expect(await axe()).toEqual([])
    await page.unroute('**/api/transparency/own_liability')
    await page.route(eventsCheckpoint(), (route) => route.abort('internetdisconnected'))
    await page.reload()
    await page.getByRole('heading', { name: 'We couldn’t check the last count' }).waitFor()
    await page.getByText('You’re offline.').waitFor()
    expect(await axe()).toEqual([])
    await page.unroute(eventsCheckpoint())
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    await context.close()
  })

  it('go on to the first movement as one scrolls, and lead to what moved the money', async () => {
    const { page, closeWithoutFault } = await openAt('/pages/bill/bill')
    const lines = page.getByRole('link', { name: /Interest wallet/ })
    await lines.first().waitFor()
    expect(await lines.count()).toBe(20)
    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
    await page.getByText('That’s all.').waitFor()
    expect(await lines.count()).toBe(2 * turns + 1)
    expect(await page.getByText('Play money', { exact: true }).count()).toBe(2)
    await lines.first().click()
    await page.getByRole('button', { name: 'Take out early' }).waitFor()
    await closeWithoutFault()
  })

  it('are printed month by month, with both balances, each line’s checksum and nothing of the app around', async () => {
    const { page, axe, closeWithoutFault } = await openAt('/pages/bill/bill')
    await page.getByRole('button', { name: 'Save this month as PDF' }).click()
    const paper = page.getByRole('article')
    await paper.getByText('Sandbox: play money').waitFor()
    await paper.getByText('bills@example.com').waitFor()
    const usd = paper.getByRole('table', { name: 'USD', exact: true })
    expect(await usd.getByRole('row').count()).toBeGreaterThan(2 * turns)
    await usd.getByText('Opening balance').waitFor()
    expect(await usd.getByRole('row').nth(2).textContent()).toMatch(/[0-9a-f]{64}/)
    expect(await axe()).toEqual([])
    await page.evaluate('window.print = () => document.body.setAttribute("data-printed", "")')
    await page.getByRole('button', { name: 'Print or save as PDF' }).click()
    await page.locator('body[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('button', { name: 'Print or save as PDF' }).waitFor({ state: 'hidden' })
    expect(await page.getByText('Play money. Nothing here is real.').isVisible()).toBe(false)
    expect(await usd.isVisible()).toBe(true)
    // All of it, over as many sheets as it takes: nothing is cut off at the height of the phone.
    expect((await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
    await closeWithoutFault()
  })

  it('are filtered by currency, kind and month, and come back so from another screen', async () => {
    const { page, axe, context } = await openAt('/pages/bill/bill')
    await page.getByRole('radio', { name: 'USDT', exact: true }).check({ force: true })
    // The card of the month has the same amount.
    await page
      .getByRole('region', { name: /^Today/ })
      .getByText('+10,000.00')
      .waitFor()
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
    const { page, closeWithoutFault } = await openAt('/pages/bill/bill?group=interest')
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).press('Enter'),
    ])
    expect(file.suggestedFilename()).toMatch(/^candor-statement-\d{4}-\d\d-\d\d\.csv$/)
    await page.getByText(/Saved as candor-statement/).waitFor()
    const lines = await checkStatement(await file.path(), await post(stage.candor, 'wallet/assets', {}, token))
    expect(lines[0]).toMatch(new RegExp(`^statement sound: ${2 * turns + 3} lines from the first entry on`))
    expect(lines.at(-1)).toBe('it ends with the balances that the wallet shows')
    await closeWithoutFault()
  })

  it('say that a file which did not arrive was not saved, and that the list did not load', async () => {
    const { page, axe, context } = await openAt('/pages/bill/bill')
    await page.getByRole('button', { name: 'Export' }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    await page.getByText('The download was cut off').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('radio', { name: 'Recharges' }).check()
    await page.getByRole('heading', { name: 'We couldn’t load your bills' }).waitFor()
    await context.close()
  })

  it('are reached from home and from Mine, and hide what they show', async () => {
    const { page, context } = await openAt('/')
    await page.getByRole('link', { name: /^USD.*USDT/ }).click()
    await page.getByRole('heading', { name: 'Assets' }).waitFor()
    await page.getByRole('link', { name: 'Bills in USDT' }).waitFor()
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await page.getByText('10,000.00').first().waitFor({ state: 'detached' })
    await page.goto(`${stage.candor.address}#/pages/mine/mine`)
    await page.getByRole('link', { name: 'Bills', exact: true }).click()
    await page.getByRole('heading', { name: /Today/ }).waitFor()
    expect(await page.getByText('+10,000').count()).toBe(0)
    await context.close()
  })
})
