import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { register } from './customer.ts'
import { asOwner, hire, openScreen } from './operators.ts'
import type { Desk } from './operators.ts'
import { openApp } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'

const email = 'desk@example.com'
const sentence = 'Your application has not been approved yet, please consult online customer service'

let token: string
let dealer: TestOperator
let lead: TestOperator

const stage = setStage({ CANDOR_SANDBOX_REVIEWER: 'off' }, async () => {
  token = await register(stage.candor, email)
  await asOwner(stage.candor, "update identity.customer set kyc_state = 'verified' where email = $1", [email])
  dealer = await hire(stage.candor, 'd-dealer', ['desk'])
  lead = await hire(stage.candor, 'l-lead', ['lead'])
})

async function openApplications(operator: TestOperator): Promise<Desk> {
  const desk = await openScreen(stage, operator, 'floor/applications')
  await desk.page.getByRole('heading', { name: 'Applications waiting' }).waitFor()
  return desk
}

describe('a customer with a desk of their own', () => {
  let app: PhoneApp
  beforeAll(async () => {
    app = await openApp(stage, { look: { language: 'en' }, token })
  })
  afterAll(() => app.context.close())

  it('applies on the trading floor', async () => {
    const { page } = app
    await app.go('/pages/trade/trade')
    await page.getByRole('link', { name: 'Buy USDT yourself' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(await page.getByText(/^(Enter the name|Describe the desk)\.$/).count()).toBe(2)
    await app.findNoFault()
    await page.getByLabel('Name of the desk').fill('North Desk')
    await page.getByLabel('About the desk').fill('We buy USDT from neighbours.')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Submitted successfully and awaiting review').waitFor()
    await page.getByText('Under review', { exact: true }).waitFor()
    await app.findNoFault()
  })

  it('reads the sentence of the specification at an advert that comes too early', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Place an advert' }).click()
    await page.getByText(sentence).waitFor()
    await page.getByRole('link', { name: 'Ask customer service' }).waitFor()
    await app.findNoFault()
    await page.goBack()
  })

  it('is approved by two operators in the console, and sees it', async () => {
    const first = await openApplications(dealer)
    await first.page.getByText('We buy USDT from neighbours.').waitFor()
    expect(await first.axe()).toEqual([])
    await first.page.getByRole('button', { name: 'Confirm' }).click()
    await first.page.getByText('endorsed by d-dealer, waits for a lead').waitFor()
    expect(await first.page.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
    const second = await openApplications(lead)
    await second.page.getByRole('button', { name: 'Confirm' }).click()
    await second.page.getByText('approved by l-lead').waitFor()
    expect(await second.axe()).toEqual([])
    await first.closeWithoutFault()
    await second.closeWithoutFault()
    await app.go('/pages/trade/desk')
    await app.page.reload()
    await app.page.getByText('Approved', { exact: true }).waitFor()
    await app.findNoFault()
  })

  it('places an advert from the money of the desk, and closes it', async () => {
    const { page } = app
    await asOwner(
      stage.candor,
      `select ledger.receive('desk-funding:' || m.merchant_id, 'desk-funded',
         ledger.account_of(m.merchant_id, 'merchant', 1::smallint, null),
         ledger.stripe_of(m.merchant_id, 1::smallint), 2000000000)
       from floor.merchant as m join identity.customer using (customer_id) where email = $1`,
      [email],
    )
    await page.getByRole('button', { name: 'Place an advert' }).click()
    await page.getByText(/The official price is/).waitFor()
    const fill = async (label: string, text: string) => page.getByLabel(label).fill(text)
    await fill('USD for one USDT', '2')
    await fill('USDT to buy in total', '1000')
    await fill('Minimum per sale, USDT', '10')
    await fill('Maximum per sale, USDT', '500')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('The price is too far from the official price').waitFor()
    await app.findNoFault()
    // An advert has four decimals.
    const shown = await page.getByText(/The official price is/).innerText()
    const official = /is (\d\.\d{4})/.exec(shown)?.[1] ?? ''
    await fill('USD for one USDT', official)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Added successfully').waitFor()
    await page.getByText(`${official} USD per USDT`).waitFor()
    await app.findNoFault()
    await app.go('/pages/trade/trade')
    await page.getByText('North Desk').waitFor()
    await app.go('/pages/trade/desk')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByText('Advert closed').waitFor()
    await page.getByText('Closed', { exact: true }).waitFor()
    expect(app.faults).toEqual([])
  })
})
