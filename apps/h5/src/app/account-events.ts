import { contractDays, contractOrder, contractOrders, contractRecord, homeSummary, walletAssets } from '@candor/api'
import type { AccountEvent, Notice } from '@candor/api'
import { invalidate, queryClient, queryFor, replaceResponse } from '../shared/api/index.ts'
import { takeAssets } from './account-events-cache.ts'

/**
 * The queries that a decision invalidates, as path prefixes: the operations themselves belong to screens that load
 * later.
 */
const pathsOfNotices: Readonly<Record<Notice['kind'], readonly string[]>> = {
  kyc: ['user/info', 'kyc/', 'withdrawal/readiness'],
  recharge: ['recharge/', 'withdrawal/readiness'],
  withdrawal: ['withdrawal/', 'payout/'],
  security: ['user/info', 'index/pay', 'security/', 'payout/', 'withdrawal/readiness'],
  sale: ['floor/', 'wallet/'],
  swap: ['swap/', 'wallet/'],
  term: ['interest/', 'wallet/'],
  invite: ['invite/', 'wallet/'],
  message: ['support/'],
}

/** The inbox contains every decision and every settlement. */
const inboxPath = 'message/'

/** Refetches operations with these path prefixes, except one. */
function invalidatePaths(starts: readonly string[], except?: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && path !== except && starts.some((start) => path.startsWith(start)),
  })
}

/** The server publishes each change of the customer's orders and balances; the cache is where screens read them. */
export function takeAccountEvent(event: AccountEvent): void {
  invalidate(homeSummary)
  if (event.type === 'balances') {
    const { type: _, ...assets } = event
    void takeAssets(queryClient, queryFor(walletAssets, {}).queryKey, assets)
    // Pages of the statement, where they are shown.
    invalidatePaths(['wallet/'], walletAssets.path)
    return
  }
  if (event.type === 'notice') {
    invalidatePaths([...pathsOfNotices[event.notice.kind], inboxPath])
    return
  }
  void replaceResponse(contractOrder, { id: event.order.id }, event.order)
  if (event.order.state === 'closed') invalidatePaths([inboxPath, 'contract/performance'])
  const changed = event.order.state === 'closed' ? [contractOrders, contractDays, contractRecord] : [contractOrders]
  invalidate(...changed)
}
