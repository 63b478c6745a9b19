import { standardNormal } from '../../apps/server/src/modules/quote-feeds/index.ts'
import { readRecording } from '../../apps/server/src/modules/quote-feeds/recording-file.ts'

/** The quotes of one source, in the order of their time. Times in unix ms, prices as the source writes them. */
export interface Tape {
  readonly timesMs: readonly number[]
  readonly bids: readonly number[]
  readonly asks: readonly number[]
}

/** Reads the quotes of a recording; ticks without a book are left out. */
export async function readTape(path: string): Promise<Tape> {
  const tape = { timesMs: [] as number[], bids: [] as number[], asks: [] as number[] }
  for await (const batch of readRecording(path))
    for (const { timeMs, bid, ask } of batch) {
      if (bid === null || ask === null) continue
      tape.timesMs.push(timeMs)
      tape.bids.push(Number(bid))
      tape.asks.push(Number(ask))
    }
  return tape
}

/** A random walk: `sigma30s` is the standard deviation of its move over 30 s, `everyMs` the time between its quotes. */
export function walkTape(walk: {
  readonly price: number
  readonly sigma30s: number
  readonly spread: number
  readonly everyMs: number
  readonly lengthMs: number
  readonly random: () => number
}): Tape {
  const tape = { timesMs: [] as number[], bids: [] as number[], asks: [] as number[] }
  const step = walk.sigma30s * Math.sqrt(walk.everyMs / 30_000)
  let mid = walk.price
  for (let timeMs = 0; timeMs < walk.lengthMs; timeMs += walk.everyMs) {
    mid += step * standardNormal(walk.random)
    tape.timesMs.push(timeMs)
    tape.bids.push(mid - walk.spread / 2)
    tape.asks.push(mid + walk.spread / 2)
  }
  return tape
}

/** The same quotes, of which only one every `everyMs` is published, `lagMs` later. */
export function delayed(tape: Tape, { lagMs, everyMs = 0 }: { lagMs: number; everyMs?: number }): Tape {
  const out = { timesMs: [] as number[], bids: [] as number[], asks: [] as number[] }
  let nextMs = -Infinity
  for (const [index, timeMs] of tape.timesMs.entries()) {
    if (timeMs < nextMs) continue
    nextMs = timeMs + everyMs
    out.timesMs.push(timeMs + lagMs)
    out.bids.push(tape.bids[index] ?? 0)
    out.asks.push(tape.asks[index] ?? 0)
  }
  return out
}

/** Reads a tape forwards: the mid of the newest quote at or before a time. */
export class TapeReader {
  readonly #tape: Tape
  #next = 0

  constructor(tape: Tape) {
    this.#tape = tape
  }

  /** Null before the first quote. Times must not go backwards. */
  midAt(atMs: number): number | null {
    const { timesMs, bids, asks } = this.#tape
    while ((timesMs[this.#next] ?? Infinity) <= atMs) this.#next += 1
    const index = this.#next - 1
    return index < 0 ? null : ((bids[index] ?? 0) + (asks[index] ?? 0)) / 2
  }
}
