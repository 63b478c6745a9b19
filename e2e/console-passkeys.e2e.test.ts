import { passkeyCodeKey } from '@candor/formulas/passkey-proof'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { createCases } from './console-cases.ts'
import type { Cases } from './console-cases.ts'
import { asOwner, hire, openDesk, signIn } from './operators.ts'
import { confirmWithPasskey, givePasskey, plugAuthenticator, touchInTurn } from './passkeys.ts'
import { setStage } from './stage.ts'

const code = 'abcd-efgh-2345-abcd'

let ada: TestOperator
let grace: TestOperator
let cases: Cases

const stage = setStage({ CANDOR_SANDBOX_REVIEWER: 'off' }, async () => {
  ada = await hire(stage.candor, 'ada', ['payments'])
  grace = await hire(stage.candor, 'grace', ['payments'])
  cases = createCases(stage.candor, stage.browser)
})

/** Chooses to approve, and records it. */
async function approve(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Your decision' }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Record my decision' }).click()
}

it('an operator adds a passkey with a one-time code, and signs with it what is approved, in words', async () => {
  const asked = await cases.withdrawal('500')
  const { page, goTo, axe, closeWithoutFault } = await openDesk(stage.browser, stage.candor)
  await signIn(page, stage.candor, ada)
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  const authenticator = await plugAuthenticator(page)
  await goTo(`withdrawals/${asked.id}`)
  await approve(page)
  await page.getByText('Add a passkey to your account first').waitFor()

  await asOwner(stage.candor, 'select operator.allow_passkey($1, $2)', [ada.name, Buffer.from(passkeyCodeKey(code))])
  await page.getByRole('button', { name: /theme, passkeys and sign out/ }).click()
  await page.getByRole('button', { name: 'Passkeys', exact: true }).click()
  const passkeys = page.getByRole('alertdialog', { name: 'Passkeys' })
  await passkeys.getByText('You have no passkey yet.').waitFor()
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByText('Give it a name').waitFor()
  expect(await axe()).toEqual([])
  await passkeys.getByLabel('Name of the passkey').fill('Office key')
  await passkeys.getByLabel('One-time code').fill('another code')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByText('The passkey was not accepted').waitFor()
  await passkeys.getByLabel('One-time code').fill(code.toUpperCase())
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByText('Office key').waitFor()
  await passkeys.getByText('Confirm the new passkey with one you already have.').waitFor()
  await passkeys.getByRole('button', { name: 'Close' }).click()

  await approve(page)
  const dialog = page.getByRole('alertdialog', { name: 'Approve a withdrawal' })
  await dialog.getByText('withdrawal approve, number').waitFor()
  await dialog.getByText('500 USD', { exact: true }).waitFor()
  await dialog.getByText('Musterbank, Lena Musterfrau, •••• 3000').waitFor()
  await dialog.getByText('DE89 3704 0044 0532 0130 00').waitFor()
  await dialog.getByRole('button', { name: /^All \d+ bytes$/ }).click()
  await dialog.getByText('Candor confirmation 1').waitFor()
  await dialog.getByText(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/).waitFor()
  expect(await axe()).toEqual([])
  const sign = dialog.getByRole('button', { name: 'Use the passkey' })

  await authenticator.setVerified(false)
  await sign.click()
  await dialog.getByText('the passkey signed nothing').waitFor()
  await authenticator.setVerified(true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('the passkey signed nothing').waitFor()
  expect(await cases.stateOf('withdrawal/detail', asked)).toBe('under-review')

  await approve(page)
  await dialog.waitFor()
  await asOwner(stage.candor, 'delete from operator.confirmation where confirmed_ms is null')
  await sign.click()
  await dialog.getByText('The confirmation took too long').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await approve(page)
  await sign.click()
  await page.getByText('A second person must approve').waitFor()
  await page.getByText('Your part is done').waitFor()
  await closeWithoutFault()
})

it('an operator who has a passkey adds a second one with it, and signs with the second alone', async () => {
  const asked = await cases.withdrawal('400')
  const { page, goTo, axe, closeWithoutFault } = await openDesk(stage.browser, stage.candor)
  await signIn(page, stage.candor, grace)
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  const first = await givePasskey(page, stage.candor, grace)
  const second = await plugAuthenticator(page, 'usb')
  const touched = { making: second, using: first }
  await touchInTurn(page, touched)

  await page.getByRole('button', { name: /theme, passkeys and sign out/ }).click()
  await page.getByRole('button', { name: 'Passkeys', exact: true }).click()
  const passkeys = page.getByRole('alertdialog', { name: 'Passkeys' })
  await passkeys.getByText('A key of tests').waitFor()
  expect(await passkeys.getByLabel('One-time code').count()).toBe(0)
  expect(await axe()).toEqual([])
  const add = passkeys.getByRole('button', { name: 'Add a passkey' })
  await passkeys.getByLabel('Name of the passkey').fill('Key at home')
  await second.setVerified(false)
  await add.click()
  await passkeys.getByText('No passkey was added').waitFor()

  await second.setVerified(true)
  await first.setVerified(false)
  await add.click()
  await passkeys.getByText('The new passkey wasn’t confirmed').waitFor()
  await first.setVerified(true)
  await add.click()
  await passkeys.getByText('Key at home').waitFor()
  await passkeys.getByText('A key of tests').waitFor()
  expect(await axe()).toEqual([])
  await passkeys.getByRole('button', { name: 'Close' }).click()

  await first.unplug()
  touched.using = second
  await goTo(`withdrawals/${asked.id}`)
  await approve(page)
  await confirmWithPasskey(page)
  await page.getByText('Your part is done').waitFor()
  await closeWithoutFault()
})
