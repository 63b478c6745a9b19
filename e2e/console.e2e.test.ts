import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { createCases } from './console-cases.ts'
import type { Cases } from './console-cases.ts'
import { post } from './customer.ts'
import { asOwner, hire, openDesk, openScreen, openSignedIn, signIn } from './operators.ts'
import type { Desk } from './operators.ts'
import { confirmWithPasskey, givePasskey } from './passkeys.ts'
import { setStage } from './stage.ts'

const screens = [
  'overview',
  'reviews',
  'withdrawals',
  'withdrawals/decided',
  'recharges',
  'recharges/mine',
  'floor',
  'floor/desks',
  'customers',
  'customers/1',
  'risk',
  'risk/history',
  'risk/terms',
  'risk/interest',
  'risk/swaps',
  'risk/adverts',
  'risk/settings',
  'risk/corrections',
  'risk/incidents',
  'support',
  'support/find',
  'support/answers',
  'messages',
  'team',
  'audit',
] as const
const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1024 },
] as const

let dana: TestOperator
let ito: TestOperator
let paul: TestOperator
let trader: TestOperator
let cases: Cases

const stage = setStage({ CANDOR_SANDBOX_REVIEWER: 'off' }, async () => {
  dana = await hire(stage.candor, 'dana-osei', ['support', 'kyc', 'payments', 'risk', 'auditor', 'security'])
  ito = await hire(stage.candor, 'm-ito', ['kyc', 'payments', 'lead'])
  paul = await hire(stage.candor, 'paul-kim', ['payments'])
  trader = await hire(stage.candor, 'a-trader', ['desk'])
  cases = createCases(stage.candor, stage.browser)
})

const signedIn = (operator: TestOperator, look: (typeof looks)[number] = looks[0]) =>
  openSignedIn(stage, operator, look)

const openAt = (operator: TestOperator, screen: string) => openScreen(stage, operator, screen)

/** A screen of an operator who has a passkey to sign with. */
async function signerAt(operator: TestOperator, screen: string): Promise<Desk> {
  const desk = await signedIn(operator)
  await givePasskey(desk.page, stage.candor, operator)
  await desk.goTo(screen)
  return desk
}

/** Proposes what the open dialog says: only with a reason, and it is another operator's to confirm. */
async function proposeWith({ page, axe }: Desk, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await page.getByText('Say why in a few words').waitFor()
  await page.getByLabel('Why').fill(reason)
  expect(await axe()).toEqual([])
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await page.getByText('another operator must confirm it').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
}

/** Confirms the proposal of another operator on the screen, and signs that. */
async function confirmOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm' }).click()
  await confirmWithPasskey(page)
}

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/**
 * The name of the focused element, and whether its focus is visible: by its own outline, or by that of the row around a
 * radio button.
 */
const focused = `(() => {
  const element = document.activeElement
  const shown = [element, element.closest('label, [class*=search]')].filter(Boolean).map((part) => getComputedStyle(part))
  const isSeen = shown.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow.includes('2px inset'))
  return { name: (element.textContent || element.getAttribute('aria-label') || element.tagName).trim(), isSeen }
})()`

/** Chooses by key and records it. */
async function decide(page: Page, key: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Your decision' }).waitFor()
  await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Record my decision' }).click()
}

