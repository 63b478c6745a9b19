import { describe, expect, it } from 'vitest'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { createCases } from './console-cases.ts'
import type { Cases } from './console-cases.ts'
import { post } from './customer.ts'
import { hire, openSignedIn } from './operators.ts'
import { confirmWithPasskey, givePasskey } from './passkeys.ts'
import { setStage } from './stage.ts'

let dana: TestOperator
let paul: TestOperator
let ito: TestOperator
let cases: Cases

const stage = setStage({ CANDOR_SANDBOX_REVIEWER: 'off' }, async () => {
  dana = await hire(stage.candor, 'dana-osei', ['support', 'kyc', 'payments', 'risk', 'auditor', 'security'])
  paul = await hire(stage.candor, 'paul-kim', ['payments'])
  ito = await hire(stage.candor, 'm-ito', ['kyc', 'payments', 'lead'])
  cases = createCases(stage.candor, stage.browser)
})

describe('a queue', () => {
  it('shows whose cases are, keeps what was decided, and is filtered and saved', async () => {
    const [taken, rejected] = [await cases.withdrawal('61'), await cases.withdrawal('62')]
    const { page, goTo, axe, closeWithoutFault } = await openSignedIn(stage, paul)
    await goTo('withdrawals')
    await page.getByRole('button', { name: 'Take 61.00 USD' }).click()
    await page.getByRole('row').filter({ hasText: taken.id }).getByText('You').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('link', { name: 'Mine 1' }).click()
    await page.getByRole('link', { name: '62.00 USD' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '61.00 USD' }).waitFor()
    await page.getByRole('link', { name: /^Waiting/ }).click()
    await page.getByRole('link', { name: '62.00 USD' }).click()
    await page.getByRole('radio', { name: /Reject/ }).check()
    await page.getByLabel('Reason, shown to the customer').selectOption('customer-asked')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => cases.stateOf('withdrawal/detail', rejected)).toBe('rejected')
    await page.getByRole('link', { name: 'Decided', exact: true }).click()
    await page.getByLabel('Outcome').selectOption('Rejected')
    await page.getByRole('row').filter({ hasText: rejected.id }).waitFor()
    expect(await axe()).toEqual([])
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toBe('withdrawals-decided.csv')
    await page.getByRole('link', { name: /^Waiting/ }).click()
    // The figures are read every half minute, and at once when the page is opened.
    await page.reload()
    const figure = page.getByRole('term').filter({ hasText: 'Decided today' })
    await figure.locator('xpath=..').getByText('1', { exact: true }).waitFor()
    await page.getByText('In time, 30 days').waitFor()
    await closeWithoutFault()
  })
})

describe('an announcement', () => {
  it('appears on every home screen once a second operator publishes it, until one calls it back', async () => {
    const author = await openSignedIn(stage, dana)
    const { page } = author
    await author.goTo('messages/write')
    await page.getByLabel('Title in English').fill('Bank withdrawals take longer')
    await page.getByLabel('Text in English').fill('Withdrawals to banks take a day longer this week.')
    await page.getByRole('tab', { name: /^English.*complete/ }).press('ArrowRight')
    await page.getByRole('tab', { name: /^Deutsch.*missing/ }).click()
    await page.getByLabel('Title in German').fill('Auszahlungen dauern länger')
    await page.getByLabel('Text in German').fill('Auszahlungen an Banken dauern diese Woche einen Tag länger.')
    await page.getByText('7 of 9 languages are missing. Those customers see English.').waitFor()
    await page.getByText(/^\d+ customers?$/).waitFor()
    await page.getByLabel('Link, optional').selectOption('Instrument')
    await page.getByLabel('Which instrument').selectOption('BTCUSDT')
    expect(await author.axe()).toEqual([])
    await page.getByRole('button', { name: 'Send with English for those 7' }).click()
    await page.getByLabel('Why').fill('Agreed with the bank')
    await page.getByRole('button', { name: 'Propose' }).click()
    await page.getByText('Auszahlungen dauern länger').waitFor({ state: 'attached' })
    const shown = async () => JSON.stringify(await post(stage.candor, 'home/summary', { utcOffsetMinutes: '0' }))
    expect(await shown()).not.toContain('take a day longer')

    const second = await openSignedIn(stage, ito)
    await second.goTo('messages')
    expect(await second.axe()).toEqual([])
    await second.page.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(shown).toContain('take a day longer')
    expect(await shown()).toContain('"link":"instrument:BTCUSDT"')
    await second.page.getByRole('button', { name: 'Call back …' }).first().click()
    await second.page.getByLabel('Reason, written to the audit trail').fill('The bank has caught up')
    await second.page.getByRole('button', { name: 'Call it back' }).click()
    await expect.poll(shown).not.toContain('take a day longer')
    await author.closeWithoutFault()
    await second.closeWithoutFault()
  })
})

