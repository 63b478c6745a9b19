/**
 * Runs before the first paint: applies the stored theme, price colours and language, and requests that language's texts
 * and the first screen's data early. Bundled as a classic script and inlined into the page; the app applies the same
 * values again.
 */
import { langAttribute, locales } from '@candor/api/languages'
import { apiBaseOf } from '@candor/client/api-base'
import { categories, firstOpenCategory } from '../../shared/instrument/categories.ts'
import { routeOf } from '../../shared/page/routes.ts'
import { callEarly } from './early-responses.ts'
import { drawFirstPrice, drawFirstPrices } from './first-prices.ts'
import { loadAgain, showNotice } from './load-again.ts'
import { loadTimes } from './load-deadline.ts'
import { warmUp } from './warm-up.ts'

/**
 * The built file of each language's first texts ("en"), and of those of some features ("en/contract"). Empty in the dev
 * server.
 */
declare const __CATALOGUES__: Readonly<Record<string, string>>
/** The built files of some features that the page does not name. Empty in the dev server. */
declare const __SCREENS__: Readonly<Record<string, readonly string[]>>
/** The sandbox banner in each language: its name, and its text. */
declare const __BANNERS__: Readonly<Record<string, readonly [name: string, line: string]>>
/** The texts that need no file: their keys, and each language's texts in the order of the keys. */
declare const __FIRST_TEXTS__: {
  readonly keys: readonly string[]
  readonly texts: Readonly<Record<string, readonly string[]>>
}
declare const __IS_DEV_SERVER__: boolean
/** The built file that runs the app; null in the dev server, whose page runs it. */
declare const __APP__: string | null

/** Since the script began: at slow 4G the first prices come after half a second. */
const startPatienceMs = 800
const frameMs = 100
/** Keeps the category that the market opened with, where the customer had chosen none. */
const openedFirst = 'market.opened'
const language = stored('language') ?? 'en'
const [path = '', query] = location.hash.slice(1).split('?')
const route = routeOf(path === '' ? '/' : path)
applyLooks(document.documentElement)
showBanner(document.documentElement)
keepInstallOffer()
preloadFirstScreen()
const called = callForFirstScreen().catch(() => undefined)
warmUp(document.documentElement.lang)
void runApp()

function stored(key: string): string | null {
  try {
    return localStorage.getItem(`candor.${key}`)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`candor.${key}`, value)
  } catch {
    // The next visit asks for the instruments first, as this one.
  }
}

function storedCategory(key: string): string | undefined {
  return categories.find((category) => category === stored(key))
}

function applyLooks(root: HTMLElement): void {
  const theme = stored('theme')
  const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset['theme'] = theme === 'light' || theme === 'dark' ? theme : systemTheme
  root.dataset['updown'] = stored('updown') ?? 'green-up'
  const mode = stored('mode') ?? 'sandbox'
  root.dataset['mode'] = mode
  const barColour = getComputedStyle(root)
    .getPropertyValue(mode === 'live' ? '--bg' : '--sandbox')
    .trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour)
  root.lang = langAttribute(language)
}

/** The label of play money is visible from the first paint on. */
function showBanner(root: HTMLElement): void {
  const [name, line] = __BANNERS__[language] ?? __BANNERS__['en'] ?? ['', '']
  root.style.setProperty('--start-name', JSON.stringify(name))
  root.style.setProperty('--start-line', JSON.stringify(` · ${line}`))
}

/** The browser's install offer may come before the app does; it is kept until needed. */
function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    Reflect.set(globalThis, 'candorInstall', event)
  })
}

/** Preloads the files that the app will request: a round trip earlier. */
function preloadFirstScreen(): void {
  const feature = route === 'contractOrders' ? 'orders' : route
  const catalogues = __CATALOGUES__
  const known = language in catalogues ? language : 'en'
  for (const file of [catalogues[known], catalogues[`${known}/${feature}`], ...(__SCREENS__[feature] ?? [])])
    if (file !== undefined) preload(file)
}

function preload(file: string): void {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = file
  document.head.append(link)
}

async function callForFirstScreen(): Promise<void> {
  const api = `${apiBaseOf(location, __IS_DEV_SERVER__)}/api/`
  const call = (name: string, input: Readonly<Record<string, string>>) => callEarly(api + name, input, language)
  if (route === 'contract') {
    const symbol = new URLSearchParams(query).get('symbol')
    if (symbol === null) return
    const [instruments, quotes] = [call('market/instruments', {}), call('market/quotes', { symbols: symbol })]
    void call('contract/terms', { symbol })
    const instrument = (await itemsOf(instruments)).find((each) => propertyOf(each, 'symbol') === symbol)
    drawFirstPrice(document, instrument, (await itemsOf(quotes))[0], firstTexts())
  } else if (route === 'home') {
    void call('market/instruments', {})
    // A customer's own first screen is read with the token, by the app.
    if (stored('token') === null)
      void call('home/summary', { utcOffsetMinutes: String(-new Date().getTimezoneOffset()) })
  } else if (route === 'market') {
    const instruments = itemsOf(call('market/instruments', {}))
    const chosen = storedCategory('market.category')
    // Mostly the category that was open first at the last visit: its prices need not wait for the instruments.
    const likely = chosen ?? storedCategory(openedFirst)
    const early = likely === undefined ? null : call('market/quotes', { category: likely })
    const category = chosen ?? firstOpenCategory(await instruments)
    const quotes = early !== null && category === likely ? early : call('market/quotes', { category })
    if (chosen === undefined) keep(openedFirst, category)
    const listed = (await instruments).filter((instrument) => propertyOf(instrument, 'category') === category)
    // A link to another list, or to the search, shows other rows.
    if (query === undefined) drawFirstPrices(document, listed, await itemsOf(quotes), firstTexts())
  }
}

function firstTexts() {
  const { keys, texts } = __FIRST_TEXTS__
  const [known, locale] = Object.entries(locales).find(([name]) => name === language) ?? ['en', locales.en]
  return { locale, t: (key: string) => texts[known]?.[keys.indexOf(key)] ?? '' }
}

/**
 * Runs the app, whose code is mostly cached at a later visit: its start keeps a slow phone busy for half a second, so
 * the first prices are painted before it. They are not waited for longer than their calls usually take.
 */
async function runApp(): Promise<void> {
  if (__APP__ === null) return
  const hasPage = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
  await Promise.race([called, after(startPatienceMs)])
  await Promise.race([painted(), after(frameMs)])
  await hasPage
  const { t } = firstTexts()
  const sayMissing = () => showNotice(document, { failed: t('app.chunk.failed'), retry: t('shared.action.retry') })
  const late = setTimeout(sayMissing, loadTimes.chunkMs)
  try {
    await import(/* @vite-ignore */ __APP__)
  } catch {
    sayMissing()
    void loadAgain()
  }
  clearTimeout(late)
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Resolves after the next frame. A page in the background has none. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** The script must stay small, so it only reads the fields it needs; the app parses the same response by its schema. */
async function itemsOf(answer: Promise<Response>): Promise<readonly object[]> {
  const body: unknown = await (await answer).clone().json()
  const items = propertyOf(propertyOf(body, 'data'), 'items')
  const list: readonly unknown[] = Array.isArray(items) ? items : []
  return list.filter((item) => typeof item === 'object' && item !== null)
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
