import type { Asset } from '@candor/money'
import { BatchRolledBackError, LedgerHaltedError, isSameRequest } from '../ledger/index.ts'
import type { OrderRequest } from '../ledger/index.ts'

/** The result of placing one request: at least its outcome. */
export interface BatchAnswer {
  readonly outcome: string
}

export interface OrderBatcherOptions<Answer extends BatchAnswer> {
  /** Places one batch of one asset. Throws BatchRolledBackError when nothing was booked. */
  readonly place: (batch: {
    stripe: number
    requests: readonly OrderRequest[]
    isLastStripe: boolean
  }) => Promise<readonly Answer[]>
  /** The result for a request rejected because too many are waiting. */
  readonly refuseFlood: () => Answer
  readonly stripes: readonly { readonly stripe: number; readonly asset: Asset }[]
  readonly maxBatch?: number
  /** Concurrent batches per asset. */
  readonly lanes?: number
  /** Minimum queue length for starting a second concurrent batch; smaller queues wait and join the next batch. */
  readonly worthALane?: number
  readonly maxWaiting?: number
}

interface Waiting<Answer> {
  readonly request: OrderRequest
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

interface AssetLanes<Answer> {
  readonly stripes: readonly number[]
  readonly queue: Waiting<Answer>[]
  busy: number
  turn: number
}

interface InFlight<Answer> {
  readonly request: OrderRequest
  readonly answer: Promise<Answer>
}

/**
 * The total attempts for a request that failed alone: the first failure may be a race with a request under the same key
 * in the other asset.
 */
const loneAttempts = 2

/**
 * Groups requests into batches: flushes at once while an asset is idle, and takes everything queued when a lane becomes
 * idle. Equal requests in flight are merged, a failing batch is bisected until the failing request is alone, and a
 * request that a stripe cannot cover moves to the next stripe.
 */
export class OrderBatcher<Answer extends BatchAnswer> {
  private readonly options: OrderBatcherOptions<Answer>
  private readonly maxBatch: number
  private readonly lanes: number
  private readonly worthALane: number
  private readonly maxWaiting: number
  private readonly assets = new Map<Asset, AssetLanes<Answer>>()
  private readonly inFlight = new Map<string, InFlight<Answer>>()

  constructor(options: OrderBatcherOptions<Answer>) {
    this.options = options
    this.maxBatch = options.maxBatch ?? 500
    this.lanes = options.lanes ?? 2
    this.worthALane = options.worthALane ?? this.maxBatch / 2
    this.maxWaiting = options.maxWaiting ?? 20_000
    for (const { stripe, asset } of options.stripes) {
      const known = this.assets.get(asset)
      this.assets.set(asset, { stripes: [...(known?.stripes ?? []), stripe], queue: [], busy: 0, turn: 0 })
    }
  }

  /** Places a request. Rejects with OutcomeUnknownError when it may or may not have been placed. */
  async submit(request: OrderRequest): Promise<Answer> {
    const key = `${request.customerId}:${request.requestId}`
    for (;;) {
      const twin = this.inFlight.get(key)
      if (twin === undefined) break
      if (isSameRequest(twin.request, request)) return twin.answer
      // Another request under the same key: PostgreSQL reports the conflict once the first is decided.
      await twin.answer.catch(() => undefined)
    }
    const answer = this.enqueue(request).finally(() => this.inFlight.delete(key))
    this.inFlight.set(key, { request, answer })
    return answer
  }

  private enqueue(request: OrderRequest): Promise<Answer> {
    const asset = this.assets.get(request.asset)
    if (asset === undefined) return Promise.reject(new Error(`no stripe for ${request.asset}`))
    if (asset.queue.length >= this.maxWaiting) return Promise.resolve(this.options.refuseFlood())
    return new Promise((resolve, reject) => {
      asset.queue.push({ request, resolve, reject })
      this.pump(asset)
    })
  }

  private pump(asset: AssetLanes<Answer>): void {
    while (asset.queue.length >= (asset.busy === 0 ? 1 : this.worthALane) && asset.busy < this.lanes) {
      const batch = asset.queue.splice(0, this.maxBatch)
      asset.busy += 1
      asset.turn = (asset.turn + 1) % asset.stripes.length
      void this.runBatch(asset, asset.turn, batch).finally(() => {
        asset.busy -= 1
        this.pump(asset)
      })
    }
  }

  /** Offers the batch to the stripes in turn; what a stripe cannot cover remains for the next. */
  private async runBatch(asset: AssetLanes<Answer>, turn: number, batch: readonly Waiting<Answer>[]): Promise<void> {
    let left = batch
    for (let index = 0; index < asset.stripes.length && left.length > 0; index += 1) {
      const stripe = asset.stripes[(turn + index) % asset.stripes.length]
      if (stripe === undefined) return
      left = await this.offer(left, stripe, index === asset.stripes.length - 1)
    }
  }

  /** Settles what the stripe decided and returns what it could not cover. Never throws. */
  private async offer(
    batch: readonly Waiting<Answer>[],
    stripe: number,
    isLastStripe: boolean,
    attempt = 1,
  ): Promise<Waiting<Answer>[]> {
    try {
      const answers = await this.options.place({
        stripe,
        requests: batch.map((waiting) => waiting.request),
        isLastStripe,
      })
      return batch.filter((waiting, index) => {
        const answer = answers[index]
        if (answer?.outcome === 'stripe-limit') return true
        if (answer === undefined) waiting.reject(new Error('a request was not answered'))
        else waiting.resolve(answer)
        return false
      })
    } catch (error) {
      if (error instanceof LedgerHaltedError && !isLastStripe) return [...batch]
      if (error instanceof BatchRolledBackError && (batch.length > 1 || attempt < loneAttempts))
        return this.bisect(batch, stripe, isLastStripe, attempt)
      for (const waiting of batch) waiting.reject(error)
      return []
    }
  }

  private async bisect(
    batch: readonly Waiting<Answer>[],
    stripe: number,
    isLastStripe: boolean,
    attempt: number,
  ): Promise<Waiting<Answer>[]> {
    if (batch.length === 1) return this.offer(batch, stripe, isLastStripe, attempt + 1)
    const middle = Math.ceil(batch.length / 2)
    const first = await this.offer(batch.slice(0, middle), stripe, isLastStripe)
    return [...first, ...(await this.offer(batch.slice(middle), stripe, isLastStripe))]
  }
}
