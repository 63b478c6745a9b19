import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { oldestIdOf, paymentPassword, register, setPaymentPassword } from './customer.ts'
import { oneEachDay } from './looks-of-day.ts'
import { asOwner, hire, openScreen } from './operators.ts'
import { confirmWithPasskey, givePasskey } from './passkeys.ts'
import { openApp } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'

const email = 'floor@example.com'

let token: string
let dealer: TestOperator
let lead: TestOperator

const stage = setStage({ CANDOR_SANDBOX_REVIEWER: 'off' }, async () => {
  token = await registerVerifiedSeller()
  dealer = await hire(stage.candor, 'd-dealer', ['desk'])
  lead = await hire(stage.candor, 'l-lead', ['desk', 'lead'])
})

/** There are no reviewers here: the database's owner verifies the customer. */
async function registerVerifiedSeller(): Promise<string> {
  const own = await register(stage.candor, email)
  await asOwner(stage.candor, "update identity.customer set kyc_state = 'verified' where email = $1", [email])
  await setPaymentPassword(stage.candor, email, own)
  return own
}

const openConsole = (operator: TestOperator, place: string) => openScreen(stage, operator, place)

describe('the trading floor', () => {
  let app: PhoneApp
  let page: Page
  const toFloor = () => app.go('/pages/trade/trade')
  /** Opens the form of the first advert of a desk. */
  const openForm = async (desk: string) => {
    await toFloor()
    await page
      .getByRole('button', { name: `Sell to ${desk}` })
      .first()
      .click()
  }
  const sell = async (quantity: string) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Quantity in USDT').fill(quantity)
    await dialog.getByRole('button', { name: /^Sell \d/ }).click()
    await page.getByText('Payment password', { exact: true }).first().waitFor()
    await page.keyboard.type(paymentPassword)
  }

  beforeAll(async () => {
    app = await openApp(stage, { token })
    page = app.page
  })

  afterAll(() => app.context.close())

  it('is the third tab, and tells about each advert before one sells', async () => {
    await page.goto(stage.candor.address)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').nth(2).click()
    await page.getByText(/Confirms within 15 minutes/).waitFor()
    await page.getByRole('img', { name: '10,000 of 10,000 USDT left' }).waitFor()
    await app.findNoFault()
    await page.getByRole('link', { name: 'Kestrel OTC' }).click()
    await page.getByRole('heading', { name: 'About Kestrel OTC' }).waitFor()
    await app.findNoFault()
    await page.getByRole('button', { name: 'Sell USDT' }).click()
    await page.getByRole('dialog', { name: 'Sell to Kestrel OTC' }).waitFor()
  })

  it('says what is wrong with a quantity, then sells into an automatic advert at once', async () => {
    await openForm('Meridian Desk')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Quantity in USDT').fill('49')
    await dialog.getByRole('button', { name: 'One sale is at least 50 USDT' }).waitFor()
    await dialog.getByLabel('Quantity in USDT').fill('100')
    await dialog.getByText('After this sale, the advert has 19,900 USDT left.').waitFor()
    await app.findNoFault()
    await sell('100')
    await page.getByText('Completed', { exact: true }).waitFor()
    await page.getByText('It’s in your balance.').waitFor()
    await app.findNoFault()
  })

  it('waits for a desk that confirms by hand, in the console, by keyboard', async () => {
    await openForm('Kestrel OTC')
    await sell('250')
    await page.getByText('In progress', { exact: true }).waitFor()
    await page.getByText(/Until .*, 1[45]:\d\d left/).waitFor()
    await app.findNoFault()
    const desk = await openConsole(dealer, 'floor')
    await desk.page.getByRole('link', { name: /250\.00 USDT/ }).waitFor()
    await desk.page.keyboard.press('j')
    await desk.page.getByText('A desk confirms or lets the time pass.').waitFor()
    await desk.page.keyboard.press('c')
    await desk.page.getByText(/^Claimed by you until/).waitFor()
    await desk.page.getByRole('button', { name: 'Record my decision' }).click()
    await desk.page.getByText('Choose first').waitFor()
    await desk.page.keyboard.press('a')
    expect(await desk.axe()).toEqual([])
    await desk.page.getByRole('button', { name: 'Record my decision' }).click()
    await desk.page.getByText('This sale is over.').waitFor()
    // The customer's page is notified by itself.
    await page.getByText('Completed', { exact: true }).waitFor()
    await desk.closeWithoutFault()
  })

  it('gives everything back when the time passes, and says so', async () => {
    await asOwner(stage.candor, 'update floor.floor_setting set lapse_ms = 4000')
    await openForm('Kestrel OTC')
    await sell('300')
    await page.getByText('Not confirmed in time').waitFor()
    await page.getByText('300.00 USDT was returned to your balance.').waitFor()
    await app.findNoFault()
    await asOwner(stage.candor, 'update floor.floor_setting set lapse_ms = 900000')
  })

  it('leads to customer service from a refusal that tells to ask there', async () => {
    const refused = {
      code: 0,
      error: 'application-not-approved',
      msg: 'Not approved yet, please consult online customer service',
    }
    await page.route(/api\/floor\/(advert|sell)$/, (route) => route.fulfill({ json: refused }))
    await page.goto(`${stage.candor.address}#/pages/invest/info?type=advert&id=1`)
    await page.getByRole('button', { name: 'Ask customer service' }).waitFor()
    await openForm('Kestrel OTC')
    await sell('250')
    await page.getByRole('dialog').getByRole('link', { name: 'Ask customer service' }).click()
    await page.getByText('We never ask for passwords').waitFor()
    await page.unroute(/api\/floor\/(advert|sell)$/)
  })

  it('keeps what was typed while a desk publishes and closes adverts in the console', async () => {
    const desk = await openConsole(lead, 'floor/desks')
    await desk.page.getByRole('button', { name: 'Kestrel OTC' }).click()
    await desk.page.getByText('Money of Kestrel OTC').waitFor()
    await desk.page.getByRole('button', { name: 'Publish an advert' }).click()
    const dialog = desk.page.getByRole('alertdialog')
    await dialog.getByText(/A swap pays 0\.\d+ USD for one USDT now/).waitFor()
    await dialog.getByLabel('Confirmed').selectOption('auto')
    for (const [label, text] of [
      ['USD for one USDT', '1.005'],
      ['USDT to buy in total', '1000'],
      ['Minimum per sale, USDT', '10'],
      ['Maximum per sale, USDT', '1000'],
    ] as const) {
      await dialog.getByLabel(label).fill(text)
    }
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText('An automatic advert may not pay more than a swap does').waitFor()
    await dialog.getByLabel('USD for one USDT').fill('0.9')
    await dialog.getByLabel('Why this price').waitFor()
    await dialog.getByRole('button', { name: 'Propose', exact: true }).waitFor()
    expect(await desk.axe()).toEqual([])
    await dialog.getByLabel('USD for one USDT').fill('0.993')
    await dialog.getByText('It sets aside 993.00 USD of the desk’s free USD.').waitFor()
    expect(await desk.axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    const published = desk.page.getByRole('row', { name: /0\.9930/ })
    await published.waitFor()

    await toFloor()
    await page
      .getByRole('article')
      .filter({ hasText: '0.9930' })
      .getByRole('button', { name: 'Sell to Kestrel OTC' })
      .click()
    await page.getByRole('dialog').getByLabel('Quantity in USDT').fill('77')
    await published.getByRole('button', { name: 'Close' }).click()
    await page.getByText('This advert just closed. Nothing was sold').waitFor()
    expect(await page.getByRole('dialog').getByLabel('Quantity in USDT').inputValue()).toBe('77')
    await app.findNoFault()
    await published.getByRole('button', { name: 'Open again' }).click()
    await page.getByRole('button', { name: 'Sell 77.00 USDT' }).waitFor()
    await published.getByRole('button', { name: 'Close' }).click()
    expect([...desk.faults, ...app.faults]).toEqual([])
    await desk.context.close()
  })

  it('takes a desk, and money for it, only once a second person agrees', async () => {
    const first = await openConsole(dealer, 'floor/desks')
    await first.page.getByRole('button', { name: 'Add a desk' }).click()
    const dialog = first.page.getByRole('alertdialog')
    await dialog.getByLabel('Kind').selectOption('house')
    await dialog.getByLabel('Name').fill('Harbour & Co')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await first.page.getByText('applied by d-dealer').waitFor()
    expect(await first.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    const second = await openConsole(lead, 'floor/desks')
    await second.page.getByRole('button', { name: 'Approve' }).click()
    await second.page.getByText('applied by d-dealer').waitFor({ state: 'detached' })

    await first.page.getByRole('button', { name: 'Harbour & Co' }).click()
    await first.page.getByRole('button', { name: 'Enter a payment…' }).click()
    for (const [label, text] of [
      ['Amount, USD', '2500.5'],
      ['Reference of the payment', 'SEPA 17'],
      ['Why', 'Paid in at the bank'],
    ] as const)
      await first.page.getByLabel(label).fill(text)
    expect(await first.axe()).toEqual([])
    await first.page.getByRole('button', { name: 'Propose', exact: true }).click()
    await first.page.getByText('waits for a second person').waitFor()
    expect(await first.page.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
    await givePasskey(second.page, stage.candor, lead)
    await second.page.getByRole('button', { name: 'Harbour & Co' }).click()
    await second.page.getByRole('button', { name: 'Confirm' }).click()
    await confirmWithPasskey(second.page)
    await second.page.getByRole('cell', { name: '2,500.50', exact: true }).waitFor()
    expect(await second.axe()).toEqual([])
    await first.closeWithoutFault()
    await second.closeWithoutFault()
  })
})

const screensOf = (id: string) => [
  '/pages/trade/trade',
  '/pages/trade/trade?list=sales',
  '/pages/bill/trade',
  `/pages/bill/trade?id=${id}`,
  '/pages/bill/trade?id=999999',
  '/pages/invest/info?type=advert&id=3',
  '/pages/mine/mine',
]

describe.each(
  oneEachDay([
    ['light', 'zh'],
    ['dark', 'en'],
  ] as const),
)('its screens, %s, %s', (theme, language) => {
  it('are without a fault', async () => {
    const { page, go, axe, settled, closeWithoutFault } = await openApp(stage, { look: { theme, language }, token })
    for (const screen of screensOf(await oldestIdOf(stage.candor, 'floor/sale_list', token))) {
      await go(screen)
      await page.reload()
      await page.locator('main h1').waitFor()
      await settled()
      expect({ screen, faults: await axe() }).toEqual({ screen, faults: [] })
    }
    await closeWithoutFault()
  })
})
