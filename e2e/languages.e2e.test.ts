import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { appScreens, byVisitor, faultsOfScreens } from './accessible-screens.ts'
import { phone } from './browser.ts'
import { cutTexts } from './cut-texts.ts'
import { registerVerified } from './customer.ts'
import { day, languagesOfDay } from './looks-of-day.ts'
import { openPhone } from './phone-app.ts'
import { setStage } from './stage.ts'
import { openWatchedPage, untilNoDialogIsLeft } from './watched-page.ts'

const screens = [
  '/',
  '/pages/market/market',
  '/pages/contract/contract?symbol=BTCUSDT',
  '/pages/trade/trade',
  '/pages/mine/mine',
  '/pages/swap/swap',
  '/pages/interest/interest',
  '/pages/recharge/recharge',
  '/pages/recharge/recharge?sent=TRC20',
  '/pages/withdrawal/withdrawal',
  '/pages/assets/assets',
  '/pages/bill/bill',
  '/pages/securitycenter/securitycenter',
  '/pages/securitycenter/limits',
  '/pages/invite/invite',
  '/pages/mine/address',
  '/pages/location/choose',
  '/pages/location/open?lat=48.8566&lng=2.3522&label=Paris',
  '/pages/support/support',
  '/pages/msg/notifications',
  '/pages/downLoad/index',
  '/pages/login/login',
  '/pages/login/recover',
  '/pages/register/register',
] as const
/** By then a screen's first reads have arrived; the wait covers several screens at once. */
const settledMs = 600
const screensAtOnce = 4

let token: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, 'languages@example.com')
})

it.each(languagesOfDay)('fits into a phone of 360 px on every screen in %s', async (language) => {
  const { own, visitors } = byVisitor(screens)
  expect([...(await cutOn(own, language, token)), ...(await cutOn(visitors, language, undefined))]).toEqual([])
})

/** What does not fit on these screens, for a customer or a visitor. */
async function cutOn(shown: readonly string[], language: Language, token: string | undefined): Promise<string[]> {
  const look = { theme: 'light', language } as const
  const context = await openPhone(stage.browser, { look, token, viewport: { width: 360, height: 780 } })
  const left: string[] = [...shown]
  const faults: string[] = []
  const walk = async (): Promise<void> => {
    const watched = await openWatchedPage(context)
    let before = ''
    for (let screen = left.shift(); screen !== undefined; screen = left.shift()) {
      const title = await watched.page.title()
      await watched.page.goto(`${stage.candor.address}#${screen}`)
      const [path = ''] = screen.split('?')
      // A page that stays and gets other parameters keeps its title.
      const hasOpened = async () => path === before || (await watched.page.title()) !== title
      await expect.poll(hasOpened).toBe(true)
      before = path
      await watched.page.locator('h1, h2').first().waitFor()
      await watched.page.waitForTimeout(settledMs)
      await keepPicture(watched.page, language, screen)
      faults.push(...(await cutTexts(watched.page)).map((fault) => `${screen}: ${fault}`))
    }
    faults.push(...watched.faults)
  }
  await Promise.all(Array.from({ length: screensAtOnce }, walk))
  await context.close()
  return faults
}

it('has screens that axe has nothing against: others each day, in another language', async () => {
  const look = {
    language: languages[day % languages.length] ?? 'en',
    theme: day % 2 === 0 ? 'light' : 'dark',
    setting: 'none',
  } as const
  const screens = appScreens.filter((_screen, place) => place % 3 === day % 3)
  expect(
    await faultsOfScreens({ browser: stage.browser, address: stage.candor.address, token }, look, screens),
  ).toEqual([])
})

it.each(['zh', 'ko', 'ja', 'en'] as const)(
  'offers the price colours once, on the first visit, where red rises: %s',
  async (language) => {
    const isOffered = language !== 'en'
    const context = await stage.browser.newContext({ ...phone, reducedMotion: 'reduce' })
    await context.addInitScript((value) => localStorage.setItem('candor.language', value), language)
    const page = await context.newPage()
    await page.goto(stage.candor.address)
    const offer = page.getByRole('alertdialog')
    const updown = () => page.evaluate('document.documentElement.dataset.updown')
    if (isOffered) await offer.getByRole('button').nth(1).click()
    await page.getByRole('navigation').first().waitFor()
    expect(await updown()).toBe(isOffered ? 'red-up' : 'green-up')
    await untilNoDialogIsLeft(page)
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    await page.waitForTimeout(settledMs)
    expect(await offer.count()).toBe(0)
    expect(await updown()).toBe(isOffered ? 'red-up' : 'green-up')
    await context.close()
  },
)

it('says that the money is play money before any code of the app is there', async () => {
  const context = await stage.browser.newContext(phone)
  await context.addInitScript(() => localStorage.setItem('candor.language', 'de'))
  await holdCode(context)
  const page = await context.newPage()
  await page.goto(stage.candor.address, unloaded)
  await page.locator('.start-banner span').waitFor()
  const banner = await page.evaluate(`(() => {
    const words = document.querySelector('.start-banner span')
    return getComputedStyle(words, '::before').content + getComputedStyle(words, '::after').content
  })()`)
  await context.close()
  expect(banner).toBe('"Sandbox"" · Spielgeld. Nichts hier ist echt."')
})

