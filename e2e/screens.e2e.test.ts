import type { BrowserContext } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { registerVerified } from './customer.ts'
import { openPhone } from './phone-app.ts'
import { setStage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'

const signedOutScreens = [
  '/',
  '/pages/market/market',
  '/pages/login/login',
  '/pages/login/forgot',
  '/pages/register/register',
  '/pages/lang/lang',
  '/pages/mine/mine',
  '/pages/bill/contract',
  '/pages/msg/msg',
  '/pages/securitycenter/securitycenter',
  '/pages/securitycenter/reset_password',
  '/pages/securitycenter/login_history',
] as const
const signedInScreens = [
  '/',
  '/pages/market/market',
  '/pages/contract/contract?symbol=BTCUSDT',
  '/pages/contract/contract?symbol=NOSUCH',
  '/pages/bill/contract',
  '/pages/msg/msg',
  '/pages/msg/msg_detail?id=m999999',
  '/pages/mine/mine',
  '/pages/securitycenter/securitycenter',
  '/pages/securitycenter/reset_password',
  '/pages/securitycenter/login_history',
] as const
const looks = [
  { theme: 'light', language: 'en', width: 390, updown: 'green-up' },
  { theme: 'dark', language: 'zh', width: 360, updown: 'red-up' },
] as const
/** A screen mostly waits, in case an error still appears. */
const screensAtOnce = 3

let token: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, 'screens@example.com')
})

type Look = (typeof looks)[number]

const openLooked = ({ width, ...look }: Look, token?: string): Promise<BrowserContext> =>
  openPhone(stage.browser, { look, token, viewport: { width, height: 844 } })

async function faultsOf(look: Look, signedInWith: string | undefined, screens: readonly string[]): Promise<string[]> {
  const context = await openLooked(look, signedInWith)
  const left = [...screens]
  const faults: string[] = []
  const walk = async (): Promise<void> => {
    for (let screen = left.shift(); screen !== undefined; screen = left.shift())
      faults.push(...(await faultsOfScreen(context, screen)))
  }
  await Promise.all(Array.from({ length: screensAtOnce }, walk))
  await context.close()
  return faults
}

async function faultsOfScreen(context: BrowserContext, screen: string): Promise<string[]> {
  const watched = await openWatchedPage(context)
  const faults: string[] = []
  await watched.page.goto(`${stage.candor.address}#${screen}`)
  await watched.page.locator('h1, h2').first().waitFor()
  await watched.settled()
  const overflow = z.parse(z.number(), await watched.page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  if (overflow > 0) faults.push(`${screen} is ${overflow} px wider than the phone`)
  faults.push(...[...watched.faults, ...(await watched.axe())].map((fault) => `${screen} ${fault}`))
  await watched.page.close()
  return faults
}

describe.each(looks)('in the $theme theme, in $language, $width px wide', (look) => {
  it('every screen of a visitor is accessible, fits and is free of errors', async () => {
    expect(await faultsOf(look, undefined, signedOutScreens)).toEqual([])
  })

  it('every screen of a customer is accessible, fits and is free of errors', async () => {
    expect(await faultsOf(look, token, signedInScreens)).toEqual([])
  })
})

describe('a token that the server no longer knows', () => {
  it('gets “Not logged in”, and half a second later with the login page', async () => {
    const context = await openLooked(looks[0], 'forgotten-token')
    const { page } = await openWatchedPage(context)
    await page.goto(`${stage.candor.address}#/pages/mine/mine`)
    await page.getByText('Not logged in').waitFor()
    await page.waitForURL(/#\/pages\/login\/login/)
    await context.close()
  })
})

describe('a phone that loses its connection', () => {
  it('says so, keeps the last prices, and goes on by itself', async () => {
    const context = await openLooked(looks[0], token)
    const { page } = await openWatchedPage(context)
    await page.goto(`${stage.candor.address}#/pages/contract/contract?symbol=BTCUSDT`)
    const up = page.getByRole('button', { name: /^Up/ })
    await expect.poll(() => up.isEnabled()).toBe(true)
    await context.setOffline(true)
    await expect.poll(() => up.isDisabled()).toBe(true)
    await page
      .getByText(/offline/i)
      .first()
      .waitFor()
    await context.setOffline(false)
    await expect.poll(() => up.isEnabled()).toBe(true)
    await context.close()
  })
})

const flashesTogether = `(() => {
  const list = document.querySelector('[data-prices]')
  const layer = list?.lastElementChild
  const prices = [...(list?.querySelectorAll('a[data-state="open"]') ?? [])].map((row) => row.textContent)
  const lit = [...(layer?.children ?? [])].filter((flash) => getComputedStyle(flash).visibility === 'visible').map((flash) => flash.dataset.tail)
  const isOneLayer = layer?.getAnimations().length === 1 && document.getAnimations().length === 1
  return isOneLayer && lit.length > 1 && lit.every((end) => end !== '' && prices.some((price) => price.includes(end)))
})()`

/**
 * Runs in the page: what changed in two seconds, or in up to thirty where prices do not move at once, and which part of
 * it was announced to screen readers.
 */
const spokenWhilePricesMove = `new Promise((resolve) => {
  const said = []
  let changes = 0
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      changes += 1
      const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement
      const region = element?.closest('[aria-live]:not([aria-live="off"]), [role="status"]:not([aria-live="off"]), [role="alert"], [role="log"]')
      if (region) said.push(region.outerHTML.slice(0, 120))
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  const startMs = performance.now()
  const looking = setInterval(() => {
    if (performance.now() < startMs + (changes > 2 ? 2000 : 30_000)) return
    clearInterval(looking)
    observer.disconnect()
    resolve({ changes, said })
  }, 100)
})`
const spokenSchema = z.object({ changes: z.number(), said: z.array(z.string()) })

describe('prices that move', () => {
  it.each(['/pages/market/market', '/pages/contract/contract?symbol=BTCUSDT'])(
    'make no screen reader speak: %s',
    async (screen) => {
      const context = await openLooked(looks[0], token)
      const { page } = await openWatchedPage(context)
      await page.goto(`${stage.candor.address}#${screen}`)
      await page.locator('h1, h2').first().waitFor()
      await page.waitForTimeout(1_500)
      const { changes, said } = z.parse(spokenSchema, await page.evaluate(spokenWhilePricesMove))
      expect(changes).toBeGreaterThan(2)
      expect(said).toEqual([])
      await context.close()
    },
  )
})

describe('the live prices of a list', () => {
  it('flash by one layer over the list, which repeats how changed prices end', async () => {
    const context = await openLooked(looks[0])
    const { page } = await openWatchedPage(context)
    await page.goto(`${stage.candor.address}#/pages/market/market`)
    // One layer for each price cost a slow phone twice the time.
    await expect.poll(() => page.evaluate(flashesTogether)).toBe(true)
    await context.close()
  })
})
