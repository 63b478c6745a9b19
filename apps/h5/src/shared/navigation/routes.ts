/** Every screen that exists, with its path of the specification and its parameters. Nothing links to what is not here. */
export const routes = {
  home: { path: '/', aliases: ['/pages/index/index'], isTab: true, params: [] },
  market: { path: '/pages/market/market', aliases: [], isTab: true, params: ['list'] },
  contract: { path: '/pages/contract/contract', aliases: [], isTab: false, params: ['symbol'] },
  contractOrders: { path: '/pages/bill/contract', aliases: [], isTab: false, params: ['id'] },
  mine: { path: '/pages/mine/mine', aliases: [], isTab: true, params: [] },
  login: { path: '/pages/login/login', aliases: [], isTab: false, params: ['from'] },
  register: { path: '/pages/register/register', aliases: [], isTab: false, params: ['code', 'invite', 'from'] },
  language: { path: '/pages/lang/lang', aliases: [], isTab: false, params: [] },
  passwordForgot: { path: '/pages/login/forgot', aliases: [], isTab: false, params: ['from'] },
  security: { path: '/pages/securitycenter/securitycenter', aliases: [], isTab: false, params: [] },
  loginPassword: { path: '/pages/securitycenter/reset_password', aliases: [], isTab: false, params: [] },
  paymentPassword: { path: '/pages/securitycenter/payment_password', aliases: [], isTab: false, params: [] },
  bindEmail: { path: '/pages/securitycenter/bind_email', aliases: [], isTab: false, params: [] },
  bindPhone: { path: '/pages/securitycenter/bind_phone', aliases: [], isTab: false, params: [] },
  twoStep: { path: '/pages/securitycenter/two_step', aliases: [], isTab: false, params: [] },
  passkeys: { path: '/pages/securitycenter/passkeys', aliases: [], isTab: false, params: [] },
  phrase: { path: '/pages/securitycenter/phrase', aliases: [], isTab: false, params: [] },
  limits: { path: '/pages/securitycenter/limits', aliases: [], isTab: false, params: [] },
  certification: { path: '/pages/certification/certification', aliases: [], isTab: false, params: [] },
  kyc: { path: '/pages/kyc/kyc', aliases: [], isTab: false, params: [] },
  loginHistory: { path: '/pages/securitycenter/login_history', aliases: [], isTab: false, params: [] },
  payoutMethods: { path: '/pages/payment/index', aliases: [], isTab: false, params: [] },
  addPayoutMethod: { path: '/pages/payment/add', aliases: [], isTab: false, params: ['kind'] },
  recharge: { path: '/pages/recharge/recharge', aliases: [], isTab: false, params: [] },
  rechargeRecords: { path: '/pages/recharge/records', aliases: [], isTab: false, params: ['id'] },
  withdrawal: { path: '/pages/withdrawal/withdrawal', aliases: [], isTab: false, params: ['kind', 'amount'] },
  withdrawalRecords: { path: '/pages/withdrawal/records', aliases: [], isTab: false, params: ['id'] },
  statement: { path: '/pages/bill/bill', aliases: [], isTab: false, params: ['asset', 'group', 'month'] },
  assets: { path: '/pages/assets/assets', aliases: [], isTab: false, params: [] },
  messages: { path: '/pages/msg/msg', aliases: [], isTab: false, params: [] },
  message: { path: '/pages/msg/msg_detail', aliases: [], isTab: false, params: ['id'] },
  serviceLevels: { path: '/pages/withdrawal/service_levels', aliases: [], isTab: false, params: [] },
  interest: { path: '/pages/interest/interest', aliases: [], isTab: false, params: ['product'] },
  interestOrders: { path: '/pages/interest/interest_order', aliases: [], isTab: false, params: ['id'] },
  investInfo: { path: '/pages/invest/info', aliases: [], isTab: false, params: ['type', 'id', 'from'] },
  swap: { path: '/pages/swap/swap', aliases: [], isTab: false, params: ['from'] },
  swapRecords: { path: '/pages/swap/records', aliases: [], isTab: false, params: ['id'] },
  invite: { path: '/pages/invite/invite', aliases: [], isTab: false, params: [] },
} as const satisfies Record<string, RouteEntry>

interface RouteEntry {
  readonly path: string
  readonly aliases: readonly string[]
  readonly isTab: boolean
  readonly params: readonly string[]
}

export type RouteName = keyof typeof routes
export type TabName = { [Name in RouteName]: (typeof routes)[Name]['isTab'] extends true ? Name : never }[RouteName]

/** The parameters of a route: each one may be missing in a link that somebody typed. */
export type RouteParams<Name extends RouteName> = { readonly [Param in (typeof routes)[Name]['params'][number]]?: string }

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name)
const routeNames = Object.keys(routes).filter(isRouteName)

/** The route of a path. An unknown path shows home. */
export function routeOf(pathname: string): RouteName {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const found = routeNames.find((name) => {
    const entry: RouteEntry = routes[name]
    return entry.path === path || entry.aliases.includes(path)
  })
  return found ?? 'home'
}

/** The path of a route with its parameters, as the router takes it: "/pages/contract/contract?symbol=BTCUSDT". */
export function pathOf<Name extends RouteName>(name: Name, params?: RouteParams<Name>): string {
  const entry: RouteEntry = routes[name]
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params ?? {})) {
    if (typeof value === 'string' && value !== '') query.set(key, value)
  }
  return query.size === 0 ? entry.path : `${entry.path}?${query.toString()}`
}

/** The `href` of a link to a screen. */
export function hrefOf<Name extends RouteName>(name: Name, params?: RouteParams<Name>): string {
  return `#${pathOf(name, params)}`
}

/** The parameters of a route in a query, unknown ones left out. */
export function paramsOf<Name extends RouteName>(name: Name, search: string): RouteParams<Name>
export function paramsOf(name: RouteName, search: string): Record<string, string> {
  const entry: RouteEntry = routes[name]
  const query = new URLSearchParams(search)
  const params: Record<string, string> = {}
  for (const key of entry.params) {
    const value = query.get(key)
    if (value !== null && value !== '') params[key] = value
  }
  return params
}
