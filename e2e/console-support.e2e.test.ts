import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openChat, openChatLogin } from '../apps/server/src/modules/support/testing/chat-client.ts'
import type { ChatClient } from '../apps/server/src/modules/support/testing/chat-client.ts'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { register } from './customer.ts'
import { asOwner, goOnDuty, hire, openDesk, signIn } from './operators.ts'
import type { Desk, Look } from './operators.ts'
import { setStage } from './stage.ts'

let mara: TestOperator
let ito: TestOperator
let first: Desk
let second: Desk

const stage = setStage({ CANDOR_SANDBOX_REVIEWER: 'off' }, async () => {
  mara = await hire(stage.candor, 'mara', ['support'])
  ito = await hire(stage.candor, 'm-ito', ['support', 'lead'])
  first = await atDesk(mara, { theme: 'light' })
  second = await atDesk(ito, { theme: 'dark' })
})

async function atDesk(operator: TestOperator, look: Look): Promise<Desk> {
  const opened = await openDesk(stage.browser, stage.candor, look)
  await signIn(opened.page, stage.candor, operator)
  await goOnDuty(opened.page)
  await opened.page.getByRole('button', { name: 'Go off duty' }).waitFor()
  return opened
}

/** A customer with the chat open, and the account number that agents see. */
async function customer(): Promise<{ chat: ChatClient; account: string }> {
  const token = await register(stage.candor, `${randomUUID().slice(0, 8)}@example.com`)
  const login = await openChatLogin(stage.candor.origin, token)
  const chat = await openChat(stage.candor.origin, login)
  chat.send({ type: 'setting', data: { language: 'de', device: 'phone' } })
  return { chat, account: login.id }
}

const write = (page: Page, text: string) => page.getByRole('textbox', { name: 'Your answer' }).fill(text)
const texts = (chat: ChatClient, from: string) =>
  chat.received.flatMap((message) =>
    message.type === 'message' && message.data.from === from && message.data.body.kind === 'text'
      ? [message.data.body.text]
      : [],
  )

describe('a conversation', () => {
  it('is taken from the queue, answered, noted on, handed on and closed, by two agents and a customer', async () => {
    const { chat, account } = await customer()
    const { page } = first
    await chat.say('Warum dauert meine Auszahlung so lange?')
    const waiting = page.getByRole('list', { name: 'Waiting' }).getByRole('link', { name: account })
    await waiting.getByText('German').waitFor()
    await waiting.getByText('1 unread message').waitFor()
    await page.keyboard.press('j')
    await page.getByRole('log').getByText('Warum dauert').waitFor()
    await page.keyboard.press('c')
    await page.getByRole('list', { name: 'Yours' }).getByRole('link', { name: account }).waitFor()

    await write(page, 'Guten Tag! Ich sehe nach.')
    await expect.poll(() => chat.received.some((message) => message.type === 'typing')).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => texts(chat, 'agent')).toEqual(['Guten Tag! Ich sehe nach.'])
    chat.send({ type: 'read', data: { seq: 99 } })
    await page.getByText(/mara, .* · read/).waitFor()
    chat.send({ type: 'typing', data: { isTyping: true } })
    await page.getByRole('log').getByText('The customer is writing …').waitFor()

    await page.getByLabel('New note').fill('Second review is due at six.')
    await page.getByRole('button', { name: 'Add the note' }).click()
    await page.getByText('Second review is due at six.').waitFor()
    await page.getByRole('button', { name: 'Show balances' }).click()
    await page.getByText('10,000.00 available').first().waitFor()
    expect(await first.axe()).toEqual([])

    await page.getByRole('button', { name: 'Hand on …' }).click()
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'm-ito, no conversation' })
    await page.getByRole('button', { name: 'Hand it on' }).click()
    await page.getByText('m-ito has this conversation.').waitFor()

    const own = second.page.getByRole('list', { name: 'Yours' }).getByRole('link', { name: account })
    await own.click()
    await second.page.getByText('Second review is due at six.').waitFor()
    expect(texts(chat, 'agent')).not.toContain('Second review is due at six.')
    expect(await second.axe()).toEqual([])
    await second.page.getByRole('button', { name: 'Close the conversation' }).click()
    await second.page.getByText('closed', { exact: true }).first().waitFor()
    chat.send({ type: 'rate', data: { score: 5, comment: 'Danke' } })
    await page.getByRole('link', { name: 'All conversations' }).click()
    await page.getByRole('searchbox').fill('Auszahlung')
    await page
      .getByRole('row', { name: new RegExp(account) })
      .getByText('5 of 5')
      .waitFor()
    expect(await first.axe()).toEqual([])
    await page.getByRole('link', { name: 'Desk' }).click()
    chat.close()
  })

  it('keeps its waiting time and unread count in sight beside a long message', async () => {
    const { chat, account } = await customer()
    const { page } = first
    await page.getByRole('link', { name: 'Desk' }).click()
    await chat.say('Meine Auszahlung ist seit gestern unterwegs und noch nicht angekommen. '.repeat(3))
    const list = page.getByRole('list', { name: 'Waiting' })
    const row = list.getByRole('link', { name: account })
    await row.getByText('1 unread message').waitFor()
    const edges = async (part: Locator) => {
      const box = await part.boundingBox()
      return { left: box?.x ?? Number.NaN, right: (box?.x ?? Number.NaN) + (box?.width ?? 0) }
    }
    const unread = await edges(row.getByText('1', { exact: true }))
    expect((await edges(list)).right).toBeGreaterThanOrEqual(unread.right)
    expect((await edges(row.getByText(/^Meine Auszahlung/))).right).toBeLessThanOrEqual(unread.left)
    expect(await first.axe()).toEqual([])
    chat.close()
  })

  it('loses and doubles nothing while the connection of the agent is gone', async () => {
    const { chat, account } = await customer()
    const { page, context } = second
    await chat.say('Are you there?')
    await page.getByRole('link', { name: 'Desk' }).click()
    await page.getByRole('list', { name: 'Waiting' }).getByRole('link', { name: account }).click()
    await page.getByRole('button', { name: 'Take it' }).click()
    await write(page, 'one')
    await page.keyboard.press('Enter')
    await context.setOffline(true)
    for (const text of ['two', 'three']) {
      await write(page, text)
      await page.keyboard.press('Enter')
    }
    await page.getByText('Not sent yet').first().waitFor()
    await chat.say('Hello?')
    await context.setOffline(false)
    await expect.poll(() => texts(chat, 'agent')).toEqual(['one', 'two', 'three'])
    await page.getByText('Not sent yet').first().waitFor({ state: 'detached' })
    const shown = page.getByRole('log').locator('[dir=auto]')
    await expect
      .poll(async () => (await shown.allTextContents()).toSorted())
      .toEqual(['Are you there?', 'Hello?', 'one', 'three', 'two'])
    chat.close()
  })
})

