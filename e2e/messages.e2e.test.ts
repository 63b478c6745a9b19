import { inviteSummary, messageAlerts, messageAlertSet, messageList } from '@candor/api'
import { parse } from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { buyContract, post, register, registerVerified } from './customer.ts'
import { asOwner } from './operators.ts'
import { english, openAppAt } from './phone-app.ts'
import type { Look } from './phone-app.ts'
import { setStage } from './stage.ts'

const looks: readonly Look[] = [english, { theme: 'dark', language: 'zh' }]

const email = 'inbox@example.com'

let token: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, email)
})

/** The app on a phone of the customer's, at a screen. */
const openAt = (screen: string, look = english) => openAppAt(stage, screen, { token, look })

describe('a decision about a customer', () => {
  it.each(looks)('is shown in the inbox in the $theme theme, in $language', async (look) => {
    const inbox = await openAt('/pages/msg/msg', look)
    await inbox.page
      .getByRole('link', { name: look.language === 'en' ? /Your identity is verified/ : /身份认证已通过/ })
      .waitFor()
    expect(await inbox.axe()).toEqual([])
    await inbox.closeWithoutFault()
  })

  it('is counted on each device until it is read on one of them', async () => {
    const home = await openAt('/')
    const mine = await openAt('/pages/mine/mine')
    const badge = home.page.getByRole('link', { name: 'Messages, 1 new' })
    await badge.waitFor()
    await mine.page.getByRole('link', { name: /Messages.*1 new/ }).waitFor()
    expect(await home.axe()).toEqual([])

    await badge.click()
    const message = home.page.getByRole('link', { name: /Your identity is verified.*unread/ })
    await message.click()
    await home.page.getByRole('heading', { name: 'Your identity is verified' }).waitFor()
    expect(await home.axe()).toEqual([])
    await mine.page.getByRole('link', { name: 'Messages', exact: true }).waitFor()

    await home.page.getByRole('link', { name: 'See your identity check' }).click()
    await home.page.getByRole('heading', { name: 'Identity verified' }).waitFor()
    await home.page.goBack()
    await home.page.getByRole('button', { name: 'Back' }).click()
    await home.page.getByRole('heading', { name: 'Today' }).waitFor()
    await expect.poll(() => home.page.getByText('unread').count()).toBe(0)
    await home.closeWithoutFault()
    await mine.closeWithoutFault()
  })
})

describe('a price alert', () => {
  it.each(looks)('is set on the page of its instrument and removed there, in $language', async (look) => {
    const isEnglish = look.language === 'en'
    const contract = await openAt('/pages/contract/contract?symbol=BTCUSDT', look)
    const { page } = contract
    await page.getByRole('button', { name: isEnglish ? 'Price alert' : '价格提醒' }).click()
    await page.getByText(isEnglish ? 'Your alerts: 0 of 20' : '您的提醒：0/20').waitFor()
    await page.getByRole('button', { name: isEnglish ? /^Set alert at/ : /设置提醒$/ }).click()
    await page.getByText(isEnglish ? 'Your alerts: 1 of 20' : '您的提醒：1/20').waitFor()
    expect(await contract.axe()).toEqual([])
    await page.getByRole('button', { name: isEnglish ? /^Remove the alert: BTC/ : /^删除提醒/ }).click()
    await page.getByText(isEnglish ? 'Your alerts: 0 of 20' : '您的提醒：0/20').waitFor()
    await contract.closeWithoutFault()
  })
})

describe('all of an inbox', () => {
  it('is read at once', async () => {
    const inbox = await openAt('/pages/msg/msg')
    const { page } = inbox
    const readAll = page.getByRole('button', { name: 'Mark all as read' })
    await page.getByRole('link', { name: /Your identity is verified/ }).waitFor()
    expect(await readAll.isDisabled()).toBe(true)
    const { code } = parse(inviteSummary.output, await post(stage.candor, inviteSummary.path, {}, token))
    for (const friend of ['first', 'second']) await register(stage.candor, `${friend}-friend@example.com`, code)
    const unread = page.getByRole('link', { name: /Your invitation was accepted.*unread/ })
    await unread.nth(1).waitFor()
    await readAll.click()
    await unread.first().waitFor({ state: 'detached' })
    expect(await page.getByRole('link', { name: /Your invitation was accepted/ }).count()).toBe(2)
    // The list and the count are read again side by side.
    await expect.poll(() => readAll.isDisabled()).toBe(true)
    expect(await inbox.axe()).toEqual([])
    await inbox.closeWithoutFault()
  })
})