/** Leaves the app's code on its way for as long as a page is open, which therefore is never fully loaded. */
const holdCode = (context: BrowserContext) => context.route('**/assets/*.js', () => undefined)
const unloaded = { waitUntil: 'commit' } as const

/** Opens a screen. Returns what its first calls brought. */
async function openWithFirstCalls(page: Page, screen: string) {
  const read = ['instruments', 'quotes'].map((name) =>
    page.waitForResponse((response) => response.url().endsWith(`/market/${name}`)),
  )
  await page.goto(`${stage.candor.address}#${screen}`, unloaded)
  const [instruments = [], quotes = []] = await Promise.all(
    read.map(async (answer) => z.parse(answerOf, await (await answer).json()).data.items),
  )
  return { instruments, quotes }
}

it('shows the first prices, labelled, before any code of the app is there, and none that are old', async () => {
  const context = await stage.browser.newContext(phone)
  await context.addInitScript(() => {
    localStorage.setItem('candor.language', 'de')
    localStorage.setItem('candor.market.category', 'crypto')
  })
  await holdCode(context)
  const page = await context.newPage()
  const { instruments, quotes } = await openWithFirstCalls(page, '/pages/market/market')
  const rows = page.locator('.start-view li')
  await rows.first().waitFor()
  const shown = [...(await page.locator('.start-view :is(h2, p)').allTextContents()), ...(await rows.allTextContents())]
  await page.evaluate(
    `document.querySelectorAll('.start-view b *').forEach((each) => each.getAnimations().forEach((age) => age.finish()))`,
  )
  expect(await rows.first().isVisible()).toBe(false)
  await page.goto('about:blank')
  await page.goto(`${stage.candor.address}#/pages/market/market?list=favourites`, unloaded)
  await page.waitForTimeout(settledMs)
  expect(await rows.count()).toBe(0)
  await context.close()
  const written = (text: string, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('de-DE', options).format(Number(text)).replace('-', '\u2212')
  const expected = instruments.flatMap(({ symbol, base, quote, category, decimals }) => {
    const price = quotes.find((found) => found.symbol === symbol)
    if (category !== 'crypto' || price?.last === undefined || price.changeRate === undefined) return []
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const change = { style: 'unit', unit: 'percent', minimumFractionDigits: 2, signDisplay: 'exceptZero' } as const
    return [`${base}/${quote}${written(price.last, digits)}${written(price.changeRate, change)}`]
  })
  expect(expected.length).toBeGreaterThan(10)
  expect(shown).toEqual(['Markt', 'Simulierte Kurse', ...expected.slice(0, 10)])
})

it('shows the first price of a contract page before any code of the app is there, and none that is old', async () => {
  const context = await stage.browser.newContext(phone)
  await context.addInitScript(() => localStorage.setItem('candor.language', 'de'))
  await holdCode(context)
  const page = await context.newPage()
  const { instruments, quotes } = await openWithFirstCalls(page, '/pages/contract/contract?symbol=BTCUSDT')
  const price = page.locator('.start-contract .price')
  await price.waitFor()
  const digits = instruments.find(({ symbol }) => symbol === 'BTCUSDT')?.decimals
  const written = new Intl.NumberFormat('de-DE', {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 0,
  })
  expect(await price.textContent()).toBe(written.format(Number(quotes[0]?.last)))
  expect(await page.locator('.start-view h2').textContent()).toBe('BTC/USDT')
  expect(await page.locator('.start-view p').last().textContent()).toMatch(
    /^[+\u2212]?\d+,\d\d\u00a0?%Simulierte Kurse$/,
  )
  await page.evaluate(`document.querySelector('.start-contract .price').getAnimations().forEach((age) => age.finish())`)
  expect(await price.isVisible()).toBe(false)
  await page.goto('about:blank')
  await page.goto(`${stage.candor.address}#/pages/contract/contract?symbol=NONE`, unloaded)
  await page.waitForTimeout(settledMs)
  expect(await price.count()).toBe(0)
  await context.close()
})

it('requests the prices of the category that was open first at the last visit, without waiting for names', async () => {
  const context = await stage.browser.newContext(phone)
  await holdCode(context)
  const page = await context.newPage()
  await page.goto(`${stage.candor.address}#/pages/market/market`, unloaded)
  await page.locator('.start-view li').first().waitFor()
  const opened = await page.evaluate("localStorage.getItem('candor.market.opened')")
  expect(opened).toMatch(/^(futures|forex|crypto)$/)
  await context.route('**/market/instruments', (route) => route.abort())
  const requested = page.waitForRequest((request) => request.url().endsWith('/market/quotes'))
  await page.reload(unloaded)
  expect((await requested).postData()).toBe(`category=${String(opened)}`)
  await context.close()
})

const text = z.optional(z.string())
const answerOf = z.object({
  data: z.object({
    items: z.array(
      z.object({
        symbol: z.string(),
        base: text,
        quote: text,
        category: text,
        decimals: z.optional(z.int()),
        last: text,
        changeRate: text,
      }),
    ),
  }),
})

/** Saves a screenshot for review when `CANDOR_PICTURES` names a folder. */
async function keepPicture(page: Page, language: Language, screen: string): Promise<void> {
  const folder = process.env['CANDOR_PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({
    path: join(folder, `${screen.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'}.${language}.png`),
  })
}