describe('signing in', () => {
  it('takes a name, a password and a fresh code, and ends with the tab', async () => {
    const { page, context, closeWithoutFault } = await signedIn(dana)
    await page.getByText('dana-osei').first().waitFor()
    await page.getByText('Nobody here can').waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('operator')
    const other = await context.newPage()
    await other.goto(`${stage.candor.consoleOrigin}/`)
    await other.getByRole('button', { name: 'Sign in' }).waitFor()
    await closeWithoutFault()
  })

  it('says what is wrong, and asks for a fresh code', async () => {
    const { page, context, axe } = await openDesk(stage.browser, stage.candor)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Six digits').waitFor()
    expect(await axe()).toEqual([])
    await signIn(page, stage.candor, { ...ito, password: 'a password of somebody else' })
    await expect.poll(() => page.getByLabel('Code of your authenticator').inputValue()).toBe('')
    expect(await page.getByRole('button', { name: 'Sign in' }).isVisible()).toBe(true)
    await context.close()
  })

  it('is asked for again once the session has ended', async () => {
    const { page, goTo, context } = await signedIn(ito)
    await asOwner(stage.candor, 'delete from operator.session')
    await goTo('reviews')
    await page.getByText('Your session has ended').waitFor()
    await context.close()
  })

  it('opens only what the roles include, and says who may do the rest', async () => {
    const { page, goTo, context, axe } = await signedIn(trader)
    await goTo('reviews')
    await page.getByText('Your roles don’t include this').waitFor()
    await page.getByText('identity reviewer or lead').waitFor()
    expect(await axe()).toEqual([])
    await context.close()
  })
})

describe('an identity check', () => {
  it('is decided by two, blind, by keyboard, and the photos open only with a reason', async () => {
    const submitted = await cases.document('Lena Musterfrau', 'L01X00T47')
    const { id } = submitted
    for (const [operator, stage] of [
      [dana, '1 of 2'],
      [ito, '2 of 2'],
    ] as const) {
      const { page, goTo, context, axe, faults } = await signedIn(operator)
      await goTo('reviews')
      await page.keyboard.press('j')
      await page.waitForURL(new RegExp(`#/reviews/${id}$`))
      await page.getByText(stage, { exact: true }).waitFor()
      expect(await page.locator('figure img').count()).toBe(0)
      await page.getByRole('button', { name: 'Open the photos' }).click()
      await expect.poll(() => page.locator('figure img').count()).toBe(2)
      await page
        .getByText(/photo opened: Review of this case/)
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Turn the front photo' }).click()
      await page.keyboard.press('a')
      expect(await page.getByRole('radio', { name: /Approve/ }).isChecked()).toBe(true)
      expect(await axe()).toEqual([])
      await page.getByRole('button', { name: 'Record my decision' }).click()
      await page.getByText(stage === '1 of 2' ? /stays sealed/ : /customer is verified/).waitFor()
      expect(faults).toEqual([])
      expect(await cases.stateOf('kyc/state', submitted)).toBe(stage === '1 of 2' ? 'under-review' : 'verified')
      await context.close()
    }
  })

  it('asks what is wrong before it refuses, and tells the customer', async () => {
    const submitted = await cases.document('Max Mustermann', 'L01X00T99')
    for (const operator of [dana, ito]) {
      const { page, goTo, context } = await signedIn(operator)
      await goTo(`reviews/${submitted.id}`)
      await page.getByRole('radio', { name: /Approve/ }).waitFor()
      await page.keyboard.press('p')
      await page.getByRole('button', { name: 'Record my decision' }).click()
      await page.getByText('Say what is wrong').waitFor()
      await page.getByLabel('What is wrong with the photo: back').selectOption('blurred')
      await page.getByRole('button', { name: 'Record my decision' }).click()
      await page.getByText(/^Recorded\./).waitFor()
      await context.close()
    }
    expect(await cases.stateOf('kyc/state', submitted)).toBe('rejected')
  })
})

