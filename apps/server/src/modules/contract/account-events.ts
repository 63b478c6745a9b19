import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderView } from '@candor/api'
import type { Bus } from '../../platform/bus/index.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Database } from '../../platform/transaction.ts'
import { readBalances } from '../ledger/index.ts'
import { balanceView } from '../statement/index.ts'

const maxCustomersPerRead = 500
/** Debounce between balance reads, so that a busy server batches them; the first read is immediate. */
const gatherMs = 10

/** An order as its customer sees it. */
interface OrderOfCustomer {
  readonly customerId: bigint
  readonly view: OrderView
}

/** Publishes order and balance events for customers who are connected; others fetch when they connect. */
export class AccountEvents {
  private readonly pool: Database
  private readonly bus: Bus
  private readonly logger: Logger
  private readonly stale = new Set<bigint>()
  private reading: Promise<void> | null = null

  constructor(options: { pool: Database; bus: Bus; logger: Logger }) {
    this.pool = options.pool
    this.bus = options.bus
    this.logger = options.logger
  }

  /** Publishes the orders, then their owners' balances. */
  publishOrders(orders: readonly OrderOfCustomer[]): void {
    for (const { customerId, view } of orders) {
      if (!this.bus.isAwaited(customerId)) continue
      this.bus.publish('account', { customerId, event: { type: 'order', order: view } })
      this.stale.add(customerId)
    }
    if (this.stale.size > 0) this.reading ??= this.publishBalances()
  }

  /** Resolves once nothing is left to publish. */
  async idle(): Promise<void> {
    while (this.reading !== null) await this.reading
  }

  /** One read at a time, so that an older balance never overtakes a newer one. */
  private async publishBalances(): Promise<void> {
    while (this.stale.size > 0) {
      const customerIds = [...this.stale].slice(0, maxCustomersPerRead)
      for (const customerId of customerIds) this.stale.delete(customerId)
      try {
        const balances = Map.groupBy(await readBalances(this.pool, customerIds), (balance) => balance.customerId)
        for (const [customerId, items] of balances) {
          this.bus.publish('account', { customerId, event: { type: 'balances', items: items.map(balanceView) } })
        }
      } catch (error) {
        this.logger.warn({ err: error }, 'balances could not be published')
      }
      if (this.stale.size > 0 && this.stale.size < maxCustomersPerRead) await sleep(gatherMs)
    }
    this.reading = null
  }
}
