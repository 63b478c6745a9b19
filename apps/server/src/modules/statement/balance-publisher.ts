import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../platform/bus/index.ts'
import type { WatchOptions } from '../../platform/rounds.ts'
import { readBalances } from './balance-store.ts'
import { assetsOf } from './statement.ts'
import { readUsdtPrice } from './statement-store.ts'

const maxCustomersPerRead = 500
/** Debounce between reads, so that a busy server batches them; the first read is immediate. */
const gatherMs = 10

export interface BalancePublisherOptions extends Omit<WatchOptions, 'repeat'> {
  readonly bus: Bus
}

/**
 * Publishes balances to customers who are connected; others fetch them when they connect. A process has one publisher,
 * which reads one batch after the other, so that it never publishes older balances after newer ones. Where several
 * processes have sockets, each publishes to its own, and gets messages from the others about whose balances changed.
 */
export class BalancePublisher {
  readonly #options: BalancePublisherOptions
  readonly #stale = new Set<bigint>()
  #publishing: Promise<void> | null = null

  constructor(options: BalancePublisherOptions) {
    this.#options = options
  }

  /** Publishes the customers' balances here, and sends other processes word of the change. */
  publish(customerIds: readonly bigint[]): void {
    const { bus } = this.#options
    if (bus.hasOthers && customerIds.length > 0)
      bus.publish('touched', { orders: [], balances: customerIds, notices: [] })
    this.publishHere(customerIds)
  }

  /**
   * Publishes the customers' balances, read after this call, to this process. Calls made during a read coalesce into
   * the next read.
   */
  publishHere(customerIds: Iterable<bigint>): void {
    for (const customerId of customerIds) if (this.#options.bus.isAwaited(customerId)) this.#stale.add(customerId)
    if (this.#stale.size > 0) this.#publishing ??= this.#publishStale()
  }

  /** Resolves once nothing is left to publish. */
  async idle(): Promise<void> {
    while (this.#publishing !== null) await this.#publishing
  }

  async #publishStale(): Promise<void> {
    while (this.#stale.size > 0) {
      const customerIds = [...this.#stale].slice(0, maxCustomersPerRead)
      for (const customerId of customerIds) this.#stale.delete(customerId)
      try {
        await this.#readAndPublish(customerIds)
      } catch (error) {
        this.#options.logger.warn({ err: error }, 'balances could not be published')
      }
      if (this.#stale.size > 0 && this.#stale.size < maxCustomersPerRead) await sleep(gatherMs)
    }
    this.#publishing = null
  }

  async #readAndPublish(customerIds: readonly bigint[]): Promise<void> {
    const { pool, bus } = this.#options
    const [balances, usdtPrice] = await Promise.all([readBalances(pool, customerIds), readUsdtPrice(pool)])
    for (const [customerId, own] of Map.groupBy(balances, (balance) => balance.customerId))
      bus.publish('account', { customerId, event: { type: 'balances', ...assetsOf(own, usdtPrice) } })
  }
}
