/** What anybody may see, and stays on the device. */
const publicPaths: readonly string[] = ['market/instruments', 'market/quotes', 'contract/terms', 'system/status']
/** What is the customer's, and goes with the login. Nothing else of them is kept: no identity, no address, no secret. */
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

/** The owner of an answer by its path: nobody (''), the customer, or null for what is not kept. */
export function ownerOf(path: unknown, customer: string | null): string | null {
  if (typeof path !== 'string') return null
  if (publicPaths.includes(path)) return ''
  return ownPaths.includes(path) ? customer : null
}

/** What is older is of no use to anybody. */
const longestKeptMs = 7 * 86_400_000

/** Whether an answer that was kept may be shown: to its owner, by the build that kept it, and not for ever. */
export function isShowable(
  answer: { readonly owner: string; readonly build: string; readonly atMs: number },
  now: { readonly customer: string | null; readonly build: string; readonly nowMs: number },
): boolean {
  const isOwn = answer.owner === '' || answer.owner === now.customer
  return isOwn && answer.build === now.build && now.nowMs - answer.atMs < longestKeptMs
}
