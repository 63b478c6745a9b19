import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { orderView } from '@candor/api'
import { formatVerifierKey, parseVerifierKey, signerKey } from '@candor/proof'
import { parseTrustedFile, verifyReceipt } from '@candor/proof/receipt'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { buyContract, post, registerVerified } from './customer.ts'
import { buyByTouch, desktop, edgesOf, english, openAppAt } from './phone-app.ts'
import type { Look, PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'

// The proof of a settled contract, from the purchase to the verdict of the phone.

let token: string
let orderId: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, 'proof@example.com')
  orderId = await buyContract(stage.candor, token)
})

const stateOf = async (id: string) =>
  z.parse(orderView, await post(stage.candor, 'contract/order', { id }, token)).state

const openReceipt = (look: Look = english): Promise<PhoneApp> =>
  openAppAt(stage, `/pages/bill/contract?id=${orderId}`, { token, look })

const verifiedMs = 60_000
/** Moves the place of the order in its batch, in a text that JSON contains. */
const nextIndex = (text: string) =>
  text.replace(/(\\"index\\":)(\d)/, (_, key: string, at: string) => `${key}${+at + 1}`)

/** Changes what the server returns to an operation of contracts. */
const changeOnItsWay = ({ page }: PhoneApp, operation: string, change: (text: string) => string) =>
  page.route(`**/api/contract/${operation}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })

describe('a settled contract', () => {
  it('is verified on the phone, with its five checks, as a file and as a link', async () => {
    await expect.poll(() => stateOf(orderId), { timeout: 90_000, interval: 1_000 }).toBe('closed')
    const { page, axe, closeWithoutFault } = await openReceipt()
    const head = page.getByRole('button', { name: /Verified on this phone/ })
    await head.waitFor({ timeout: verifiedMs })
    await page.locator('[data-ring=closed]').waitFor()
    expect(await axe()).toEqual([])
    await head.click()
    expect(await page.locator('[data-check][data-state=passed]').count()).toBe(5)
    await page.getByText('Your order came first').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Download proof' }).click()
    const sheet = page.getByRole('dialog')
    const whole = sheet.getByRole('button', { name: 'The whole proof (JSON)' })
    const [saved] = await Promise.all([page.waitForEvent('download'), whole.click()])
    expect(saved.suggestedFilename()).toBe(`candor-receipt-${orderId}.json`)
    const keys = await (await fetch(`${stage.candor.origin}/verify/trusted.json`)).text()
    const { verdict } = await verifyReceipt(await readFile(await saved.path()), parseTrustedFile(keys))
    expect(verdict).toBe('passed')
    const [part] = await Promise.all([page.waitForEvent('download'), sheet.getByText('The settlement').click()])
    expect(await readFile(await part.path(), 'utf8')).toMatch(/^c2sp\.org\/tlog-proof@v1\n/)
    expect(await axe()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Share proof' }).click()
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
    const address = new URL((await page.getByRole('dialog').getByRole('link').getAttribute('href')) ?? '')
    expect(address.pathname).toBe('/check/')
    expect([...address.searchParams.keys()]).toEqual(['instrument', 'entry', 'exit', 'entryWindow', 'exitWindow'])
    expect(await axe()).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'Check it without us' }).getAttribute('href')).toMatch(/\/verify\/$/)
    await closeWithoutFault()
  })

  it('has its proof beside it in a wide window, and the closed orders at the left', async () => {
    const screen = `/pages/bill/contract?id=${orderId}`
    const { page, axe, closeWithoutFault } = await openAppAt(stage, screen, { token, viewport: desktop })
    await page.getByRole('button', { name: /^Verified/ }).waitFor({ timeout: verifiedMs })
    expect(await page.locator('[data-check][data-state=passed]').count()).toBe(5)
    const list = page.getByRole('region', { name: 'Contract orders' })
    await list.getByRole('link').first().waitFor()
    const parts = [list, page.getByRole('article', { name: 'Receipt' }), page.locator('[data-check]').first()]
    const edges = await Promise.all(parts.map(edgesOf))
    for (const [index, { left }] of edges.entries()) expect(left).toBeGreaterThanOrEqual(edges[index - 1]?.right ?? 0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(desktop.width)
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })

  it('is verified without a question by a key that the log announces, which the device has not met', async () => {
    const app = await openReceipt()
    const head = app.page.getByRole('button', { name: /Verified on this phone/ })
    await head.waitFor({ timeout: verifiedMs })
    const keys = await rememberOther(app, 'acceptance')
    await head.waitFor({ timeout: verifiedMs })
    const remembered = await app.page.evaluate(`localStorage.getItem('candor.proof-keys')`)
    for (const vkey of keys.acceptance) expect(remembered).toContain(vkey)
    await app.closeWithoutFault()
  })

  it('does not match when a byte of the receipt was changed on its way', async () => {
    const app = await openReceipt()
    await changeOnItsWay(app, 'receipt', nextIndex)
    await app.page.reload()
    await app.page.getByRole('alert', { name: 'This receipt doesn’t match' }).waitFor({ timeout: verifiedMs })
    await app.page.getByText('The receipt is damaged').waitFor()
    expect(await app.page.locator('[data-ring=closed]').count()).toBe(0)
    expect(await app.axe()).toEqual([])
    const save = app.page.getByRole('button', { name: 'Save both versions' })
    const [saved] = await Promise.all([app.page.waitForEvent('download'), save.click()])
    const evidence = JSON.parse(await readFile(await saved.path(), 'utf8')) as Record<string, unknown>
    expect(Object.keys(evidence)).toEqual(
      expect.arrayContaining(['order', 'acceptance', 'receipt', 'keys', 'findings']),
    )
    await app.closeWithoutFault()
  })

  it('does not match when the screen shows another exit price, and names that check', async () => {
    const app = await openReceipt()
    await changeOnItsWay(app, 'order', (text) =>
      text.replace(/("exitPrice":")(\d)/, (_, key: string, at: string) => `${key}${(+at + 1) % 10}`),
    )
    await app.page.reload()
    await app.page.getByRole('alert', { name: 'This receipt doesn’t match' }).waitFor({ timeout: verifiedMs })
    await app.page.locator('[data-check=exit][data-state=failed]').waitFor()
    await app.page.getByText('Exit on this screen').waitFor()
    expect(await app.page.locator('[data-check][data-state=passed]').count()).toBe(4)
    expect(await app.axe()).toEqual([])
    await app.context.close()
  })

  it('is not verified without a connection, and says so', async () => {
    const app = await openReceipt()
    await app.page.route('**/api/contract/receipt', (route) => route.abort('internetdisconnected'))
    await app.page.reload()
    const panel = app.page.getByRole('region', { name: 'You’re offline' })
    await panel.waitFor({ timeout: verifiedMs })
    expect(await app.page.locator('[data-ring=closed]').count()).toBe(0)
    expect(await app.axe()).toEqual([])
    await app.page.unroute('**/api/contract/receipt')
    await panel.getByRole('button', { name: 'Try again' }).click()
    await app.page.getByRole('button', { name: /Verified on this phone/ }).waitFor({ timeout: verifiedMs })
    await app.context.close()
  })
})

describe('the acceptance that comes with a purchase', () => {
  it('is verified at once, and one that is not valid is reported on the position', async () => {
    const app = await openAppAt(stage, '/pages/contract/contract?symbol=BTCUSDT', { token, look: english })
    await changeOnItsWay(app, 'buy', nextIndex)
    await buyByTouch(app)
    const notice = app.page.getByRole('alert', { name: 'The acceptance of this order isn’t valid' })
    await notice.waitFor({ timeout: verifiedMs })
    expect(await app.axe()).toEqual([])
    const save = notice.getByRole('button', { name: 'Save the evidence' })
    const [saved] = await Promise.all([app.page.waitForEvent('download'), save.click()])
    expect(await readFile(await saved.path(), 'utf8')).toContain('candor-acceptance/1')
    await app.closeWithoutFault()
  })

  it('is kept, and named in the proof of the order', async () => {
    const app = await openAppAt(stage, '/pages/contract/contract?symbol=BTCUSDT', { token, look: english })
    await buyByTouch(app)
    await app.page.getByRole('heading', { name: 'Receipt' }).waitFor({ timeout: 90_000 })
    const head = app.page.getByRole('button', { name: /Verified on this phone/ })
    await head.waitFor({ timeout: verifiedMs })
    await head.click()
    await app.page.getByText('This device has kept the signature since.').waitFor()
    expect(await app.page.locator('[data-acceptance]').count()).toBe(0)
    await app.closeWithoutFault()
  })
})

describe('the record of a swap', () => {
  it('has each of its bookings verified on the phone, and asks before it uses other keys', async () => {
    const quoted = await post(stage.candor, 'swap/quote', { from: 'USDT', amount: '10' }, token)
    const { quoteId } = z.parse(z.object({ quoteId: z.string() }), quoted)
    const swapped = await post(stage.candor, 'swap/execute', { requestId: randomUUID(), quoteId }, token)
    const { id } = z.parse(z.object({ id: z.string() }), swapped)
    const app = await openAppAt(stage, `/pages/swap/records?id=${id}`, { token, look: english })
    const panel = app.page.getByRole('region', { name: 'Verified on this phone' })
    await panel.waitFor({ timeout: verifiedMs })
    await panel.getByText('2 bookings are in the signed public log.').waitFor()
    expect(await app.axe()).toEqual([])
    const first = panel.getByRole('button', { name: 'Download receipt 1' })
    const [saved] = await Promise.all([app.page.waitForEvent('download'), first.click()])
    const keys = await (await fetch(`${stage.candor.origin}/verify/trusted.json`)).text()
    const { verdict } = await verifyReceipt(await readFile(await saved.path()), parseTrustedFile(keys))
    expect(verdict).toBe('passed')
    await rememberOther(app, 'events')
    const question = app.page.getByRole('region', { name: 'Signed with other keys' })
    await question.waitFor({ timeout: verifiedMs })
    expect(await app.page.locator('[data-ring=closed]').count()).toBe(0)
    expect(await app.axe()).toEqual([])
    await question.getByRole('button', { name: 'Use these keys' }).click()
    await panel.waitFor({ timeout: verifiedMs })
    await app.closeWithoutFault()
  })
})

/** Opens the screen again on a device that has met other keys of the same names. Returns the server's own. */
async function rememberOther({ page }: PhoneApp, list: 'acceptance' | 'events') {
  const keys = parseTrustedFile(await (await fetch(`${stage.candor.origin}/verify/trusted.json`)).text())
  const others = keys[list].map(async (vkey) => {
    const seed = new Uint8Array(32).fill(9)
    return formatVerifierKey((await signerKey({ name: parseVerifierKey(vkey).name, type: 'ed25519', seed })).key)
  })
  const { ticks, events, acceptance } = keys
  const file = JSON.stringify({ ticks, events, acceptance, [list]: await Promise.all(others) })
  await page.evaluate(`localStorage.setItem('candor.proof-keys', ${JSON.stringify(file)})`)
  await page.reload()
  return keys
}
