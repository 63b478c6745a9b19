import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { SourceError } from './log-source.ts'
import type { TicksBundle, TicksBundleResult } from './ticks-bundle.ts'
import type { TicksReply } from './ticks-worker.ts'

interface Waiting {
  readonly bundle: TicksBundle
  resolve(result: TicksBundleResult): void
  reject(error: Error): void
}

/** Threads that check bundles: one for each processor, at most eight. */
export class TicksPool {
  readonly #idle: Worker[] = []
  readonly #all: Worker[] = []
  readonly #queue: Waiting[] = []

  constructor(threads = Math.min(8, availableParallelism())) {
    for (let index = 0; index < threads; index += 1) {
      const worker = new Worker(new URL('./ticks-worker.ts', import.meta.url))
      worker.unref()
      this.#all.push(worker)
      this.#idle.push(worker)
    }
  }

  /** How many bundles are worth having at hand. */
  get width(): number {
    return 2 * this.#all.length
  }

  audit(bundle: TicksBundle): Promise<TicksBundleResult> {
    const { promise, resolve, reject } = Promise.withResolvers<TicksBundleResult>()
    this.#queue.push({ bundle, resolve, reject })
    this.#hand()
    return promise
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()))
  }

  #hand(): void {
    const worker = this.#idle.pop()
    if (worker === undefined) return
    const next = this.#queue.shift()
    if (next === undefined) {
      this.#idle.push(worker)
      return
    }
    const end = () => {
      worker.off('message', take)
      worker.off('error', fail)
    }
    const take = (reply: TicksReply) => {
      end()
      this.#idle.push(worker)
      if ('result' in reply) next.resolve(reply.result)
      else next.reject(reply.isHostile ? new SourceError(reply.message) : new Error(reply.message))
      this.#hand()
    }
    const fail = (error: unknown) => {
      end()
      next.reject(error instanceof Error ? error : new Error('a thread of the audit ended'))
    }
    worker.on('message', take)
    worker.on('error', fail)
    worker.postMessage(next.bundle)
  }
}