describe('an inbox that a finger pulls down', () => {
  it('is read again, and stays as it is for a short way', async () => {
    const inbox = await openAt('/pages/msg/msg')
    const { page, context } = inbox
    await page.getByRole('link', { name: /Your identity is verified/ }).waitFor()
    let reads = 0
    page.on('request', (request) => (reads += request.url().endsWith(messageList.path) ? 1 : 0))
    const touches = await context.newCDPSession(page)
    const pull = async (px: number) => {
      const at = (y: number) => [{ x: 195, y }]
      await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(320) })
      for (const step of [0.5, 1])
        await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(320 + px * step) })
      await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    // The first touch loads the code that handles later ones.
    await expect.poll(async () => pull(200).then(() => reads)).toBeGreaterThan(0)
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
    const before = reads
    await pull(60)
    await page.waitForTimeout(600)
    expect(reads).toBe(before)
    expect(inbox.faults).toEqual([])
    await context.close()
  })
})

describe('the settled contracts of a day', () => {
  it('are one row with their number, which opens to each of them and is open again after a message', async () => {
    await buyContract(stage.candor, token)
    await buyContract(stage.candor, token)
    const inbox = await openAt('/pages/msg/msg')
    const { page } = inbox
    const fold = page.getByRole('button', { name: /^2 contracts settled.*USD/ })
    await fold.waitFor({ timeout: 90_000 })
    const messages = page.getByRole('link', { name: /^BTC\/USDT.*(settled|void)/ })
    expect(await messages.count()).toBe(0)
    await fold.press('Enter')
    await messages.nth(1).waitFor()
    expect(await inbox.axe()).toEqual([])
    await messages.first().click()
    await page.getByRole('link', { name: 'See the receipt' }).waitFor()
    await page.goBack()
    await messages.nth(1).waitFor()
    await fold.press('Enter')
    await messages.first().waitFor({ state: 'detached' })
    await inbox.closeWithoutFault()
  })
})

describe('a correction', () => {
  it('is shown in the inbox with the way to customer service', async () => {
    await asOwner(
      stage.candor,
      `select message.add(customer_id, 'correction-booked', 'correction:1', '{"amount": "5", "asset": "USD"}')
        from identity.customer where email = $1`,
      [email],
    )
    const { page, context } = await openAt('/pages/msg/msg')
    await page.getByRole('link', { name: /Your balance was corrected/ }).click()
    await page.getByRole('link', { name: 'Ask customer service' }).click()
    await page.getByText('We never ask for passwords').waitFor()
    await context.close()
  })
})

describe('a group without messages, and a message that is not there', () => {
  it('say so', async () => {
    const { page, axe, context } = await openAt('/pages/msg/msg')
    await page.getByRole('radio', { name: 'Notices' }).check()
    await page.getByRole('heading', { name: 'Nothing of this kind' }).waitFor()
    expect(await axe()).toEqual([])
    await page.goto(`${stage.candor.address}#/pages/msg/msg_detail?id=m999999`)
    await page.getByRole('heading', { name: 'No such message' }).waitFor()
    expect(await axe()).toEqual([])
    await context.close()
  })
})

// The last one: until then, the notices are empty.
describe('a price alert that is reached', () => {
  it('comes into the inbox once, and leads to its instrument', async () => {
    const inbox = await openAt('/pages/msg/msg')
    const { page } = inbox
    await post(stage.candor, messageAlertSet.path, { symbol: 'BTCUSDT', direction: 'above', price: '0.01' }, token)
    const message = page.getByRole('link', { name: /^BTC\/USDT reached 0\.01/ })
    await message.waitFor()
    const { items } = parse(messageAlerts.output, await post(stage.candor, messageAlerts.path, {}, token))
    expect(items).toEqual([])
    await message.click()
    await page.getByText('at or above your alert').waitFor()
    await page.getByRole('link', { name: 'See the price' }).click()
    await page.getByRole('button', { name: 'Price alert' }).waitFor()
    await inbox.closeWithoutFault()
  })
})
