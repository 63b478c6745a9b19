import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, phone } from './browser.ts'
import { registerVerified } from './customer.ts'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

let candor: RunningCandor
let browser: Browser
let token: string

beforeAll(async () => {
  candor = await runCandor()
  browser = await openBrowser()
  token = await registerVerified(candor, 'swap@example.com')
}, 240_000)

afterAll(async () => {
  await browser.close()
  await candor.remove()
})

interface Look {
  readonly theme: 'light' | 'dark'
  readonly language: 'en' | 'zh'
}

async function open(look: Look, own: string): Promise<{ context: BrowserContext; watched: WatchedPage }> {
  const context = await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  await context.addInitScript(
    ([ownToken, theme, language]) => {
      localStorage.setItem('candor.token', ownToken)
      localStorage.setItem('candor.theme', theme)
      localStorage.setItem('candor.language', language)
      localStorage.setItem('candor.updown', 'green-up')
    },
    [own, look.theme, look.language] as const,
  )
  return { context, watched: await openWatchedPage(context) }
}

describe('swapping', () => {
  let context: BrowserContext
  let watched: WatchedPage
  let page: Page
  const go = (hash: string) => page.goto(`${candor.address}#${hash}`)
  const findNoFault = async () => expect(await watched.axe()).toEqual([])
  const received = () => page.getByRole('status', { name: 'You receive' })

  beforeAll(async () => {
    const opened = await open({ theme: 'light', language: 'en' }, token)
    context = opened.context
    watched = opened.watched
    page = watched.page
  })

  afterAll(() => context.close())

  it('begins on home, and says what is missing before it quotes', async () => {
    await go('/')
    await page.getByRole('link', { name: 'Swap' }).click()
    await page.getByRole('button', { name: 'Enter an amount' }).waitFor()
    await findNoFault()
    const amount = page.getByLabel('You pay, in USD')
    await amount.fill('0')
    await page.getByRole('button', { name: 'The minimum is 1.00 USD' }).waitFor()
    await amount.fill('9999999')
    await page.getByRole('button', { name: 'That’s more than is available' }).waitFor()
    await amount.fill('1,000,0')
    await page.getByRole('button', { name: 'That’s not an amount' }).waitFor()
    await findNoFault()
  })

  it('holds a quote for seconds, renews it, and books to the last digit what the screen said', async () => {
    await page.getByRole('button', { name: '250' }).click()
    await page.getByText(/Rate held for \d+ s/).waitFor()
    await page
      .getByText(/1 USD = 0\.99\d+ USDT|1 USD = 1\.\d+ USDT/)
      .first()
      .waitFor()
    await page.getByText(/\sUSD, 0\.05%/).waitFor()
    await findNoFault()
    await page.waitForResponse((response) => response.url().endsWith('/api/swap/quote'), { timeout: 15_000 })
    await page.getByRole('button', { name: 'Swap 250 USD' }).waitFor()
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/swap/execute'))
    const said = await received().textContent()
    await page.getByRole('button', { name: 'Swap 250 USD' }).click()
    expect((await answer).ok()).toBe(true)
    await page.getByText('Swap successful').waitFor()
    await page.getByText(`${said} USDT`).waitFor()
    await findNoFault()
  })

  it('turns the direction round and keeps what was typed', async () => {
    await go('/pages/swap/swap')
    await page.getByLabel('You pay, in USD').fill('40')
    await page.getByRole('button', { name: 'Swap direction: USD to USDT' }).click()
    expect(await page.getByLabel('You pay, in USDT').inputValue()).toBe('40')
    await page.getByRole('button', { name: /^Swap 40 USDT/ }).click()
    await page.getByText('You received').waitFor()
    await page.getByText('40.00 USDT').waitFor()
  })

  it('quotes again when a quote has expired, keeps the amount, and swaps at the new one', async () => {
    await go('/pages/swap/swap')
    await page.getByLabel('You pay, in USD').fill('15')
    const button = page.getByRole('button', { name: /^Swap 15 USD/ })
    await button.waitFor()
    // Another device of the customer requests a quote of the same direction, which invalidates this screen's.
    await page.evaluate(async () => {
      const headers = { token: localStorage.getItem('candor.token') ?? '', lang: 'en' }
      await fetch('/api/swap/quote', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ from: 'USD', amount: '77' }),
      })
    })
    const again = page.waitForResponse((response) => response.url().endsWith('/api/swap/quote'))
    await button.click()
    await page.getByText('The quote has expired. Look at the new one.').waitFor()
    expect(await page.getByLabel('You pay, in USD').inputValue()).toBe('15')
    await again
    await findNoFault()
    await button.click()
    await page.getByText('You received').waitFor()
    await page.getByText('15.00 USD', { exact: true }).waitFor()
  })

  it.each([
    ['market-stale', 'The price is not current'],
    ['not-covered', 'The house cannot cover this right now'],
  ])('says %s, keeps the amount, and asks again', async (error, msg) => {
    const refuse = { status: 200, json: { code: 0, error, msg } }
    await page.route('**/api/swap/quote', (route) => route.fulfill(refuse))
    await go('/pages/swap/swap')
    await page.getByLabel('You pay, in USD').fill('21')
    await page.getByText(`${msg}.`).waitFor()
    await findNoFault()
    await page.unroute('**/api/swap/quote')
    await page.getByRole('button', { name: 'Get a new quote' }).click()
    await page.getByRole('button', { name: /^Swap 21 USD/ }).waitFor()
  })

  it('lists what was swapped, and hides its amounts with all others', async () => {
    await go('/pages/mine/mine')
    await page.getByRole('link', { name: 'Swaps' }).click()
    await page
      .getByRole('link', { name: /USD to USDT/ })
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: /USDT? to USDT?/ }).count()).toBe(3)
    await findNoFault()
    await page.evaluate(() => localStorage.setItem('candor.amounts', 'hidden'))
    await page.getByRole('link', { name: /USDT to USD/ }).click()
    await page.reload()
    await page.getByText('••••').first().waitFor()
    expect(await page.locator('main').textContent()).not.toMatch(/40\.00/)
    await page.evaluate(() => localStorage.setItem('candor.amounts', 'shown'))
    expect(watched.faults).toEqual([])
  })
})