describe('search or jump', () => {
  it('opens cases, customers and screens by keyboard alone', async () => {
    const asked = await cases.withdrawal('63')
    const { page, goTo, axe, closeWithoutFault } = await openSignedIn(stage, dana)
    await goTo('audit')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Case, account, e-mail, screen' })
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('role')")).toBe('combobox')
    await page.keyboard.type('63.00 usd')
    await page.getByRole('option', { name: new RegExp(`Withdrawal ${asked.id}`) }).waitFor()
    expect(await axe()).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`#/withdrawals/${asked.id}$`))
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('team')
    await page.getByRole('option', { name: /^Team/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/team$/)
    await field.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Team' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL(/#\/customers$/)
    await page.getByRole('heading', { name: 'Customers' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    expect(await axe()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Keys' }).waitFor({ state: 'detached' })
    await closeWithoutFault()
  })
})

describe('a colleague', () => {
  it('is disabled at once, with a reason, and is signed out', async () => {
    const leaver = await hire(stage.candor, 'b-leaver', ['payments'])
    const theirs = await openSignedIn(stage, leaver)
    const { page, goTo, axe, closeWithoutFault } = await openSignedIn(stage, ito)
    await goTo('team')
    await page.getByRole('button', { name: 'Disable… b-leaver' }).click()
    expect(await axe()).toEqual([])
    await page.getByLabel('Reason, written to the audit trail').fill('A laptop was stolen')
    await page.getByRole('button', { name: 'Disable now' }).click()
    await page.getByText('b-leaver is disabled and signed out.').waitFor()
    await theirs.goTo('recharges')
    await theirs.page.getByText('Your session has ended').waitFor()
    await goTo('audit')
    await page.getByRole('row').filter({ hasText: 'Disabled an operator' }).getByText('A laptop was stolen').waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: 'Disabled an operator' })
      .getByRole('button', { name: /^Details of entry/ })
      .click()
    await page.getByRole('definition').filter({ hasText: 'b-leaver' }).waitFor()
    expect(await axe()).toEqual([])
    await closeWithoutFault()
    await theirs.context.close()
  })
})

describe('the first screen', () => {
  it('shows the day at a glance: what is next, and what waits for a second person', async () => {
    const asked = await cases.withdrawal('45')
    const { page, closeWithoutFault } = await openSignedIn(stage, dana)
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await page.getByText('Contracts settled').waitFor()
    await page.getByText('the most we accept').waitFor()
    const line = page.getByRole('listitem').filter({ has: page.locator(`a[href$="/withdrawals/${asked.id}"]`) })
    await line.getByRole('button', { name: /^Take/ }).click()
    await line.getByText('You', { exact: true }).waitFor()
    await line.getByRole('link').click()
    await page.waitForURL(new RegExp(`#/withdrawals/${asked.id}$`))
    await closeWithoutFault()
  })
})

describe('a setting', () => {
  it('changes once a second person confirms it, and the history says who and why', async () => {
    const first = await openSignedIn(stage, dana)
    await first.goTo('risk/settings')
    await first.page.getByRole('button', { name: 'Propose Bank cards of one customer' }).click()
    await first.page.getByLabel('New value').fill('4')
    await first.page.getByLabel('Why').fill('Nobody uses five')
    expect(await first.axe()).toEqual([])
    await first.page.getByRole('button', { name: 'Propose', exact: true }).click()
    await first.page.getByText('another operator must confirm it').waitFor()
    const limit = async () => JSON.stringify(await post(stage.candor, 'payout/list', {}, asked.token))
    const asked = await cases.deposit('20')
    expect(await limit()).toContain('"maxBankCards":5')

    const second = await openSignedIn(stage, ito)
    await givePasskey(second.page, stage.candor, ito)
    await second.goTo('risk/settings')
    await second.page.getByText('5 → 4').waitFor()
    await second.page.getByRole('button', { name: 'Confirm' }).click()
    await confirmWithPasskey(second.page)
    await second.page.getByText('It holds for requests from now on').waitFor()
    await second.page.getByRole('row', { name: /Bank cards of one customer: 5 → 4.*dana-osei and m-ito/ }).waitFor()
    expect(await limit()).toContain('"maxBankCards":4')
    await first.closeWithoutFault()
    await second.closeWithoutFault()
  })
})

describe('what operators did', () => {
  it('is recorded in the audit trail, which can be verified and exported', async () => {
    const { page, goTo, context } = await openSignedIn(stage, dana)
    await goTo('audit')
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.getByText(/rows verified, all as written/).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('audit.ndjson')
    await context.close()
  })
})
