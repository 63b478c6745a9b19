/**
 * Runs before the first paint: the stored theme, price colours and language, and an early load of that language's texts and of what the
 * first screen reads from the server. Bundled as a classic script and inlined into the page; the app applies the same values again.
 */
import { apiBaseOf } from '../shared/api/base.ts'
import { callEarly } from '../shared/api/early-answers.ts'
import { categories, firstOpenCategory } from '../shared/instrument/categories.ts'
import { routeOf } from '../shared/navigation/routes.ts'

/** The built file of each language's first texts. Empty in the dev server. */
declare const __CATALOGUES__: Readonly<Record<string, string>>
declare const __IS_DEV_SERVER__: boolean

const language = stored('language') ?? 'en'
applyLooks(document.documentElement)
preloadTexts()
callForFirstScreen().catch(() => undefined)

function stored(key: string): string | null {
  try {
    return localStorage.getItem(`candor.${key}`)
  } catch {
    return null
  }
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
  root.lang = language === 'zh' ? 'zh-Hans' : language
}

function preloadTexts(): void {
  const file = __CATALOGUES__[language] ?? __CATALOGUES__['en']
  if (file === undefined) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}

async function callForFirstScreen(): Promise<void> {
  const [path = '', query] = location.hash.slice(1).split('?')
  const route = routeOf(path === '' ? '/' : path)
  const api = `${apiBaseOf(location, __IS_DEV_SERVER__)}/api/`
  const call = (name: string, input: Readonly<Record<string, string>>) => callEarly(api + name, input, language)
  if (route === 'contract') {
    const symbol = new URLSearchParams(query).get('symbol')
    if (symbol === null) return
    void call('market/instruments', {})
    void call('market/quotes', { symbols: symbol })
    void call('contract/terms', { symbol })
  } else if (route === 'home') {
    void call('market/instruments', {})
    // A customer's own first screen is read with the token, by the app.
    if (stored('token') === null) void call('home/summary', { utcOffsetMinutes: String(-new Date().getTimezoneOffset()) })
  } else if (route === 'market') {
    const instruments = call('market/instruments', {})
    const chosen = categories.find((category) => category === stored('market.category'))
    await call('market/quotes', { category: chosen ?? firstOpenCategory(itemsOf(await (await instruments).clone().json())) })
  }
}

/** The script must stay small, so it only looks for what it needs; the app reads the same answer by its schema. */
function itemsOf(answer: unknown): readonly object[] {
  const items = propertyOf(propertyOf(answer, 'data'), 'items')
  const list: readonly unknown[] = Array.isArray(items) ? items : []
  return list.filter((item) => typeof item === 'object' && item !== null)
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
