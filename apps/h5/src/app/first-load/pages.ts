import type { ComponentType } from 'react'
import type { RouteName } from '../../shared/page/index.ts'
import { withTexts } from './with-texts.ts'

export interface Page {
  readonly load: () => Promise<ComponentType>
  /** Reads the screen's data into the cache for its first drawing. Settles when it is available, or failed. */
  readonly prefetch?: () => Promise<void>
}

/** Imported in one place: every import expression costs the first load its list of files. */
const market = () => import('../../features/market/index.ts')

/** The screens that a customer is likely to see first. */
const firstPages = {
  home: { load: withTexts('home', () => import('../../features/home/index.ts').then((feature) => feature.HomePage)) },
  market: {
    load: () => market().then((feature) => feature.MarketPage),
    prefetch: () => market().then((feature) => feature.prefetchMarket()),
  },
  contract: {
    load: withTexts('contract', () =>
      import('../../features/contract/index.ts').then((feature) => feature.ContractPage),
    ),
  },
  contractOrders: {
    load: withTexts('orders', () =>
      import('../../features/orders/index.ts').then((feature) => feature.ContractOrdersPage),
    ),
  },
} satisfies Partial<Record<RouteName, Page>>

const isFirst = (route: RouteName): route is keyof typeof firstPages => route in firstPages

const further = new Map<RouteName, Page>()

/** The screen of a route: the same object each time. */
export function pageOf(route: RouteName): Page {
  if (isFirst(route)) return firstPages[route]
  const known = further.get(route)
  if (known) return known
  const page: Page = { load: async () => (await import('./further-pages.ts')).furtherPages[route]() }
  further.set(route, page)
  return page
}
