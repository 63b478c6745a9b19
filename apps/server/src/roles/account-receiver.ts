import { orderView, publishOrders, readOrders, readSettledSince } from '../modules/contract/index.ts'
import type { BalancePublisher } from '../modules/statement/index.ts'
import type { Bus, Touched } from '../platform/bus/index.ts'
import { systemClock, systemRepeat } from '../platform/clock.ts'
import type { WatchOptions } from '../platform/rounds.ts'

const lookEveryMs = 2_000
/** Longer than a look, and than a settlement may take to commit. */
const lookBackMs = 20_000
const customersAtOnce = 500

export interface AccountReceiverOptions extends WatchOptions {
  readonly bus: Bus
  readonly balances: BalancePublisher
  /** The customers who are connected to this process. */
  readonly connected: () => Iterable<bigint>
}

/**
 * Shows to the sockets of this process what other processes did: of what they say only ids are used, and orders and
 * balances are read. What no message said is found by a look at the database, every two seconds.
 */
export function receiveAccounts(options: AccountReceiverOptions): { stop(): Promise<void> } {
  const { bus, logger, repeat = systemRepeat } = options
  let reading: Promise<void> = Promise.resolve()
  /** One read after the other: an older state of an order is never shown after a newer one. */
  const inTurn = (work: () => Promise<void>) => {
    reading = reading.then(work).catch((error: unknown) => {
      logger.warn({ err: error }, 'accounts that changed elsewhere could not be read; it is tried again')
    })
  }
  const shown = new Map<bigint, number>()
  const end = bus.subscribe('touched', (touched) => inTurn(() => show(options, touched, shown)))
  let isLooking = false
  const endLooking = repeat(() => {
    if (isLooking) return
    isLooking = true
    inTurn(() => look(options, shown).finally(() => (isLooking = false)))
  }, lookEveryMs)
  return {
    stop: async () => {
      end()
      endLooking()
      await reading
    },
  }
}

async function show(
  { pool, bus, balances }: AccountReceiverOptions,
  touched: Touched,
  shown: Map<bigint, number>,
): Promise<void> {
  const orders = touched.orders.filter(({ customerId }) => bus.isAwaited(customerId))
  const found = await readOrders(
    pool,
    orders.map(({ orderId }) => orderId),
  )
  for (const { orderId, settledMs } of found) if (settledMs !== null) shown.set(orderId, settledMs)
  publishOrders(
    { bus, balances },
    found.map((order) => ({ customerId: order.customerId, view: orderView(order) })),
  )
  for (const { customerId, notice } of touched.notices)
    if (bus.isAwaited(customerId)) bus.publish('account', { customerId, event: { type: 'notice', notice } })
  balances.publishHere(touched.balances)
}

/** Shows the orders that were settled lately and that nobody told this process of. */
async function look(options: AccountReceiverOptions, shown: Map<bigint, number>): Promise<void> {
  const sinceMs = systemClock.nowMs() - lookBackMs
  for (const [orderId, settledMs] of shown) if (settledMs < sinceMs - lookBackMs) shown.delete(orderId)
  const connected = [...options.connected()]
  for (let from = 0; from < connected.length; from += customersAtOnce) {
    const settled = await readSettledSince(options.pool, connected.slice(from, from + customersAtOnce), sinceMs)
    const orders = settled.filter(({ orderId }) => !shown.has(orderId))
    if (orders.length > 0) await show(options, { orders, balances: [], notices: [] }, shown)
  }
}
