import { setImmediate as nextTurn } from 'node:timers/promises'

export interface BookingBatcherOptions<Key extends bigint | string, Request, Answer> {
  /** Books a batch of requests with one key. Returns the outcome of each, in order. */
  readonly book: (requests: readonly Request[], key: Key) => Promise<readonly PromiseSettledResult<Answer>[]>
  /** Requests with equal keys share batches. */
  readonly keyOf: (request: Request) => Key
  /** A batch has one request per value; the next one waits for a later batch. */
  readonly distinctBy?: (request: Request) => unknown
  readonly maxBatch: number
  /** Concurrent batches per key. */
  readonly lanes?: number
  /**
   * The size from which a batch runs beside others. Smaller batches run one at a time, whatever their keys: while one
   * runs the next one grows, and a large batch costs less per request.
   */
  readonly worthALane?: number
  /** Requests beyond `maxWaiting` per key are refused untried. */
  readonly flood?: { readonly maxWaiting: number; readonly refuse: () => Answer }
  /** Whether arrived network input is read before the next batch, which then holds more requests. */
  readonly readsInputBetween?: boolean
}

interface Waiting<Request, Answer> {
  readonly request: Request
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

interface Queue<Request, Answer> {
  waiting: Waiting<Request, Answer>[]
  busyLanes: number
}

/**
 * Groups requests into batches: books at once while nothing is booked, and takes everything queued for a key when its
 * turn comes.
 */
export class BookingBatcher<Key extends bigint | string, Request, Answer> {
  readonly #options: BookingBatcherOptions<Key, Request, Answer>
  /** By turns: the key that has had a small batch is the last one. */
  readonly #queues = new Map<Key, Queue<Request, Answer>>()
  #isSmallBatchRunning = false

  constructor(options: BookingBatcherOptions<Key, Request, Answer>) {
    this.#options = options
  }

  /** Books a request. Rejects with OutcomeUnknownError when it may or may not have been booked. */
  submit(request: Request): Promise<Answer> {
    const { flood, keyOf } = this.#options
    const key = keyOf(request)
    const queue = this.#queues.get(key) ?? { waiting: [], busyLanes: 0 }
    if (flood !== undefined && queue.waiting.length >= flood.maxWaiting) return Promise.resolve(flood.refuse())
    this.#queues.set(key, queue)
    return new Promise((resolve, reject) => {
      queue.waiting.push({ request, resolve, reject })
      this.#pump(key, queue)
    })
  }

  #pump(key: Key, queue: Queue<Request, Answer>): void {
    const { lanes = 1, worthALane = 1 } = this.#options
    while (queue.waiting.length > 0 && queue.busyLanes < lanes) {
      const isSmall = queue.waiting.length < worthALane
      if (isSmall && (this.#isSmallBatchRunning || queue.busyLanes > 0)) break
      this.#isSmallBatchRunning ||= isSmall
      queue.busyLanes += 1
      void this.#run(key, this.#take(queue)).finally(() => {
        queue.busyLanes -= 1
        this.#pumpAfter(key, queue, isSmall)
      })
    }
    if (queue.waiting.length === 0 && queue.busyLanes === 0) this.#queues.delete(key)
  }

  /** Other keys wait only for a small batch to end. */
  #pumpAfter(key: Key, queue: Queue<Request, Answer>, wasSmall: boolean): void {
    if (wasSmall) {
      this.#isSmallBatchRunning = false
      this.#queues.delete(key)
      this.#queues.set(key, queue)
      for (const [other, its] of this.#queues) this.#pump(other, its)
    } else this.#pump(key, queue)
  }

  #take(queue: Queue<Request, Answer>): Waiting<Request, Answer>[] {
    const { distinctBy, maxBatch } = this.#options
    if (distinctBy === undefined) return queue.waiting.splice(0, maxBatch)
    const batch: Waiting<Request, Answer>[] = []
    const left: Waiting<Request, Answer>[] = []
    const seen = new Set<unknown>()
    for (const waiting of queue.waiting) {
      const value = distinctBy(waiting.request)
      if (batch.length < maxBatch && !seen.has(value)) batch.push(waiting)
      else left.push(waiting)
      seen.add(value)
    }
    queue.waiting = left
    return batch
  }

  async #run(key: Key, batch: readonly Waiting<Request, Answer>[]): Promise<void> {
    try {
      const outcomes = await this.#options.book(
        batch.map(({ request }) => request),
        key,
      )
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome?.status === 'fulfilled') resolve(outcome.value)
        else reject(outcome?.reason ?? new Error('a request has no result'))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    if (this.#options.readsInputBetween === true) await nextTurn()
  }
}
