import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { receiptView, transparencyCheckpoints } from '@candor/api'
import { placedItem, settledItem } from '@candor/proof/encoding'
import type { PlacedItem, SettledItem } from '@candor/proof/encoding'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { buyContract, post, registerVerified } from './customer.ts'
import { setStage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

// The pages that need no account, in a real browser: a settlement is checked from the published files of the log.

const phone = { width: 390, height: 844 }
const wide = { width: 1280, height: 800 }

let token: string
let orderId: string

// A log that is so short that a window covers nearly all of it.
const stage = setStage(
  {},
  async () => {
    token = await registerVerified(stage.candor, 'checker@example.com')
    orderId = await buyContract(stage.candor, token)
  },
  { isOwn: true },
)

interface Log {
  readonly firstSlot: number
  readonly newestSlot: number
}

let log: Log
/** A contract of ten seconds whose windows are in the log. */
let contract: string

/** Null until the log has signed as many slots. */
async function readLog(leastSlots: number): Promise<Log | null> {
  const data = await post(stage.candor, 'transparency/checkpoints', {})
  const shard = z.parse(transparencyCheckpoints.output, data).shards.findLast((each) => each.log === 'ticks')
  const firstSlot = shard?.firstSlot ?? null
  if (shard === undefined || firstSlot === null || shard.size < leastSlots) return null
  return { firstSlot, newestSlot: firstSlot + shard.size - 1 }
}

beforeAll(async () => {
  let found = await readLog(50)
  while (found === null) {
    await sleep(1_000)
    found = await readLog(50)
  }
  log = found
  const exit = log.newestSlot - 5
  contract = `/check/?instrument=BTCUSDT&entry=${exit - 20}&exit=${exit}&entryWindow=5&exitWindow=5`
})

async function open(path: string, viewport = phone): Promise<WatchedPage> {
  const context = await stage.browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' })
  const watched = await openWatchedPage(context)
  await watched.page.goto(new URL(path, stage.candor.address).href)
  return watched
}

const close = ({ page }: WatchedPage) => page.context().close()
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth')
/** The steps that passed, by the text for assistive technology. */
const passed = (page: Page) => page.locator('li', { hasText: 'Passed:' }).count()

/** A camera, and a reader of codes that sees the text of `showCode`: this Chromium has neither. */
const withCodes = `{
  class Detector {
    static getSupportedFormats = () => Promise.resolve(['qr_code'])
    detect = () => Promise.resolve('code' in globalThis ? [{ rawValue: code }] : [])
  }
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  setInterval(() => context.fillRect(0, 0, canvas.width, canvas.height), 100)
  const camera = canvas.captureStream()
  Object.assign(globalThis, { BarcodeDetector: Detector, camera })
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(camera)
}`

const showCode = (page: Page, text: string) => page.evaluate(`globalThis.code = ${JSON.stringify(text)}`)

describe('the settlement checker', () => {
  it.each([phone, wide])('proves the averages of a contract from the log, at $width px', async (viewport) => {
    const watched = await open(contract, viewport)
    const { page } = watched
    await heading(page, 'Settled by the rule').waitFor()
    expect(await passed(page)).toBe(4)
    await page.getByRole('button', { name: 'The averages follow from them' }).click()
    await page
      .getByText(/÷ 5 open frames/)
      .first()
      .waitFor()
    // One row for each frame of the window, one before it, one after it, and the sum.
    expect(await page.getByRole('table').first().getByRole('row').count()).toBe(1 + 1 + 5 + 1 + 1)
    expect(await overflow(page)).toBe(0)
    expect(await watched.axe()).toEqual([])
    expect(watched.faults).toEqual([])
    expect(await page.context().cookies()).toEqual([])
    await close(watched)
  })

  it('names the frames where a published file was changed, and closes no ring', async () => {
    const context = await stage.browser.newContext({ viewport: phone, locale: 'en-GB', reducedMotion: 'reduce' })
    const watched = await openWatchedPage(context)
    const { page } = watched
    await page.route('**/tile/entries/**', async (route) => {
      const response = await route.fetch()
      const body = await response.body()
      body[body.length - 1] = (body.at(-1) ?? 0) ^ 1
      await route.fulfill({ response, body })
    })
    await page.goto(new URL(contract, stage.candor.address).href)
    await heading(page, 'This log doesn’t match its signature').waitFor()
    const steps = await page.locator('ol > li').allInnerTexts()
    expect(steps.find((step) => step.includes('The frames are in the log'))).toMatch(/^Failed:/)
    expect(steps.find((step) => step.includes('The averages follow'))).toMatch(/^Not judged:/)
    expect(steps.find((step) => step.includes('The log is signed'))).toMatch(/^Passed:/)
    await page.getByText('An entry differs from its hash in the tile.').waitFor()
    await page.getByRole('button', { name: 'Save the evidence' }).waitFor()
    expect(await watched.axe()).toEqual([])
    expect(watched.faults).toEqual([])
    await close(watched)
  })

  it('finds a record that was changed, by the root in its leaf', async () => {
    const context = await stage.browser.newContext({ viewport: phone, locale: 'en-GB' })
    const watched = await openWatchedPage(context)
    await watched.page.route('**/records/**', async (route) => {
      const response = await route.fetch()
      const body = await response.body()
      // A price of a frame within the entry's window, whichever instrument it is of.
      const at = Math.floor(body.length / 4)
      body[at] = (body[at] ?? 0) ^ 1
      await route.fulfill({ response, body, headers: { 'content-type': 'application/octet-stream' } })
    })
    // As the log is now: it has grown, and the window has to cover the first half of what the page fetches.
    const { firstSlot, newestSlot } = (await readLog(50)) ?? log
    const exit = newestSlot - 5
    const windows = `entryWindow=${Math.min(240, Math.floor((exit - firstSlot - 2) / 2))}&exitWindow=20`
    const link = `/check/?instrument=BTCUSDT&entry=${firstSlot + 3}&exit=${exit}&${windows}`
    await watched.page.goto(new URL(link, stage.candor.address).href)
    await heading(watched.page, 'This log doesn’t match its signature').waitFor()
    await close(watched)
  })

  it('proves the price of one slot, from a link that the keyboard opens', async () => {
    const watched = await open('/check/', wide)
    const { page } = watched
    await heading(page, 'Check it yourself').waitFor()
    await page.getByLabel('Link to a check').focus()
    await page.keyboard.type(`/check/?instrument=BTCUSDT&at=${log.newestSlot - 8}`)
    await page.keyboard.press('Enter')
    await heading(page, 'This price is in the log').waitFor()
    expect(await passed(page)).toBe(2)
    await page.getByRole('button', { name: 'Back' }).press('Enter')
    await heading(page, 'Check it yourself').waitFor()
    await watched.settled()
    expect(await watched.axe()).toEqual([])
    expect(watched.faults).toEqual([])
    await close(watched)
  })

  it('checks a market at a time that the form takes', async () => {
    const watched = await open('/check/')
    const { page } = watched
    await page.getByRole('button', { name: /^Check BTC\/USDT at/ }).waitFor()
    const at = new Date(Date.now() - 12_000).toISOString()
    await page.getByLabel('Date').fill(at.slice(0, 10))
    await page.getByLabel('Time, UTC').fill(at.slice(11, 19))
    await page.getByRole('button', { name: `Check BTC/USDT at ${at.slice(11, 19)}` }).click()
    await heading(page, 'This price is in the log').waitFor()
    expect(await overflow(page)).toBe(0)
    await close(watched)
  })

  it('names the age and the sources of each frame', async () => {
    const watched = await open(contract)
    const { page } = watched
    await heading(page, 'Settled by the rule').waitFor()
    const rows = await page.getByRole('table').first().locator('tbody tr').allInnerTexts()
    const slots = rows.slice(0, -1).map((row) => row.split(/\t|\n/))
    expect(slots.length).toBe(1 + 5 + 1)
    // A busy machine may leave a slot out; such a row names neither.
    const framed = slots.filter((cells) => !cells.includes('missing'))
    for (const cells of framed) expect(cells[2]).toMatch(/^\d\.\ds old( · simulation)?$/)
    expect(framed.flat().join()).toContain('simulation')
    await close(watched)
  })

  it('reads the QR code of a receipt with the camera', async () => {
    const context = await stage.browser.newContext({ viewport: phone, locale: 'en-GB', reducedMotion: 'reduce' })
    const watched = await openWatchedPage(context)
    const { page } = watched
    await page.addInitScript({ content: withCodes })
    await page.goto(new URL('/check/', stage.candor.address).href)
    await page.getByRole('button', { name: 'Scan a receipt’s QR code' }).click()
    await page.getByText('Point the camera at the code.').waitFor()
    expect(await watched.axe()).toEqual([])
    await showCode(page, 'https://elsewhere.example/')
    await page.getByText('This code isn’t a link to a check.').waitFor()
    await showCode(page, `https://candor.example${contract}`)
    await heading(page, 'Settled by the rule').waitFor()
    expect(await page.evaluate('camera.getTracks().map(({ readyState }) => readyState)')).toEqual(['ended'])
    expect(watched.faults).toEqual([])
    await context.close()
  })

  it('says where there is no camera, and where the browser reads no codes', async () => {
    const context = await stage.browser.newContext({ viewport: phone, locale: 'en-GB', reducedMotion: 'reduce' })
    const { page } = await openWatchedPage(context)
    const start = new URL('/check/', stage.candor.address).href
    await page.goto(start)
    await page.getByText('This browser can’t read QR codes.').waitFor()
    const denied = `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`
    await page.addInitScript({ content: `${withCodes}\n${denied}` })
    await page.goto(start)
    await page.getByRole('button', { name: 'Scan a receipt’s QR code' }).click()
    await page.getByText('There’s no camera, or this page isn’t allowed to use it.').waitFor()
    await page.getByRole('button', { name: 'Stop the camera' }).click()
    await page.getByText('The picture stays on this device.').waitFor()
    await context.close()
  })

  it.each([
    ['an unknown market', () => '?instrument=NOTHING&at=5', 'There’s no market with this name.'],
    ['a slot to come', () => `?instrument=BTCUSDT&at=${log.newestSlot + 100_000}`, 'This slot is still to come.'],
    ['a broken link', () => '?instrument=BTCUSDT&at=x', 'That’s not a link to a check.'],
    [
      'an order of the old rule',
      () => '?instrument=BTCUSDT&entry=9&exit=69&entryWindow=1&exitWindow=1',
      'a single frame',
    ],
  ])('says for %s that nothing was checked, and why', async (_name, query, text) => {
    const watched = await open(`/check/${query()}`)
    await heading(watched.page, 'Nothing was checked').waitFor()
    await watched.page.getByText(text).waitFor()
    expect(watched.faults).toEqual([])
    await close(watched)
  })

  it('says that there was no response, and checks once there is one', async () => {
    const context = await stage.browser.newContext({ viewport: phone, locale: 'en-GB' })
    const { page } = await openWatchedPage(context)
    await page.route('**/log/**', (route) => route.abort())
    await page.goto(new URL(contract, stage.candor.address).href)
    await page.getByText('No response from the server.').waitFor()
    await page.unroute('**/log/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Settled by the rule').waitFor()
    await context.close()
  })

  it('is written in the language that its reader chooses', async () => {
    const watched = await open(contract)
    const { page } = watched
    await heading(page, 'Settled by the rule').waitFor()
    await page.getByLabel('Language').selectOption('de')
    await heading(page, 'Nach der Regel').waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
    expect(watched.faults).toEqual([])
    await close(watched)
  })
})

/** The receipt of the settled order, once the log has signed what it proves. */
async function readReceipt(): Promise<string> {
  for (;;) {
    const view = z.safeParse(receiptView, await post(stage.candor, 'contract/receipt', { id: orderId }, token))
    if (view.success && view.data.state === 'ready') return view.data.receipt
    await sleep(1_000)
  }
}

interface ReceiptJson {
  readonly placed: { item: string }
  readonly settled: { item: string }
}

interface Change {
  placed?(order: PlacedItem): Partial<PlacedItem>
  settled?(result: SettledItem): Partial<SettledItem>
}

/** A receipt that was changed on its way, with a check sum over the changes. */
function changed(receipt: string, { placed, settled }: Change): string {
  const json = JSON.parse(receipt) as ReceiptJson
  const order = placedItem.decode(Buffer.from(json.placed.item, 'base64'))
  const result = settledItem.decode(Buffer.from(json.settled.item, 'base64'))
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  json.placed.item = base64(placedItem.encode({ ...order, ...placed?.(order) }))
  json.settled.item = base64(settledItem.encode({ ...result, ...settled?.(result) }))
  const body = JSON.stringify({ ...json, check: undefined }).slice(0, -1)
  return `${body},"check":"${base64(createHash('sha256').update(body).digest().subarray(0, 12))}"}`
}

async function drop({ page }: WatchedPage, receipt: string): Promise<void> {
  const file = { name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(receipt) }
  await page.getByLabel('Open a receipt file').setInputFiles(file)
}

/** Drops a file on the page, as a person does who drags it there. */
async function dropOnPage({ page }: WatchedPage, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(`{
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(text)}], 'receipt.json', { type: 'application/json' }))
    data
  }`)
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

const closedRings = (page: Page) => page.locator('[role=status] svg circle').count()

describe('the file of a receipt', () => {
  let receipt: string

  beforeAll(async () => {
    receipt = await readReceipt()
  })

  it('is verified against the log as it is', async () => {
    const watched = await open('/check/')
    const { page } = watched
    await drop(watched, receipt)
    await heading(page, 'Settled by the rule').waitFor()
    await page.getByText('The receipt’s own proofs are valid').waitFor()
    // Frames, averages, result, signature, and the receipt’s own proofs.
    expect(await passed(page)).toBe(5)
    expect(await closedRings(page)).toBe(1)
    expect(await overflow(page)).toBe(0)
    expect(await watched.axe()).toEqual([])
    expect(watched.faults).toEqual([])
    await close(watched)
  })

  it('may be dropped anywhere on the page', async () => {
    const watched = await open('/check/', wide)
    await heading(watched.page, 'Or an order').waitFor()
    await dropOnPage(watched, receipt)
    await heading(watched.page, 'Settled by the rule').waitFor()
    expect(await closedRings(watched.page)).toBe(1)
    expect(watched.faults).toEqual([])
    await close(watched)
  })

  it.each([phone, wide])('does not match the log with another price, at $width px', async (viewport) => {
    const watched = await open('/check/', viewport)
    const { page } = watched
    await drop(watched, changed(receipt, { settled: ({ exitPrice }) => ({ exitPrice: exitPrice + 10n }) }))
    await heading(page, 'This receipt doesn’t match the log').waitFor()
    expect(await closedRings(page)).toBe(0)
    const exit = page.getByRole('row', { name: /^Exit/ }).first()
    const [stated, byLog] = await exit.getByRole('cell').allInnerTexts()
    expect(Number(stated?.replaceAll(',', '')) - Number(byLog?.replaceAll(',', ''))).toBeGreaterThan(0)
    expect(stated?.endsWith(await exit.locator('u').innerText())).toBe(true)
    const step = page.getByRole('button', { name: 'The receipt’s prices aren’t the averages' })
    expect(await step.innerText()).toMatch(/^Failed:/)
    expect(await step.innerText()).toContain(`Receipt ${stated}, log ${byLog}`)
    await page.getByText('The receipt’s own proofs aren’t valid').waitFor()
    const save = page.getByRole('button', { name: 'Save the evidence' })
    const [saved] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(await readFile(await saved.path(), 'utf8')).toContain('candor-receipt/1')
    expect(await overflow(page)).toBe(0)
    expect(await watched.axe()).toEqual([])
    expect(watched.faults).toEqual([])
    await close(watched)
  })

  it('names the result that does not follow', async () => {
    const watched = await open('/check/')
    const result = (said: SettledItem) => (said.result === 'won' ? 'lost' : 'won')
    await drop(watched, changed(receipt, { settled: (said) => ({ result: result(said) }) }))
    await watched.page.getByText('The receipt’s result doesn’t follow').waitFor()
    expect(await closedRings(watched.page)).toBe(0)
    await close(watched)
  })

  it.each([
    ['damaged', () => receipt.replace('"index":', '"index":1'), 'This file isn’t the receipt of a contract'],
    [
      'of the future',
      () => changed(receipt, { placed: ({ exitSlot }) => ({ exitSlot: exitSlot + 1_000_000 }) }),
      'This slot is still to come.',
    ],
    [
      'of another log',
      () => changed(receipt, { placed: () => ({ symbol: 'NOTHING' }) }),
      'There’s no market with this name.',
    ],
  ])('is not checked where it is %s, and the page says why', async (_name, text, why) => {
    const watched = await open('/check/')
    await drop(watched, text())
    await heading(watched.page, 'Nothing was checked').waitFor()
    await watched.page.getByText(why).waitFor()
    expect(await closedRings(watched.page)).toBe(0)
    expect(await watched.axe()).toEqual([])
    await close(watched)
  })
})
