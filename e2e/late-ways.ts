import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import type { Page } from 'playwright-core'

/** How the app is brought to load a part of the build. */
export interface Way {
  readonly screen: string
  /**
   * Without a file of a `screen` the panel with a retry takes its place; without one of a `part` the screen stays;
   * without one of the `app` the page's skeleton stays.
   */
  readonly kind: 'screen' | 'part' | 'app'
  /** What is done on the screen. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Imports that have to succeed before. */
  readonly needs: readonly string[]
}

const furtherPages = 'app/first-load/further-pages'
const lateParts = 'app/first-load/late-parts'

/** A screen of the first file. */
const first = (path: string): Way => ({ screen: path, kind: 'screen', needs: [] })
const screen = (path: string, ...needs: string[]): Way => ({
  screen: path,
  kind: 'screen',
  needs: [furtherPages, ...needs],
})
const part = (path: string, needs: readonly string[], act?: Way['act']): Way => ({
  screen: path,
  kind: 'part',
  needs,
  ...(act ? { act } : {}),
})

const contract = '/pages/contract/contract?symbol=BTCUSDT'
const ofContract = ['features/contract', 'texts/en/contract']
/** The instrument's name opens a sheet. */
const sheets = part(contract, ofContract, (page) => page.locator('main h1 button').dispatchEvent('click'))
/** The market is in the first file. */
const market = '/pages/market/market'
const aside = () => part(market, [lateParts])

const ofLanguage = [furtherPages, 'features/language', 'texts/en/language']
/** Chooses a language on its screen. */
const choosing = (language: Language) =>
  part('/pages/lang/lang', ofLanguage, (page) =>
    page
      .getByRole('radio')
      .and(page.locator(`[value=${language}]`))
      .dispatchEvent('click'),
  )

const search = part(market, [], (page) => page.getByRole('searchbox').dispatchEvent('click'))

/** The ways to all that loads late. The texts of a feature load with it. */
const ways: Readonly<Record<string, Way>> = {
  ...Object.fromEntries(languages.map((language) => [`texts/${language}`, choosing(language)])),
  // Without any texts nothing can be shown.
  'texts/en': { screen: '/', kind: 'app', needs: [] },
  [furtherPages]: first('/pages/lang/lang'),
  [lateParts]: part(market, []),
  'features/home': first('/'),
  'features/contract': first(contract),
  'features/orders': first('/pages/bill/contract'),
  'features/auth': screen('/pages/login/forgot'),
  'features/security': screen('/pages/securitycenter/securitycenter'),
  'features/kyc': screen('/pages/kyc/kyc'),
  'features/payout': screen('/pages/payment/index'),
  'features/recharge': screen('/pages/recharge/recharge'),
  'features/withdrawal': screen('/pages/withdrawal/withdrawal'),
  'features/swap': screen('/pages/swap/swap'),
  'features/statement': screen('/pages/bill/bill'),
  'features/performance': screen('/pages/bill/performance'),
  'features/messages': screen('/pages/msg/msg'),
  'features/interest': screen('/pages/interest/interest'),
  'features/floor': screen('/pages/trade/trade'),
  'features/desk': screen('/pages/trade/desk'),
  'features/location': screen('/pages/location/choose?for=address'),
  'features/language': screen('/pages/lang/lang'),
  'features/mine': screen('/pages/mine/mine'),
  'features/notifications': screen('/pages/msg/notifications'),
  'features/invest': screen('/pages/invest/info?type=instrument&id=BTCUSDT'),
  'features/invite': screen('/pages/invite/invite'),
  'features/download': screen('/pages/downLoad/index'),
  'features/help': screen('/pages/help/help'),
  'features/support': screen('/pages/support/support'),
  'features/address': screen('/pages/mine/address'),
  'app/practice-pages': screen('/pages/practice/practice?symbol=BTCUSDT', ...ofContract),
  'features/market/filters': part(market, []),
  'texts/en/marketFilters': part(market, []),
  'features/market/search/market-search': search,
  'texts/en/marketSearch': search,
  'texts/en/installed': aside(),
  'texts/en/results': aside(),
  'features/asides': aside(),
  'sandbox-dialog': part('/pages/lang/lang', ofLanguage, (page) =>
    page.getByRole('note').getByRole('button').dispatchEvent('click'),
  ),
  'shared/account/new-password/password-strength': part(
    '/pages/login/forgot',
    [furtherPages, 'features/auth', 'texts/en/auth'],
    (page) => page.locator('input[type=password]').first().fill('a'),
  ),
  'shared/instrument/commodity-icon': part(market, []),
  'ui/src/chart': part(contract, ofContract),
  'features/contract/sheets': sheets,
  'texts/en/contractSheets': sheets,
  'map/places': part(
    '/pages/location/choose?for=address',
    [furtherPages, 'features/location', 'texts/en/location'],
    (page) => page.getByRole('combobox').fill('berl'),
  ),
  'map/detail': part('/pages/location/open?lat=52.5&lng=13.4&label=Berlin', [
    furtherPages,
    'features/location',
    'texts/en/location',
  ]),
}

/** The way to an import: its own, or that of the feature whose texts it loads. */
export function wayTo(name: string): Way | undefined {
  const [, feature] = /^texts\/en\/(\w+)$/.exec(name) ?? []
  return (
    ways[name] ?? (feature === undefined ? undefined : (ways[`features/${feature}`] ?? ways[`app/${feature}-pages`]))
  )
}

/** The imports that have a way of their own. */
export const knownImports: readonly string[] = Object.keys(ways)

/**
 * What loads only with a customer's record, an event, a wide window, or a setting of the operator: by `latePart` or
 * `lateLayer`, whose own test refuses a file, or by a query or promise whose failure its screen shows.
 */
export const loadedWithRecords: readonly string[] = [
  '@noble/post-quantum/ml-dsa',
  '@simplewebauthn/browser/esm',
  'app/account-events',
  'app/wide/wide-rail',
  'features/auth/disabled-dialog',
  'features/contract/wide',
  'features/home/table',
  'texts/en/contractWide',
  'texts/en/homeTable',
  ...languages.map((language) => `features/help/articles/help.${language}.md?raw`),
  'features/location/leaflet-tiles',
  'features/orders/receipt-sheet',
  'proof/src/ed25519-equation',
  'shared/account/mobile/calling-code-sheet',
  'shared/money/own-count/own-count',
  'shared/money/own-count/own-log',
  'shared/proof/acceptance/own-keys',
  'shared/proof/acceptance/own-verdict',
  'shared/proof/download-sheet',
  'shared/proof/judge-contract',
  'shared/proof/judge-movement',
  'shared/proof/price-log/open-head',
  'shared/proof/share-sheet',
  'shared/proof/verdict-reading',
  'ui/src/chart/drawing-parts',
]
