import { contractDays, contractOrder, contractOrders, contractRecord, homeSummary, walletAssets } from '@candor/contract'
import type { AccountEvent, Notice } from '@candor/contract'
import { showToast } from '@candor/ui'
import { onNetworkFailure, onNotLoggedIn, queryClient, queryFor, queryKeyOf } from '../shared/api/index.ts'
import { takeFavouritesAlong } from '../shared/favourites/index.ts'
import { currentTexts } from '../shared/i18n/index.ts'
import { currentLocation, navigation, routeOf } from '../shared/navigation/index.ts'
import { realtime } from '../shared/realtime/index.ts'
import { session } from '../shared/session/index.ts'

/** The specification's pause between "Not logged in" and the login page. */
const loginRedirectMs = 500

let isLoginPending = false

/** Wires what concerns every screen: HTTP 408, lost network, own orders and balances, sign-in and sign-out. Called once. */
export function startEvents(): void {
  onNotLoggedIn(() => {
    showToast('refused', currentTexts().t('shared.failure.notLoggedIn'))
    session.signOut()
    if (isLoginPending) return
    isLoginPending = true
    setTimeout(openLogin, loginRedirectMs)
  })
  onNetworkFailure(() => showToast('refused', currentTexts().t('shared.failure.network')))
  session.subscribeToken(() => {
    // Nothing of one customer may be seen by the next.
    queryClient.clear()
    void takeFavouritesAlong()
  })
  void takeFavouritesAlong()
  realtime.onAccountEvent(takeAccountEvent)
  realtime.onReconnect(() => void queryClient.invalidateQueries())
}

function openLogin(): void {
  isLoginPending = false
  const { pathname, search } = currentLocation()
  if (routeOf(pathname) !== 'login') navigation.navigate('login', { from: pathname + search })
}

/** What a decision makes old, as the beginnings of paths: the operations themselves belong to screens that load later. */
const pathsOfNotices: Readonly<Record<Notice['kind'], readonly string[]>> = {
  kyc: ['user/info', 'kyc/', 'withdrawal/readiness'],
  recharge: ['recharge/', 'withdrawal/readiness'],
  withdrawal: ['withdrawal/', 'payout/'],
  security: ['user/info', 'index/pay', 'security/', 'withdrawal/readiness'],
  sale: ['floor/', 'wallet/'],
  term: ['interest/', 'wallet/'],
  invite: ['invite/', 'wallet/'],
  message: [],
}

/** The inbox tells of every decision and every settlement. */
const inboxPath = 'message/'

/** Reads again what the operations answer whose paths begin so. */
function invalidatePaths(starts: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && starts.some((start) => path.startsWith(start)),
  })
}

/** The server tells each change of an own order or balance; the cache is where screens read them. */
function takeAccountEvent(event: AccountEvent): void {
  void queryClient.invalidateQueries({ queryKey: queryKeyOf(homeSummary) })
  if (event.type === 'balances') {
    queryClient.setQueryData(queryFor(walletAssets, {}).queryKey, (known) => (known ? { ...known, items: event.items } : undefined))
    // The event has no totals in USD: they are asked for again where they are shown.
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(walletAssets) })
    return
  }
  if (event.type === 'notice') {
    invalidatePaths([...pathsOfNotices[event.notice.kind], inboxPath])
    return
  }
  queryClient.setQueryData(queryFor(contractOrder, { id: event.order.id }).queryKey, event.order)
  if (event.order.state === 'closed') invalidatePaths([inboxPath])
  const changed = event.order.state === 'closed' ? [contractOrders, contractDays, contractRecord] : [contractOrders]
  for (const operation of changed) void queryClient.invalidateQueries({ queryKey: queryKeyOf(operation) })
}
