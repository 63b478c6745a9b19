import { setImmediate as nextTurn } from 'node:timers/promises'
import { BatchRolledBackError } from '../ledger/index.ts'
import type { SaleRequest } from './floor-store.ts'

export interface SaleBatcherOptions<Answer> {
  /**
   * Sells one batch into one advert, with results in request order. Throws BatchRolledBackError when nothing was
   * booked.
   */
  readonly sell: (advertId: bigint, requests: readonly SaleRequest[]) => Promise<readonly Answer[]>
  readonly maxBatch?: number
}

interface Waiting<Answer> {
  readonly request: SaleRequest
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** How often a request that failed alone is tried in all: a deadlock passes. */
const loneAttempts = 3

/**
 * Groups sales into one advert: flushes at once while it is idle, and takes everything queued afterwards. A batch has
 * one request per customer: a second one waits for the next batch.
 */
export class SaleBatcher<Answer> {
  private readonly options: SaleBatcherOptions<Answer>
  private readonly maxBatch: number
  private readonly queues = new Map<bigint, Waiting<Answer>[]>()

  constructor(options: SaleBatcherOptions<Answer>) {
    this.options = options
    this.maxBatch = options.maxBatch ?? 250
  }

  /** Sells. Rejects with OutcomeUnknownError where it may or may not have been booked. */
  submit(advertId: bigint, request: SaleRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(advertId)
      const waiting = { request, resolve, reject }
      if (queue !== undefined) {
        queue.push(waiting)
        return
      }
      this.queues.set(advertId, [waiting])
      void this.drain(advertId)
    })
  }

  private async drain(advertId: bigint): Promise<void> {
    for (;;) {
      const { batch, left } = this.taken(this.queues.get(advertId) ?? [])
      if (batch.length === 0) break
      this.queues.set(advertId, left)
      await this.sell(advertId, batch)
      // Read arrived requests first: a customer whose sale just finished may sell again, and small batches cost the
      // same.
      await nextTurn()
    }
    this.queues.delete(advertId)
  }

  /** The first request of each customer, up to the batch size, and the rest. */
  private taken(queue: readonly Waiting<Answer>[]): { batch: Waiting<Answer>[]; left: Waiting<Answer>[] } {
    const batch: Waiting<Answer>[] = []
    const left: Waiting<Answer>[] = []
    const seen = new Set<bigint>()
    for (const waiting of queue) {
      const { customerId } = waiting.request
      if (batch.length < this.maxBatch && !seen.has(customerId)) batch.push(waiting)
      else left.push(waiting)
      seen.add(customerId)
    }
    return { batch, left }
  }

  /** Settles every request of the batch; a batch that was rolled back is retried in halves. Never throws. */
  private async sell(advertId: bigint, batch: readonly Waiting<Answer>[], attempt = 1): Promise<void> {
    try {
      const answers = await this.options.sell(
        advertId,
        batch.map(({ request }) => request),
      )
      for (const [index, waiting] of batch.entries()) {
        const answer = answers[index]
        if (answer === undefined) waiting.reject(new Error('a request was not answered'))
        else waiting.resolve(answer)
      }
    } catch (error) {
      if (!(error instanceof BatchRolledBackError) || (batch.length === 1 && attempt === loneAttempts)) {
        for (const waiting of batch) waiting.reject(error)
        return
      }
      const middle = Math.ceil(batch.length / 2)
      await this.sell(advertId, batch.slice(0, middle), batch.length === 1 ? attempt + 1 : 1)
      if (middle < batch.length) await this.sell(advertId, batch.slice(middle))
    }
  }
}
