import { contractDays, contractOrder, contractOrders, contractRecord, homeSummary, walletAssets } from '@candor/api'
import type { AccountEvent, Notice } from '@candor/api'
import { queryClient, queryFor, queryKeyOf } from '../shared/api/index.ts'

/**
 * The queries that a decision invalidates, as path prefixes: the operations themselves belong to screens that load
 * later.
 */
const pathsOfNotices: Readonly<Record<Notice['kind'], readonly string[]>> = {
  kyc: ['user/info', 'kyc/', 'withdrawal/readiness'],
  recharge: ['recharge/', 'withdrawal/readiness'],
  withdrawal: ['withdrawal/', 'payout/'],
  security: ['user/info', 'index/pay', 'security/', 'withdrawal/readiness'],
  sale: ['floor/', 'wallet/'],
  swap: ['swap/', 'wallet/'],
  term: ['interest/', 'wallet/'],
  invite: ['invite/', 'wallet/'],
  message: ['support/'],
}

/** The inbox contains every decision and every settlement. */
const inboxPath = 'message/'

/** Refetches operations with these path prefixes. */
function invalidatePaths(starts: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && starts.some((start) => path.startsWith(start)),
  })
}

/** The server publishes each change of the customer's orders and balances; the cache is where screens read them. */
export function takeAccountEvent(event: AccountEvent): void {
  void queryClient.invalidateQueries({ queryKey: queryKeyOf(homeSummary) })
  if (event.type === 'balances') {
    queryClient.setQueryData(queryFor(walletAssets, {}).queryKey, (known) =>
      known ? { ...known, items: event.items } : undefined,
    )
    // The event has no totals in USD, so they are refetched where they are shown.
    invalidatePaths(['wallet/'])
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
