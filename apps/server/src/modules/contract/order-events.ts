import type { OrderView } from '@candor/api'
import type { Bus } from '../../platform/bus/index.ts'
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

/** Publishes orders to customers who are connected, then their balances. */
export function publishOrders({ bus, balances }: OrderEventOptions, orders: readonly OrderOfCustomer[]): void {
  for (const { customerId, view } of orders)
    if (bus.isAwaited(customerId)) bus.publish('account', { customerId, event: { type: 'order', order: view } })
  balances.publish(orders.map(({ customerId }) => customerId))
}
