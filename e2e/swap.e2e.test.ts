import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oldestIdOf, registerVerified } from './customer.ts'
import { expectSignInOn, expectSoundScreens, openApp, otherLooks } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'

let token: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, 'swap@example.com')
})

describe('swapping', () => {
  let app: PhoneApp
  let page: Page
  const dialog = () => page.getByRole('dialog', { name: /^Swap USDT? to USDT?$/ })

  beforeAll(async () => {
    app = await openApp(stage, { token })
    page = app.page
  })

  afterAll(() => app.context.close())

  it('begins on home, and says what is missing before it quotes', async () => {
    await app.go('/')
    await page.getByRole('link', { name: 'Swap' }).click()
    await page.getByRole('button', { name: 'Enter an amount' }).waitFor()
    await app.findNoFault()
    const amount = page.getByLabel('You pay, in USD')
    await amount.fill('0')
    await page.getByRole('button', { name: 'The minimum is 1.00 USD' }).waitFor()
    await amount.fill('9999999')
    await page.getByRole('button', { name: 'That’s more than you have available' }).waitFor()
    await amount.fill('1,000,0')
    await page.getByRole('button', { name: 'Enter a valid amount' }).waitFor()
    await app.findNoFault()
  })

  it('holds a quote for seconds, renews it, and books to the last digit what the screen said', async () => {
    await page.getByRole('button', { name: '250' }).click()
    await page.getByText(/Rate held for \d+ s/).waitFor()
    await page
      .getByText(/1 USD = 0\.99\d+ USDT|1 USD = 1\.\d+ USDT/)
      .first()
      .waitFor()
    await page.getByText(/\sUSD, 0\.05%/).waitFor()
    await app.findNoFault()
    await page.waitForResponse((response) => response.url().endsWith('/api/swap/quote'))
    await page.getByRole('button', { name: 'Swap 250 USD' }).click()
    await dialog().getByText('USDT available after').waitFor()
    await app.findNoFault()
    // Left open, the confirmation renews an expired quote and says so; the confirmed one is booked.
    await dialog().getByText('The rate expired').waitFor()
    await app.findNoFault()
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/swap/execute'))
    // Read and pressed at once, while a quote is held: the next renewal may change the amount.
    const press = `(() => {
      const button = document.querySelector('dialog button:not([aria-label], [aria-busy])')
      button?.click()
      return button && document.querySelectorAll('dialog b')[1].textContent
    })()`
    let said: unknown = null
    await expect.poll(async () => (said = await page.evaluate(press))).not.toBeNull()
    expect((await answer).ok()).toBe(true)
    await page.getByText('Swap successful').waitFor()
    await page.getByRole('button', { name: 'all digits' }).first().click()
    await page.getByText(`+${String(said)}`, { exact: true }).waitFor()
    await app.findNoFault()
  })

  it('turns the direction round and keeps what was typed', async () => {
    await app.go('/pages/swap/swap')
    await page.getByLabel('You pay, in USD').fill('40')
    await page.getByRole('button', { name: 'Swap direction: USD to USDT' }).click()
    expect(await page.getByLabel('You pay, in USDT').inputValue()).toBe('40')
    await page.getByRole('button', { name: /^Swap 40 USDT/ }).click()
    await dialog()
      .getByRole('button', { name: /^Swap 40 USDT/ })
      .click()
    await page.getByText('You received').waitFor()
    await page.getByText('40.00 USDT', { exact: true }).waitFor()
  })

  it('quotes again when a quote has expired, keeps the amount, and swaps at the new one', async () => {
    await app.go('/pages/swap/swap')
    await page.getByLabel('You pay, in USD').fill('15')
    const button = page.getByRole('button', { name: /^Swap 15 USD/ })
    await button.click()
    await dialog().waitFor()
    // Another device of the customer requests a quote of the same direction, which invalidates this screen's.
    await page.evaluate(async () => {
      const headers = { token: localStorage.getItem('candor.token') ?? '', lang: 'en' }
      await fetch('/api/swap/quote', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ from: 'USD', amount: '77' }),
      })
    })
    await dialog()
      .getByRole('button', { name: /^Swap 15 USD/ })
      .click()
    await dialog().getByText('The quote has expired. Check the new one.').waitFor()
    expect(await page.getByLabel('You pay, in USD').inputValue()).toBe('15')
    await dialog()
      .getByText(/The amounts are the same|You now get/)
      .waitFor()
    await app.findNoFault()
    await dialog()
      .getByRole('button', { name: /^Swap 15 USD/ })
      .click()
    await page.getByText('You received').waitFor()
    await page.getByText('15.00 USD', { exact: true }).waitFor()
  })

  it.each([
    ['market-stale', 'The price is out of date'],
    ['not-covered', 'We can’t cover this right now'],
  ])('says %s, keeps the amount, and asks again', async (error, msg) => {
    const refuse = { status: 200, json: { code: 0, error, msg } }
    await page.route('**/api/swap/quote', (route) => route.fulfill(refuse))
    await app.go('/pages/swap/swap')
    await page.getByLabel('You pay, in USD').fill('21')
    await page.getByText(`${msg}.`).waitFor()
    await app.findNoFault()
    await page.unroute('**/api/swap/quote')
    await page.getByRole('button', { name: 'Get a new quote' }).click()
    await page.getByRole('button', { name: /^Swap 21 USD/ }).waitFor()
  })

  it('lists what was swapped, and hides its amounts with all others', async () => {
    await app.go('/pages/mine/mine')
    await page.getByRole('button', { name: /^Transfers/ }).click()
    await app.findNoFault()
    await page.getByRole('link', { name: 'Swaps' }).click()
    await page
      .getByRole('link', { name: /USD to USDT/ })
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: /USDT? to USDT?/ }).count()).toBe(3)
    await app.findNoFault()
    await page.evaluate(() => localStorage.setItem('candor.amounts', 'hidden'))
    await page.getByRole('link', { name: /USDT to USD/ }).click()
    await page.reload()
    await page.getByText('••••').first().waitFor()
    expect(await page.locator('main').textContent()).not.toMatch(/40\.00/)
    await page.evaluate(() => localStorage.setItem('candor.amounts', 'shown'))
    expect(app.faults).toEqual([])
  })
})

const screensOf = (id: string) => [
  '/pages/swap/swap',
  '/pages/swap/swap?from=USDT',
  '/pages/swap/records',
  `/pages/swap/records?id=${id}`,
  '/pages/swap/records?id=999999',
]

describe.each(otherLooks)('every screen of swaps, $theme and in $language', (look) => {
  it(
    'has no fault of accessibility, none in the console, and nothing that sticks out at 360 pixels',
    { timeout: 120_000 },
    async () => {
      const narrow = await openApp(stage, { look, token })
      const screens = screensOf(await oldestIdOf(stage.candor, 'swap/list', token))
      await expectSoundScreens(narrow, screens, async (page) => {
        const amount = page.locator('main input')
        if ((await amount.count()) !== 1) return
        await amount.fill('250')
        await page.locator('main output span').nth(0).waitFor()
        await page.waitForLoadState('networkidle')
      })
      await narrow.context.close()
    },
  )
})

describe('without a login', () => {
  it('asks a visitor to sign in', async () => {
    const visitor = await openApp(stage)
    await expectSignInOn(visitor, ['/pages/swap/swap', '/pages/swap/records'])
    await visitor.context.close()
  })
})