const screens = [
  '/pages/swap/swap',
  '/pages/swap/swap?from=USDT',
  '/pages/swap/records',
  '/pages/swap/records?id=1',
  '/pages/swap/records?id=999999',
]

describe.each([
  { theme: 'light', language: 'zh' },
  { theme: 'dark', language: 'en' },
  { theme: 'dark', language: 'zh' },
] satisfies Look[])('every screen of swaps, $theme and in $language', (look) => {
  it(
    'has no fault of accessibility, none in the console, and nothing that sticks out at 360 pixels',
    { timeout: 120_000 },
    async () => {
      const { context, watched } = await open(look, token)
      for (const screen of screens) {
        await watched.page.goto(`${candor.address}#${screen}`)
        await watched.page.locator('main h1').first().waitFor()
        await watched.page.waitForLoadState('networkidle')
        const amount = watched.page.locator('main input')
        if ((await amount.count()) === 1) {
          await amount.fill('250')
          await watched.page.locator('main output span').nth(0).waitFor()
          await watched.page.waitForLoadState('networkidle')
        }
        expect({ screen, found: await watched.axe() }).toEqual({ screen, found: [] })
        await watched.page.setViewportSize({ width: 360, height: 740 })
        const widest = await watched.page.evaluate('document.documentElement.scrollWidth')
        expect({ screen, widest }).toEqual({ screen, widest: 360 })
        await watched.page.setViewportSize(phone.viewport)
      }
      expect(watched.faults).toEqual([])
      await context.close()
    },
  )
})

describe('without a login', () => {
  it('asks a visitor to sign in', async () => {
    const { context, watched } = await open({ theme: 'light', language: 'en' }, '')
    for (const screen of ['/pages/swap/swap', '/pages/swap/records']) {
      await watched.page.goto(`${candor.address}#${screen}`)
      await watched.page.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(await watched.axe()).toEqual([])
    }
    await context.close()
  })
})