describe('a withdrawal', () => {
  it('above the threshold needs two people; then it is paid with a reference and arrives', async () => {
    const asked = await cases.withdrawal('500')
    const first = await signerAt(dana, `withdrawals/${asked.id}`)
    await decide(first.page, 'a')
    await confirmWithPasskey(first.page)
    await first.page.getByText('A second person must approve').waitFor()
    await first.page.getByText('Your part is done').waitFor()
    expect(await first.axe()).toEqual([])
    expect(await cases.stateOf('withdrawal/detail', asked)).toBe('under-review')

    const second = await signerAt(ito, `withdrawals/${asked.id}`)
    await second.page.getByText('2 of 2', { exact: true }).waitFor()
    await second.page.getByRole('button', { name: 'Show the full number' }).click()
    await second.page.getByText('DE89370400440532013000').waitFor()
    await decide(second.page, 'a')
    await confirmWithPasskey(second.page, 'You see who it was once you’ve decided.')
    await second.page.getByText('can be paid').waitFor()
    expect(await cases.stateOf('withdrawal/detail', asked)).toBe('approved')

    await second.page.getByRole('radio', { name: /Record the payment/ }).check()
    await second.page.getByRole('button', { name: 'Record my decision' }).click()
    await second.page.getByText('Enter the reference of the payment').waitFor()
    await second.page.getByLabel('Reference of the payment').fill('SEPA-2026-001')
    await second.page.getByRole('button', { name: 'Record my decision' }).click()
    await expect.poll(() => cases.stateOf('withdrawal/detail', asked)).toBe('sent')
    await second.page.getByText('You approved it. Another operator completes it.').waitFor()
    expect(await second.page.getByRole('radio', { name: /It arrived/ }).isDisabled()).toBe(true)
    expect(await second.axe()).toEqual([])

    const third = await openAt(paul, `withdrawals/${asked.id}`)
    await third.page.getByRole('radio', { name: /It arrived/ }).check()
    await third.page.getByRole('button', { name: 'Record my decision' }).click()
    await expect.poll(() => cases.stateOf('withdrawal/detail', asked)).toBe('completed')
    expect([...first.faults, ...second.faults, ...third.faults]).toEqual([])
    for (const { context } of [first, second, third]) await context.close()
  })

  it('that was paid fails only where two people say that it was not', async () => {
    const asked = await cases.withdrawal('50')
    const first = await signerAt(dana, `withdrawals/${asked.id}`)
    await decide(first.page, 'a')
    await first.page.getByRole('radio', { name: /Record the payment/ }).check()
    await first.page.getByLabel('Reference of the payment').fill('SEPA-2026-002')
    await first.page.getByRole('button', { name: 'Record my decision' }).click()
    await first.page.getByRole('radio', { name: /It was not paid/ }).check()
    await first.page.getByLabel('Proof that it was never paid').fill('The bank returned the order unpaid.')
    await first.page.getByRole('button', { name: 'Record my decision' }).click()
    await confirmWithPasskey(first.page)
    await first.page.getByText(/Reported as not paid/).waitFor()
    expect(await cases.stateOf('withdrawal/detail', asked)).toBe('sent')
    const second = await signerAt(ito, `withdrawals/${asked.id}`)
    await second.page.getByRole('radio', { name: /It was not paid/ }).check()
    await second.page
      .getByLabel('Proof that it was never paid')
      .fill('Seen in the statement of the bank: nothing left.')
    await second.page.getByRole('button', { name: 'Record my decision' }).click()
    await confirmWithPasskey(second.page)
    await expect.poll(() => cases.stateOf('withdrawal/detail', asked)).toBe('failed')
    for (const { context } of [first, second]) await context.close()
  })
})

describe('a recharge', () => {
  it('is credited once its transaction was found behind the voucher', async () => {
    const asked = await cases.deposit('25')
    const { page, goTo, axe, closeWithoutFault } = await signedIn(dana)
    await goTo('recharges')
    await page.keyboard.press('j')
    await page.waitForURL(new RegExp(`#/recharges/${asked.id}$`))
    await page.getByRole('button', { name: 'Open the voucher' }).click()
    await page.getByAltText('The voucher as the customer sent it').waitFor()
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Record my decision' }).click()
    await page.getByText('Enter the transaction').waitFor()
    await page.getByLabel('Transaction that the voucher shows').fill(`0x${'ab'.repeat(32)}`)
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Record my decision' }).click()
    await expect.poll(() => cases.stateOf('recharge/detail', asked)).toBe('completed')
    await closeWithoutFault()
  })
})

