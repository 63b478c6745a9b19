import type { ComponentType } from 'react'
import type { MessageKey } from '../shared/i18n/index.ts'
import type { RouteName } from '../shared/navigation/index.ts'

export interface Page {
  readonly load: () => Promise<ComponentType>
  readonly title: MessageKey
}

/** The screen of each route. */
export const pages: Readonly<Record<RouteName, Page>> = {
  home: { load: () => import('../features/home/index.ts').then((feature) => feature.HomePage), title: 'app.title.home' },
  market: { load: () => import('../features/market/index.ts').then((feature) => feature.MarketPage), title: 'app.title.market' },
  contract: { load: () => import('../features/contract/index.ts').then((feature) => feature.ContractPage), title: 'app.title.contract' },
  contractOrders: {
    load: () => import('../features/orders/index.ts').then((feature) => feature.ContractOrdersPage),
    title: 'app.title.contractOrders',
  },
  mine: { load: () => import('../features/mine/index.ts').then((feature) => feature.MinePage), title: 'app.title.mine' },
  login: { load: () => import('../features/auth/index.ts').then((feature) => feature.LoginPage), title: 'app.title.login' },
  register: { load: () => import('../features/auth/index.ts').then((feature) => feature.RegisterPage), title: 'app.title.register' },
  language: { load: () => import('../features/language/index.ts').then((feature) => feature.LanguagePage), title: 'app.title.language' },
}
