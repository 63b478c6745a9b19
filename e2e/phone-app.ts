import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '@candor/api'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import { oneEachDay } from './looks-of-day.ts'
import type { Stage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

/** How the app looks on a phone. Without a theme it follows the phone's own. */
export interface Look {
  readonly theme?: 'light' | 'dark'
  readonly language: Language
  readonly updown?: 'green-up' | 'red-up'
}

export const english: Look = { theme: 'light', language: 'en' }

/** What tells a phone from others: the look of its app, whose token it has, and settings of its browser. */
export interface PhoneOptions extends Pick<
  BrowserContextOptions,
  'viewport' | 'timezoneId' | 'forcedColors' | 'permissions'
> {
  readonly look?: Look
  readonly token?: string | undefined
}

/** Opens a phone's browser. What is stored on it when the app starts for the first time is stored once. */
export async function openPhone(
  browser: Browser,
  { look = english, token, ...settings }: PhoneOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce', ...settings })
  const stored = {
    ...(look.theme === undefined ? {} : { 'candor.theme': look.theme }),
    'candor.language': look.language,
    'candor.updown': look.updown ?? 'green-up',
    ...(token === undefined ? {} : { 'candor.token': token }),
  }
  await context.addInitScript((values) => {
    // Later the app keeps its own values over a reload.
    if (localStorage.getItem('test.isPrepared') !== null) return
    for (const [key, value] of Object.entries({ ...values, 'test.isPrepared': 'yes' })) localStorage.setItem(key, value)
  }, stored)
  return context
}

/** The app on a phone of its own. */
export interface PhoneApp extends WatchedPage {
  readonly context: BrowserContext
  /** Opens a screen by its path and parameters. */
  go(screen: string): Promise<void>
  /** Expects that assistive technology finds nothing to object to in the current content. */
  findNoFault(): Promise<void>
}

/** Opens a phone and a page for the app, which `go` loads. */
export async function openApp({ browser, candor }: Stage, options?: PhoneOptions): Promise<PhoneApp> {
  const context = await openPhone(browser, options)
  const watched = await openWatchedPage(context)
  return {
    ...watched,
    context,
    go: async (screen) => {
      // A dialog that has just closed still goes back over its history entry, which would undo the move.
      await hasNoLayer(watched.page)
      await watched.page.goto(`${candor.address}#${screen}`)
    },
    findNoFault: async () => expect(await watched.axe()).toEqual([]),
  }
}

const layerPatienceMs = 1_000
const layerPauseMs = 20

/** Waits until the history holds no entry of a dialog; a dialog that is open keeps its own. */
async function hasNoLayer(page: Page): Promise<void> {
  for (let waitedMs = 0; waitedMs < layerPatienceMs; waitedMs += layerPauseMs) {
    if ((await page.evaluate('history.state?.layers > 0')) !== true) return
    await sleep(layerPauseMs)
  }
}

/** Opens the app on a phone of its own, at a screen. */
export async function openAppAt(stage: Stage, screen: string, options?: PhoneOptions): Promise<PhoneApp> {
  const app = await openApp(stage, options)
  await app.go(screen)
  return app
}

/** A desktop's window: lists, screens and panes side by side. */
export const desktop = { width: 1440, height: 900 } as const

/** Buys a contract up of 30 seconds on the page of an instrument, which is open. */
export async function buyByTouch({ page }: PhoneApp): Promise<void> {
  await page.getByRole('radio', { name: '30 s' }).check({ force: true })
  await page.getByRole('button', { name: /^Up/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Buy up for/ })
    .click()
  await page.getByRole('timer').first().waitFor()
}

/** Signs in by the form of the login page, which is open. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('radio', { name: 'E-mail' }).check({ force: true })
  await page.getByLabel('E-mail', { exact: true }).last().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Adds the sample photos of both sides of a document. */
export async function addSamplePhotos(page: Page): Promise<void> {
  for (const side of ['Front', 'Back']) {
    await page.getByRole('region', { name: side }).getByRole('button', { name: 'Use the sample photo' }).click()
    await page.getByRole('img', { name: `${side} of your document` }).waitFor()
  }
}

/**
 * Expects of each screen that it has no fault of accessibility, and that nothing sticks out at 360 pixels; and of all
 * that they wrote no error to the console. `complete` makes a screen show the most that it can.
 */
export async function expectSoundScreens(
  { page, axe, faults, go }: PhoneApp,
  screens: readonly string[],
  complete: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const screen of screens) {
    await go(screen)
    await page.locator('main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await complete(page)
    expect({ screen, found: await axe() }).toEqual({ screen, found: [] })
    await page.setViewportSize({ width: 360, height: 740 })
    const widest = await page.evaluate('document.documentElement.scrollWidth')
    expect({ screen, widest }).toEqual({ screen, widest: 360 })
    await page.setViewportSize(phone.viewport)
  }
  expect(faults).toEqual([])
}

/** The looks besides the light one in English, which the tests of a feature have. */
export const otherLooks = oneEachDay([
  { theme: 'light', language: 'zh' },
  { theme: 'dark', language: 'en' },
  { theme: 'dark', language: 'zh' },
] as const satisfies readonly Look[])

/** Expects that screens ask a visitor to sign in. */
export async function expectSignInOn({ page, go, findNoFault }: PhoneApp, screens: readonly string[]): Promise<void> {
  for (const screen of screens) {
    await go(screen)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await findNoFault()
  }
}

/** Expects that screens show none of these amounts, to the eye or to assistive technology, while amounts are hidden. */
export async function expectHiddenAmounts(
  { page, go }: PhoneApp,
  screens: readonly string[],
  amounts: RegExp,
): Promise<void> {
  await page.evaluate(() => localStorage.setItem('candor.amounts', 'hidden'))
  for (const screen of screens) {
    await go(screen)
    await page.reload()
    await page.getByText('••••').first().waitFor()
    const shown = `${await page.locator('main').textContent()} ${await page.locator('main').ariaSnapshot()}`
    expect({ screen, shown: amounts.test(shown) }).toEqual({ screen, shown: false })
  }
  await page.evaluate(() => localStorage.setItem('candor.amounts', 'shown'))
}

/** Where a part is, in pixels of the window. */
export async function edgesOf(part: Locator) {
  await part.waitFor()
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { left: x, right: x + width, top: y, bottom: y + height }
}