describe('a customer', () => {
  it('is found, disabled with a reason and enabled again, and everybody sees that', async () => {
    const asked = await cases.deposit('20')
    const account = z.parse(z.object({ id: z.string() }), await post(stage.candor, 'user/info', {}, asked.token))
    const { page, goTo, axe, closeWithoutFault } = await signedIn(dana)
    await goTo('customers')
    await page.keyboard.press('/')
    await page.keyboard.type(account.id)
    await page.getByRole('link', { name: new RegExp(account.id) }).click()
    await page.getByRole('region', { name: 'Timeline' }).getByRole('link', { name: /^Open/ }).first().waitFor()
    await page.getByLabel('What is shown').selectOption('login')
    await page.getByRole('region', { name: 'Timeline' }).getByRole('link').first().waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Timeline' }).getByText('Sign-in').first().waitFor()
    await page.getByText('Who looked at this page').waitFor()
    await page.getByRole('button', { name: 'Disable the account' }).click()
    expect(await axe()).toEqual([])
    await page.getByLabel('Reason').selectOption('customer-asked')
    await dialogOf(page).getByRole('button', { name: 'Disable the account' }).click()
    await page.getByText('The account is disabled.').waitFor()
    const refused = await fetch(`${stage.candor.origin}/api/user/info`, {
      method: 'POST',
      headers: { token: asked.token },
    })
    expect(await refused.json()).toMatchObject({ error: 'account-disabled' })
    await page.getByRole('button', { name: 'Enable the account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enable the account' }).click()
    await page.getByText('The account is enabled.').waitFor()
    await closeWithoutFault()
  })
})

describe('a correction', () => {
  it('moves money only once a second person confirms it, and the customer sees it', async () => {
    const asked = await cases.deposit('20')
    const account = z.parse(z.object({ id: z.string() }), await post(stage.candor, 'user/info', {}, asked.token))
    const first = await openAt(dana, 'customers')
    await first.page.getByRole('searchbox').fill(account.id)
    await first.page.getByRole('link', { name: new RegExp(account.id) }).click()
    await first.page.getByRole('button', { name: 'Propose a correction' }).click()
    await first.page.getByLabel('Amount; a minus takes it from the customer').fill('-12.50')
    await first.page.getByLabel('Note, written to the audit trail').fill('booked twice')
    await first.page.getByRole('button', { name: 'Propose', exact: true }).click()
    await first.page.getByText('Another person must confirm it').waitFor()
    const statement = async () => JSON.stringify(await post(stage.candor, 'wallet/statement', {}, asked.token))
    expect(await statement()).not.toContain('-12.5')

    const second = await signerAt(ito, 'risk/corrections')
    await confirmOn(second.page)
    await second.page.getByText('booked by m-ito').waitFor()
    expect(await statement()).toContain('-12.5')
    for (const { context } of [first, second]) await context.close()
  })
})

describe('terms', () => {
  it('change only where a second person confirms them, and say what would change', async () => {
    const first = await openAt(dana, 'risk/terms')
    await first.page.getByLabel('Market').selectOption('BTCUSDT')
    await first.page
      .getByRole('row', { name: /^5 min/ })
      .getByRole('button', { name: 'Propose a change' })
      .click()
    await first.page.getByLabel('Payout in basis points').fill('8000')
    await proposeWith(first, 'A calmer market')
    const payout = async () => JSON.stringify(await post(stage.candor, 'contract/terms', { symbol: 'BTCUSDT' }))
    expect(await payout()).not.toContain('"payoutBps":8000')

    const second = await signerAt(ito, 'risk/terms')
    await second.page
      .getByText(/80\.00%/)
      .first()
      .waitFor()
    await confirmOn(second.page)
    await second.page.getByText('Orders from now on have these terms').waitFor()
    expect(await payout()).toContain('"payoutBps":8000')
    for (const { closeWithoutFault } of [first, second]) await closeWithoutFault()
  })
})