it('canned replies are added, found by a slash, and taken over by keyboard', async () => {
  const { page } = second
  await page.getByRole('link', { name: 'Canned answers' }).click()
  for (const [title, text] of [
    ['Hours', 'We are here from nine to six.'],
    ['Limits', 'You set limits under Security.'],
  ] as const) {
    await page.getByRole('button', { name: 'Add an answer' }).click()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Text', { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('row', { name: new RegExp(title) }).waitFor()
  }
  expect(await second.axe()).toEqual([])
  await page.getByRole('link', { name: 'Desk' }).click()
  await page.getByRole('list', { name: 'Yours' }).getByRole('link').first().click()
  await page.getByRole('textbox', { name: 'Your answer' }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('/l')
  await page.getByRole('option', { name: /Limits/ }).waitFor()
  expect(await second.axe()).toEqual([])
  await page.keyboard.press('Enter')
  expect(await page.getByRole('textbox', { name: 'Your answer' }).inputValue()).toBe('You set limits under Security.')
})

it('a lead changes hours and alarm, which customers see, and an agent reads them', async () => {
  const { page } = second
  await page.getByRole('link', { name: 'Hours and alarm' }).click()
  await page.getByText('Not changed yet.').waitFor()
  await page.getByRole('button', { name: 'Monday: remove hours 1' }).click()
  await page.getByRole('button', { name: 'Same every day' }).click()
  await page.getByRole('button', { name: 'Tuesday: add hours' }).click()
  await page.getByLabel('Tuesday, closes, 1').fill('8:00')
  await page.getByLabel('The desk rings after (seconds)').fill('20')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('30 to 7,200 seconds').waitFor()
  await page.getByText('It must close after it opens.').waitFor()
  expect(await second.axe()).toEqual([])
  await page.getByRole('button', { name: 'Tuesday: remove hours 1' }).click()
  await page.getByLabel('The desk rings after (seconds)').fill('120')
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByRole('link', { name: 'Canned answers' }).click()
  // Meanwhile another operator changes it.
  const token = z.parse(z.string(), await page.evaluate(`sessionStorage.getItem('candor.operator')`))
  const body = new URLSearchParams({ hours: JSON.stringify({ timeZone: 'UTC', days: [] }), alarmMs: '60000' })
  await fetch(`${stage.candor.consoleOrigin}/operator/support_settings_change`, {
    method: 'POST',
    body,
    headers: { token },
  })
  await page.getByRole('link', { name: 'Hours and alarm' }).click()
  await page.getByText('Not saved yet').waitFor()
  await page.getByText(/m-ito changed this at .* after you began/).waitFor()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved. Customers see it from now on.').waitFor()
  await page.getByText('Nothing to save').waitFor()

  const { chat } = await customer()
  await chat.say('Is it open?')
  const events = () =>
    chat.received.flatMap((message) =>
      message.type === 'message' && message.data.body.kind === 'event' ? [message.data.body.event] : [],
    )
  await expect.poll(events).toEqual(['outside-hours'])
  chat.close()
  await first.page.getByRole('link', { name: 'Hours and alarm' }).click()
  await first.page.getByText('A lead changes this.').waitFor()
  expect(await first.page.getByText('closed', { exact: true }).count()).toBe(7)
  expect(await first.axe()).toEqual([])
  await first.page.getByRole('link', { name: 'Desk' }).click()
})

it('an alarm is seen and heard where somebody waits too long, and can be muted', async () => {
  const { page } = first
  await page.evaluate(`window.rung = 0; const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) { window.rung += 1; return start.apply(this, when) }`)
  const { chat } = await customer()
  await chat.say('Is anybody there?')
  // One tone for a new conversation; the alarm has two.
  await expect.poll(() => page.evaluate('window.rung')).toBe(1)
  await asOwner(
    stage.candor,
    'update support.conversation set waiting_since_ms = waiting_since_ms - 600000 where waiting_since_ms is not null',
  )
  await page.getByText(/longer than/).waitFor()
  await expect.poll(() => page.evaluate('window.rung > 2')).toBe(true)
  expect(await first.axe()).toEqual([])
  await page.keyboard.press('m')
  expect(await page.getByRole('button', { name: 'Mute the alarm' }).getAttribute('aria-pressed')).toBe('true')
  const rung = await page.evaluate('window.rung')
  await page.waitForTimeout(7_000)
  expect(await page.evaluate('window.rung')).toBe(rung)
  expect([...first.faults, ...second.faults].filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual(
    [],
  )
  chat.close()
})
