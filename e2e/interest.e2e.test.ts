import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDueTerm } from '../apps/server/src/modules/interest/testing/open-due-term.ts'
import { withPool } from '../apps/server/src/platform/postgres/pool.ts'
import { oldestIdOf, registerVerified } from './customer.ts'
import { oneEachDay } from './looks-of-day.ts'
import { expectHiddenAmounts, openApp, openPhone } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'

/** So long is an order looked at before it is paid back; a busy machine pays it back a little later. */
const lookMs = 15_000
const email = 'interest@example.com'

let token: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, email)
})

/** Opens an order of the customer for a minute that began earlier. */
async function openDue(units: bigint, dueMs: number): Promise<string> {
  return await withPool(stage.candor.database.ownerUrl, 'test-owner', async (owner) => {
    const { rows } = await owner.query<{ id: bigint }>(
      'select customer_id as id from identity.customer where email = $1',
      [email],
    )
    return await openDueTerm(owner, { customerId: rows[0]?.id ?? 0n, units, dueMs })
  })
}

describe('the interest wallet', () => {
  let app: PhoneApp
  let page: Page

  beforeAll(async () => {
    app = await openApp(stage, { token })
    page = app.page
  })

  afterAll(() => app.context.close())

  it('is reached from home, and says what an amount earns before it is put in', async () => {
    await app.go('/')
    await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Interest' }).click()
    await page.getByRole('button', { name: 'Enter an amount' }).waitFor()
    await page.getByText('Interest budget left').waitFor()
    await app.findNoFault()
    const amount = page.getByLabel('Amount in USDT')
    await amount.fill('99')
    await page.getByRole('button', { name: 'The minimum is 100.00 USDT' }).waitFor()
    await amount.fill('999999')
    await page.getByRole('button', { name: 'The maximum is 5,000.00 USDT' }).waitFor()
    await amount.fill('')
    await amount.pressSequentially('2000')
    expect(await amount.inputValue()).toBe('2,000')
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    await page.keyboard.type('1')
    // The cursor stays behind the digit, in front of its separator.
    await page.keyboard.press('Backspace')
    await page.keyboard.type('1')
    expect(await amount.inputValue()).toBe('1,000')
    await page.getByRole('radio', { name: /30 days/ }).check({ force: true })
    await page.getByText('+6.00 USDT').waitFor()
    await page.getByText('money back, no interest').waitFor()
    await app.findNoFault()
  })

  it('tells about an offer, and goes on to the form of just this offer', async () => {
    await page.getByRole('link', { name: 'About this offer' }).click()
    await page.getByRole('heading', { name: 'About USDT for 30 days' }).waitFor()
    await page.getByText('1,000.00 USDT earn').waitFor()
    await app.findNoFault()
    const id = new URLSearchParams(page.url().split('?')[1]).get('id') ?? ''
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('Amount in USDT').waitFor()
    // A shared link: the form opens with its values instead of the defaults.
    await app.go(`/pages/invest/info?type=interest&id=${id}`)
    await page.reload()
    await page.getByRole('button', { name: 'Invest USDT' }).click()
    await page.getByRole('radio', { name: /30 days/, checked: true }).waitFor()
    await page.getByLabel('Amount in USDT').fill('1000')
    await app.go('/pages/invest/info?type=interest&id=999999')
    await page.getByText('This offer has ended').waitFor()
    await app.findNoFault()
    await page.goBack()
    await page.getByLabel('Amount in USDT').fill('1000')
    await page.getByRole('radio', { name: /30 days/ }).check({ force: true })
  })

  it('takes an amount out again early, once it was said that the interest is lost', async () => {
    await page.getByRole('button', { name: 'Invest 1,000.00 USDT' }).click()
    const confirm = page.getByRole('dialog', { name: 'Invest for 30 days' })
    await confirm.getByText('and get 1,006.00 USDT back').waitFor()
    await app.findNoFault()
    await confirm.getByRole('button', { name: 'Invest 1,000.00 USDT' }).click()
    await page.getByText('Earns for another 30 days').waitFor()
    await app.findNoFault()
    await page.getByRole('button', { name: 'Take out early' }).press('Enter')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('You lose the interest of +6.00 USDT').waitFor()
    await app.findNoFault()
    await dialog.getByRole('button', { name: 'Take out, lose the interest' }).press('Enter')
    await page.getByText('Taken out early and paid back without interest.').waitFor()
    expect(await page.getByRole('button', { name: 'Take out early' }).count()).toBe(0)
    await app.findNoFault()
  })

  it('pays an amount back with its interest while one looks at it', async () => {
    const id = await openDue(5_000_000_000n, Date.now() + lookMs)
    await app.go(`/pages/interest/interest_order?id=${id}`)
    await page.getByText(/Earns for another 0:\d\d/).waitFor()
    await page.getByText('Earning', { exact: true }).waitFor()
    await page.getByText('Expired', { exact: true }).waitFor({ timeout: 4 * lookMs })
    await page.getByText('Paid back with +0.000347 USDT interest.').waitFor()
    await app.findNoFault()
  })

  it('lists what earns and what has expired, and sums it up', async () => {
    await app.go('/pages/interest/interest')
    await page.getByText('+0.000347 USDT').waitFor()
    await page.getByLabel('Amount in USDT').fill('500')
    await page.getByRole('radio', { name: /7 days/ }).check({ force: true })
    await page.getByRole('button', { name: 'Invest 500.00 USDT' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Invest 500.00 USDT' }).click()
    await page.getByText('Earns for another 7 days').waitFor()
    await app.go('/pages/interest/interest')
    await page.getByRole('button', { name: 'Records' }).click()
    await page.getByRole('link', { name: /Expired/ }).waitFor()
    await page.getByRole('link', { name: /Taken out/ }).waitFor()
    await app.findNoFault()
    await page.getByRole('radio', { name: 'Earning' }).check({ force: true })
    await page.getByRole('link', { name: /Expired/ }).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('link', { name: /Earning/ }).count()).toBe(1)
    await app.findNoFault()
  })

  it('hides its amounts with all others', async () => {
    const id = await oldestIdOf(stage.candor, 'interest/order_list', token)
    await expectHiddenAmounts(
      app,
      ['/pages/interest/interest', '/pages/interest/interest_order', `/pages/interest/interest_order?id=${id}`],
      /\b(500|1,000|5,000)\.00|0\.000694/,
    )
    expect(app.faults).toEqual([])
  })
})

const screensOf = (id: string) => [
  '/pages/interest/interest',
  '/pages/interest/interest_order',
  `/pages/interest/interest_order?id=${id}`,
  '/pages/interest/interest_order?id=999999',
  '/pages/invest/info?type=interest&id=1',
]

describe.each([
  ['light', 'en'] as const,
  ...oneEachDay([
    ['dark', 'en'],
    ['light', 'zh'],
    ['dark', 'zh'],
  ] as const),
])('its screens, %s, %s', (theme, language) => {
  it('are without a fault', async () => {
    const context = await openPhone(stage.browser, { look: { theme, language }, token })
    const folder = process.env['CANDOR_SHOTS']
    const faultsOf = async (screen: string, index: number) => {
      const { page, axe, faults, settled } = await openWatchedPage(context)
      await page.goto(`${stage.candor.address}#${screen}`)
      await page.locator('main h1').waitFor()
      await settled()
      const found = [...(await axe()), ...faults].map((fault) => `${screen} ${fault}`)
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${index}-${theme}-${language}.png` })
      return found
    }
    const screens = screensOf(await oldestIdOf(stage.candor, 'interest/order_list', token))
    // In parallel: a screen mostly waits.
    expect((await Promise.all(screens.map(faultsOf))).flat()).toEqual([])
    await context.close()
  })
})