describe('a market', () => {
  it('is halted by one with a reason, and takes orders again only where a second person lifts that', async () => {
    const isHalted = async () =>
      JSON.stringify(await post(stage.candor, 'market/instruments', { category: 'crypto' })).includes('"isHalted":true')
    const first = await openAt(dana, 'risk')
    await first.page.getByRole('button', { name: 'Halt a market…' }).click()
    await first.page.getByLabel('Market', { exact: true }).selectOption('SOLUSDT')
    await first.page.getByRole('button', { name: 'Halt the market' }).click()
    await first.page.getByText('Say why in a few words').waitFor()
    expect(await first.axe()).toEqual([])
    await first.page.getByRole('textbox').fill('The price jumped without a trade')
    await first.page.getByRole('button', { name: 'Halt the market' }).click()
    await first.page.getByText('Halted. New orders are refused.').waitFor()
    await expect.poll(isHalted).toBe(true)
    await first.page.getByRole('button', { name: 'Ask to lift it' }).click()
    await first.page.getByRole('textbox').fill('It was a split of the coin')
    await dialogOf(first.page).getByRole('button', { name: 'Ask to lift it' }).click()
    await first.page.getByText('dana-osei asked to lift it').waitFor()
    expect(await first.page.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
    expect(await first.axe()).toEqual([])

    const second = await signerAt(ito, 'risk')
    await second.page.getByText('by whom is hidden until decided: It was a split').waitFor()
    await confirmOn(second.page)
    await second.page.getByText('Lifted. The market takes orders again.').waitFor()
    await expect.poll(isHalted).toBe(false)
    for (const { closeWithoutFault } of [first, second]) await closeWithoutFault()
  })
})

describe('an interest product', () => {
  it('shows what is set aside for its orders, and changes only where a second person confirms it', async () => {
    await cases.interest('250')
    const first = await openAt(dana, 'risk/interest')
    await first.page.getByText('0.0% of it, for 1 order').waitFor()
    const week = first.page.getByRole('row', { name: /^USDT, 7 days/ })
    await week.getByRole('cell', { name: '250.00' }).waitFor()
    await week.getByRole('button', { name: 'Propose a change' }).click()
    await first.page.getByLabel('Daily rate in millionths of the amount').fill('180')
    await proposeWith(first, 'Rates went up')
    const offered = async () => JSON.stringify(await post(stage.candor, 'interest/products', {}))
    expect(await offered()).not.toContain('"dailyRatePpm":180')

    const second = await signerAt(ito, 'risk/interest')
    await second.page.getByText('daily rate: 0.0150% → 0.0180%').waitFor()
    expect(await second.page.getByRole('button', { name: 'Propose a change' }).count()).toBe(0)
    await confirmOn(second.page)
    await second.page.getByText('Orders from now on have this version').waitFor()
    expect(await offered()).toContain('"dailyRatePpm":180')
    for (const { closeWithoutFault } of [first, second]) await closeWithoutFault()
  })

  it('that is new can be proposed, and rejected with a reason', async () => {
    const first = await openAt(dana, 'risk/interest')
    await first.page.getByRole('button', { name: 'Propose a new product' }).click()
    for (const [label, value] of [
      ['Duration in days', '90'],
      ['Daily rate in millionths of the amount', '300'],
      ['Smallest order', '10'],
      ['Largest order', '1000'],
      ['Why', 'For a quarter'],
    ] as const)
      await first.page.getByLabel(label).fill(value)
    await first.page.getByRole('button', { name: 'Propose', exact: true }).click()
    await first.page.getByText('USDT, 90 days').waitFor()
    const second = await openAt(ito, 'risk/interest')
    await second.page.getByRole('button', { name: 'Reject' }).click()
    await dialogOf(second.page).getByRole('textbox').fill('Not covered well enough')
    await dialogOf(second.page).getByRole('button', { name: 'Reject' }).click()
    await second.page.getByText('Nothing is waiting.').waitFor()
    expect(JSON.stringify(await post(stage.candor, 'interest/products', {}))).not.toContain(String(90 * 86_400_000))
    for (const { context } of [first, second]) await context.close()
  })
})

describe('terms of swaps', () => {
  it('change for later quotes once a second person confirms them', async () => {
    const first = await openAt(dana, 'risk/swaps')
    await first.page
      .getByRole('row', { name: /^USDT into USD/ })
      .getByRole('button', { name: 'Propose a change' })
      .click()
    await first.page.getByLabel('Spread in basis points').fill('8')
    await first.page.getByLabel('Why').fill('A wider market')
    expect(await first.axe()).toEqual([])
    await first.page.getByRole('button', { name: 'Propose', exact: true }).click()
    await first.page.getByText('another operator must confirm it').waitFor()

    const second = await signerAt(ito, 'risk/swaps')
    await second.page.getByText('spread: 0.05% → 0.08%').waitFor()
    await confirmOn(second.page)
    await second.page.getByText('Quotes from now on have these terms').waitFor()
    await second.page
      .getByRole('row', { name: /^USDT into USD/ })
      .getByText('0.08%')
      .waitFor()
    for (const { closeWithoutFault } of [first, second]) await closeWithoutFault()
  })
})

describe('the desk', () => {
  it('is walked by keyboard: everything can be reached and shows where the focus is', async () => {
    await cases.deposit('20')
    const { page, goTo, context } = await signedIn(dana)
    await goTo('recharges')
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Record my decision' }).waitFor()
    // From the top of the page, wherever the focus was.
    await page.reload()
    await page.getByRole('button', { name: 'Record my decision' }).waitFor()
    const reached: string[] = []
    for (let step = 0; step < 60 && !reached.includes('Record my decision'); step += 1) {
      await page.keyboard.press('Tab')
      const { name, isSeen } = z.parse(
        z.object({ name: z.string(), isSeen: z.boolean() }),
        await page.evaluate(focused),
      )
      expect({ name, isSeen }).toEqual({ name, isSeen: true })
      reached.push(name)
    }
    for (const name of [
      'Reviews',
      'Audit trail',
      'Next case',
      'Take this case',
      'Open the voucher',
      'Record my decision',
    ])
      expect(reached.some((text) => text.startsWith(name))).toBe(true)
    await context.close()
  })

  it('keeps what it shows without a connection, says since when, and goes on by itself', async () => {
    const { page, goTo, context } = await signedIn(dana)
    await goTo('recharges')
    await page.getByRole('link', { name: /USDT/ }).first().waitFor()
    await context.setOffline(true)
    await page.getByText(/No connection\. This data is from/).waitFor()
    expect(await page.getByRole('link', { name: /USDT/ }).count()).toBeGreaterThan(0)
    await context.setOffline(false)
    await page.getByText(/No connection/).waitFor({ state: 'detached' })
    await context.close()
  })
})

describe.each(looks)('in the $theme theme, $width px wide', (look) => {
  it('every screen is accessible, fits and is free of errors', async () => {
    await cases.document(
      'Wolfeschlegelsteinhausenbergerdorff Maximilian Alexander',
      look.theme === 'light' ? 'L01X00T11' : 'L01X00T22',
    )
    await cases.withdrawal('400')
    await cases.deposit('30')
    const { page, goTo, settled, context, faults, axe } = await signedIn(dana, look)
    const found: string[] = []
    for (const screen of screens) {
      await goTo(screen)
      await page.keyboard.press('j')
      await settled()
      const overflow = z.parse(z.number(), await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      if (overflow > 0) found.push(`${screen} is ${overflow} px too wide`)
      found.push(...(await axe()).map((fault) => `${screen} ${fault}`))
    }
    expect([...found, ...faults]).toEqual([])
    await context.close()
  })
})
