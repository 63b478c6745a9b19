/** A screen above the tabs, with the names of its parameters. */
function screen<const Params extends readonly string[]>(path: string, ...params: Params): ScreenEntry<Params> {
  return { path, aliases: [], isTab: false, params }
}

interface ScreenEntry<Params> extends RouteEntry {
  readonly isTab: false
  readonly params: Params & readonly string[]
}

/** All screens, with the specification's paths and their parameters. Links can only target these. */
export const routes = {
  home: { path: '/', aliases: ['/pages/index/index'], isTab: true, params: [] },
  market: { path: '/pages/market/market', aliases: [], isTab: true, params: ['list'] },
  contract: screen('/pages/contract/contract', 'symbol'),
  contractOrders: screen('/pages/bill/contract', 'id', 'list', 'symbol'),
  performance: screen('/pages/bill/performance'),
  practice: screen('/pages/practice/practice', 'symbol'),
  practiceOrders: screen('/pages/practice/orders', 'id'),
  floor: { path: '/pages/trade/trade', aliases: [], isTab: true, params: ['list', 'advert'] },
  tradeOrders: screen('/pages/bill/trade', 'id'),
  desk: screen('/pages/trade/desk'),
  deskPublish: screen('/pages/trade/publish'),
  mine: { path: '/pages/mine/mine', aliases: [], isTab: true, params: [] },
  login: screen('/pages/login/login', 'from'),
  register: screen('/pages/register/register', 'code', 'invite', 'from'),
  language: screen('/pages/lang/lang'),
  legal: screen('/pages/legal/legal', 'id', 'part'),
  passwordForgot: screen('/pages/login/forgot', 'from'),
  recover: screen('/pages/login/recover'),
  security: screen('/pages/securitycenter/securitycenter'),
  loginPassword: screen('/pages/securitycenter/reset_password'),
  paymentPassword: screen('/pages/securitycenter/payment_password'),
  bindEmail: screen('/pages/securitycenter/bind_email'),
  bindPhone: screen('/pages/securitycenter/bind_phone'),
  twoStep: screen('/pages/securitycenter/two_step'),
  passkeys: screen('/pages/securitycenter/passkeys'),
  phrase: screen('/pages/securitycenter/phrase'),
  limits: screen('/pages/securitycenter/limits'),
  certification: screen('/pages/certification/certification'),
  kyc: screen('/pages/kyc/kyc'),
  closeAccount: screen('/pages/securitycenter/close_account'),
  loginHistory: screen('/pages/securitycenter/login_history'),
  payoutMethods: screen('/pages/payment/index'),
  addPayoutMethod: screen('/pages/payment/add', 'kind'),
  recharge: screen('/pages/recharge/recharge', 'sent'),
  rechargeRecords: screen('/pages/recharge/records', 'id'),
  withdrawal: screen('/pages/withdrawal/withdrawal', 'kind', 'amount'),
  withdrawalRecords: screen('/pages/withdrawal/records', 'id'),
  statement: screen('/pages/bill/bill', 'asset', 'group', 'month', 'print'),
  assets: screen('/pages/assets/assets'),
  owed: screen('/pages/assets/owed'),
  messages: screen('/pages/msg/msg', 'day'),
  message: screen('/pages/msg/msg_detail', 'id'),
  notifications: screen('/pages/msg/notifications'),
  serviceLevels: screen('/pages/withdrawal/service_levels'),
  interest: screen('/pages/interest/interest', 'product'),
  interestOrders: screen('/pages/interest/interest_order', 'id'),
  investInfo: screen('/pages/invest/info', 'type', 'id', 'from'),
  swap: screen('/pages/swap/swap', 'from'),
  swapRecords: screen('/pages/swap/records', 'id'),
  invite: screen('/pages/invite/invite'),
  download: screen('/pages/downLoad/index'),
  support: screen('/pages/support/support'),
  help: screen('/pages/help/help', 'id', 'part', 'text'),
  address: screen('/pages/mine/address'),
  chooseLocation: screen('/pages/location/choose', 'for', 'lat', 'lng'),
  openLocation: screen('/pages/location/open', 'lat', 'lng', 'label'),
} as const satisfies Record<string, RouteEntry>

interface RouteEntry {
  readonly path: string
  readonly aliases: readonly string[]
  readonly isTab: boolean
  readonly params: readonly string[]
}

export type RouteName = keyof typeof routes
export type TabName = { [Name in RouteName]: (typeof routes)[Name]['isTab'] extends true ? Name : never }[RouteName]

/** The parameters of a route: a link may lack any of them. */
export type RouteParams<Name extends RouteName> = {
  readonly [Param in (typeof routes)[Name]['params'][number]]?: string
}

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

/** The path of a route with its parameters, in the router's form: "/pages/contract/contract?symbol=BTCUSDT". */
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
