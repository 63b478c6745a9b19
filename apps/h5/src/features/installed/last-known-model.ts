import { dayMs } from '@candor/formulas'
/** Public data, kept on the device. */
const publicPaths: readonly string[] = ['market/instruments', 'market/quotes', 'contract/terms', 'system/status']
/** The customer's data, deleted at sign-out. Nothing else is stored: no identity, no address, no secret. */
const ownPaths: readonly string[] = [
  'home/summary',
  'wallet/assets',
  'wallet/statement',
  'contract/orders',
  'contract/order',
  'message/list',
  'message/unread',
  'user/info',
]

/** The owner of a response by its path: public (''), the customer, or null for responses that are not stored. */
export function ownerOf(path: unknown, customer: string | null): string | null {
  if (typeof path !== 'string') return null
  if (publicPaths.includes(path)) return ''
  return ownPaths.includes(path) ? customer : null
}

/** Older data is useless. */
const longestKeptMs = 7 * dayMs

/** Whether a stored response may be shown: only to its owner, by the build that stored it, and for a limited time. */
export function isShowable(
  answer: { readonly owner: string; readonly build: string; readonly atMs: number },
  now: { readonly customer: string | null; readonly build: string; readonly nowMs: number },
): boolean {
  const isOwn = answer.owner === '' || answer.owner === now.customer
  return isOwn && answer.build === now.build && now.nowMs - answer.atMs < longestKeptMs
}
