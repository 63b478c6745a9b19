import type { OrderView } from '@candor/api'
import type { Bus, Touched } from '../../platform/bus/index.ts'
import type { BalancePublisher } from '../statement/index.ts'

/** An order as its customer sees it. */
interface OrderOfCustomer {
  readonly customerId: bigint
  readonly view: OrderView
}

export interface OrderEventOptions {
  readonly bus: Bus
  readonly balances: BalancePublisher
}

/** Sends the ids of changed orders to other processes, which may have their customers' sockets. */
export function touchOrders(bus: Bus, orders: Touched['orders']): void {
  if (bus.hasOthers && orders.length > 0) bus.publish('touched', { orders, balances: [], notices: [] })
}

/** Publishes orders to customers who are connected to this process, then their balances. */
export function publishOrders({ bus, balances }: OrderEventOptions, orders: readonly OrderOfCustomer[]): void {
  for (const { customerId, view } of orders)
    if (bus.isAwaited(customerId)) bus.publish('account', { customerId, event: { type: 'order', order: view } })
  balances.publishHere(orders.map(({ customerId }) => customerId))
}
