import { paramsOf, pathOf, routes } from '../../shared/page/routes.ts'
import type { RouteName, RouteParams, TabName } from '../../shared/page/routes.ts'

const tabsOfScreens: Partial<Record<RouteName, TabName>> = {
  contract: 'market',
  practice: 'market',
  practiceOrders: 'market',
  desk: 'floor',
  deskPublish: 'floor',
  login: 'home',
  register: 'home',
  recover: 'home',
  passwordForgot: 'home',
  download: 'home',
}

/** The tab that a screen belongs to: Mine leads to all that is not named. */
export function tabOf(route: RouteName): TabName {
  const named = tabsOfScreens[route]
  if (named !== undefined) return named
  return isTab(route) ? route : 'mine'
}

function isTab(route: RouteName): route is TabName {
  return routes[route].isTab
}

/** The screens with a list of their kind beside them. */
export type ListedRoute = 'contract' | 'contractOrders'

/** The parameters of a link to another market, or another order, beside the one that is shown. Null for other links. */
export function paramsBeside<Name extends ListedRoute>(current: Name, href: string): RouteParams<Name> | null {
  const [path = '', query = ''] = href.replace(/^.*#/, '').split('?')
  return path === pathOf(current) && query !== '' ? paramsOf(current, query) : null
}

/** What a key does on a wide screen. None buys: the keys of directions open the confirmation. */
export type KeyAction =
  | { readonly type: 'search' }
  | { readonly type: 'direction'; readonly key: 'U' | 'D' }
  | { readonly type: 'duration'; readonly index: number }
  | null

/** The action of a key that was pressed alone, outside of fields and dialogs. */
export function actionOfKey(key: string): KeyAction {
  if (key === '/') return { type: 'search' }
  const letter = key.toUpperCase()
  if (letter === 'U' || letter === 'D') return { type: 'direction', key: letter }
  return /^[1-5]$/.test(key) ? { type: 'duration', index: Number(key) - 1 } : null
}
