import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { register } from './customer.ts'
import { goOnDuty, hire, openDesk, signIn } from './operators.ts'
import type { Desk } from './operators.ts'
import { openAppAt } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'

let customer: PhoneApp
let desk: Desk

const stage = setStage({ CANDOR_SANDBOX_REVIEWER: 'off' }, async () => {
  const mara = await hire(stage.candor, 'mara', ['support'])
  desk = await openDesk(stage.browser, stage.candor)
  await signIn(desk.page, stage.candor, mara)
  await goOnDuty(desk.page)
  customer = await openAppAt(stage, '/pages/support/support', {
    token: await register(stage.candor, 'chat@example.com'),
  })
})

/** A line of the conversation, on the customer's screen and on the agent's. */
const line = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Conversation' }).or(page.getByRole('log')).getByText(text, { exact: true })

async function write(text: string): Promise<void> {
  await customer.page.getByRole('textbox', { name: 'Message' }).fill(text)
  await customer.page.getByRole('button', { name: 'Send', exact: true }).click()
}

async function answer(text: string): Promise<void> {
  await desk.page.getByLabel('Your answer').fill(text)
  await desk.page.keyboard.press('Enter')
}

/** Both see each of these texts, once. */
async function bothSee(...texts: string[]): Promise<void> {
  for (const { page } of [customer, desk]) {
    for (const text of texts) {
      await line(page, text).first().waitFor()
      expect(await line(page, text).count()).toBe(1)
    }
  }
}

/** The stored texts of customers, in order. */
async function storedTexts(): Promise<string[]> {
  const owner = createPool(stage.candor.database.ownerUrl, 'test-owner')
  const { rows } = await owner.query<{ text: string }>(
    `select body ->> 'text' as text from support.message join support.conversation using (conversation_id)
     where customer_id is not null and body ->> 'kind' = 'text' order by conversation_id, seq`,
  )
  await owner.end()
  return rows.map(({ text }) => text)
}

describe('a visitor without an account', () => {
  it('asks from the registration, is answered by an agent, and finds the conversation after a reload', async () => {
    const visitor = await openAppAt(stage, '/pages/register/register')
    const { page } = visitor
    await page.getByRole('button', { name: 'Ask customer service' }).click()
    await page.getByText('You’re writing as a visitor.').waitFor()
    await page.getByText('We delete a conversation 30 days after it ends.').waitFor()
    expect(await page.getByRole('button', { name: 'Attach a photo' }).count()).toBe(0)
    await visitor.findNoFault()
    await page.getByRole('textbox', { name: 'Message' }).fill('May I have an invitation code?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await line(page, 'May I have an invitation code?').waitFor()

    const waiting = desk.page.getByRole('list', { name: 'Waiting' }).getByRole('link', { name: /^Visitor \d+/ })
    await waiting.getByText('no account').waitFor()
    await waiting.click()
    await line(desk.page, 'May I have an invitation code?').waitFor()
    await desk.page.getByRole('button', { name: 'Take it' }).click()
    await desk.page.getByText('Say nothing about any account.').waitFor()
    expect(await desk.page.getByRole('button', { name: 'Show balances' }).count()).toBe(0)
    expect(await desk.page.getByRole('button', { name: 'Send a photo' }).count()).toBe(0)
    expect(await desk.axe()).toEqual([])
    await answer('Here it is: CANDOR')
    await line(page, 'Here it is: CANDOR').waitFor()
    await visitor.findNoFault()

    await page.reload()
    await line(page, 'Here it is: CANDOR').waitFor()
    expect(await line(page, 'May I have an invitation code?').count()).toBe(1)
    await page.getByRole('link', { name: 'Have an account? Sign in' }).click()
    await page.getByRole('link', { name: 'Ask customer service' }).click()
    await line(page, 'Here it is: CANDOR').waitFor()

    // Another browser is another visitor.
    const stranger = await openAppAt(stage, '/pages/support/support')
    await stranger.page.getByText('You’re writing as a visitor.').waitFor()
    // Shown with the first answer of the server.
    await stranger.page.getByText('We delete a conversation 30 days after it ends.').waitFor()
    expect(await line(stranger.page, 'Here it is: CANDOR').count()).toBe(0)
    await stranger.context.close()
    await visitor.closeWithoutFault()
  })
})

describe('a customer and an agent', () => {
  it('talk, and lose and double nothing while the server crashes and the network of the phone is gone', async () => {
    await write('Why is my withdrawal in review?')
    await desk.page.getByRole('list', { name: 'Waiting' }).getByRole('link').click()
    await line(desk.page, 'Why is my withdrawal in review?').waitFor()
    await desk.page.getByRole('button', { name: 'Take it' }).click()
    await answer('I am looking at it.')
    await bothSee('Why is my withdrawal in review?', 'I am looking at it.')

    const crashed = stage.candor.crashServer()
    await write('Are you still there?')
    await answer('Yes, I am.')
    await crashed
    await bothSee('Are you still there?', 'Yes, I am.')

    const context = customer.page.context()
    await context.setOffline(true)
    await write('Written in a tunnel')
    // An unannounced disconnect: the socket ends with the server, and no other opens without a network.
    await stage.candor.crashServer()
    await answer('Sent into the tunnel')
    await line(desk.page, 'Sent into the tunnel').waitFor()
    await context.setOffline(false)
    await bothSee('Written in a tunnel', 'Sent into the tunnel')

    await customer.page.reload()
    const all = await storedTexts()
    expect(all).toHaveLength(6)
    expect(new Set(all).size).toBe(6)
    await bothSee(...all)

    // Elsewhere in the app a reply is counted at once, and no longer once it was read.
    await customer.page.goto(`${stage.candor.address}#/pages/mine/mine`)
    await customer.page.getByRole('link', { name: 'Customer service', exact: true }).waitFor()
    await answer('One more thing')
    await customer.page.getByRole('link', { name: /Customer service.*1 new/ }).click()
    await line(customer.page, 'One more thing').waitFor()
    await customer.page.goBack()
    await customer.page.getByRole('link', { name: 'Customer service', exact: true }).waitFor()
  })
})

describe('an empty conversation', () => {
  it('offers what customers ask most, and asks it with one tap', async () => {
    const token = await register(stage.candor, 'topics@example.com')
    const { page, context, findNoFault } = await openAppAt(stage, '/pages/support/support', { token })
    const topics = page.getByRole('region', { name: 'What can we help you with?' })
    await topics.getByRole('button', { name: 'Where is my withdrawal?' }).waitFor()
    await findNoFault()
    await topics.getByRole('button', { name: 'My recharge is missing' }).click()
    await topics.waitFor({ state: 'detached' })
    await line(page, 'My recharge is missing').waitFor()
    await context.close()
  })
})
