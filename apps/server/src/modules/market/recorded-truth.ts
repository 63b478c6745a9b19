import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/**
 * A market's price at an instant, computed directly from a recording's CSV files: the replay test's second opinion. It
 * deliberately shares no code with the pipeline and uses whole files, sorted arrays and plain integers.
 */
export interface TruthRules {
  readonly files: readonly string[]
  /** Digits of the recorded prices, and of the official price. */
  readonly recordedDecimals: number
  readonly officialDecimals: number
  readonly staleAfterMs: number
  readonly maxSpreadBps: number
  readonly outlierBps: number
  /** A pause longer than this in every file is a break of the session. */
  readonly breakMs: number
}

/** A price in official ticks, or why there is none. */
export type Truth = { readonly state: 'open'; readonly ticks: number } | { readonly state: 'stale' | 'closed' }

interface Column {
  readonly times: number[]
  /** Twice the price, in recorded units. */
  readonly doubled: number[]
  readonly isWide: boolean[]
}

interface RecordedFile {
  readonly books: Column
  readonly trades: Column
  readonly allTimes: number[]
}

export class RecordedTruth {
  readonly #rules: TruthRules
  readonly #files: RecordedFile[]
  /** Spans with trading, [from, to], both included. */
  readonly #sessions: [number, number][]
  readonly firstMs: number
  readonly lastMs: number

  constructor(rules: TruthRules) {
    this.#rules = rules
    this.#files = rules.files.map((path) => readFile(path, rules))
    const times = Float64Array.from(this.#files.flatMap((file) => activeTimes(file.allTimes, rules.breakMs))).toSorted()
    this.#sessions = []
    this.firstMs = times[0] ?? Number.NaN
    this.lastMs = times.at(-1) ?? Number.NaN
    for (const file of this.#files) this.#addSpans(file.allTimes)
  }

  /** The truth for the slot that ends at `endMs`: only data recorded before that instant counts. */
  at(endMs: number): Truth {
    if (this.sessionEnd(endMs - 1) === null) return { state: 'closed' }
    const prices = this.#files.map((file) => this.#priceOf(file, endMs)).filter((price) => price !== null)
    const [first, second] = prices
    if (first === undefined || prices.length > 2) return { state: 'stale' }
    if (second === undefined) return { state: 'open', ticks: this.#official(first, 2) }
    const isApart = Math.abs(first - second) / Math.abs((first + second) / 2) > this.#rules.outlierBps / 10_000
    return isApart ? { state: 'stale' } : { state: 'open', ticks: this.#official(first + second, 4) }
  }

  /** When the session that contains an instant ends; Infinity for the last one, null outside. */
  sessionEnd(atMs: number): number | null {
    const containing = this.#sessions.filter(([from, to]) => from <= atMs && atMs <= to).map(([, to]) => to)
    if (containing.length === 0) return null
    let end = Math.max(...containing)
    for (const [from, to] of this.#sessions) if (from <= end && to > end) end = to
    return end >= this.lastMs ? Infinity : end
  }

  #priceOf(file: RecordedFile, endMs: number): number | null {
    const book = newestBefore(file.books, endMs)
    if (book !== null && endMs - book.timeMs <= this.#rules.staleAfterMs) return book.isWide ? null : book.doubled
    const trade = newestBefore(file.trades, endMs)
    return trade !== null && endMs - trade.timeMs <= this.#rules.staleAfterMs ? trade.doubled : null
  }

  /** `sum` divided by `of` recorded units, in official ticks, half to even. */
  #official(sum: number, of: number): number {
    const scaled = sum * 10 ** (this.#rules.officialDecimals - this.#rules.recordedDecimals)
    const floor = Math.floor(scaled / of)
    const rest = scaled - floor * of
    if (rest * 2 === of) return floor % 2 === 0 ? floor : floor + 1
    return rest * 2 > of ? floor + 1 : floor
  }

  #addSpans(times: readonly number[]): void {
    let from = times[0] ?? 0
    for (const [index, time] of times.entries()) {
      const next = times[index + 1] ?? Infinity
      if (next - time <= this.#rules.breakMs) continue
      this.#sessions.push([from, time])
      from = next
    }
  }
}

function readFile(path: string, rules: TruthRules): RecordedFile {
  const books: Column = { times: [], doubled: [], isWide: [] }
  const trades: Column = { times: [], doubled: [], isWide: [] }
  const allTimes: number[] = []
  for (const line of gunzipSync(readFileSync(path)).toString().trim().split('\n').slice(1)) {
    const [time, bid, ask, last] = line.split(',')
    allTimes.push(Number(time))
    if (bid && ask && Number(bid) <= Number(ask)) {
      const low = units(bid, rules.recordedDecimals)
      const high = units(ask, rules.recordedDecimals)
      books.times.push(Number(time))
      books.doubled.push(low + high)
      books.isWide.push((high - low) / Math.abs((low + high) / 2) > rules.maxSpreadBps / 10_000)
    }
    if (last && !(bid && ask && Number(bid) > Number(ask))) {
      trades.times.push(Number(time))
      trades.doubled.push(2 * units(last, rules.recordedDecimals))
      trades.isWide.push(false)
    }
  }
  return { books, trades, allTimes }
}

function units(text: string, decimals: number): number {
  return Math.round(Number(text) * 10 ** decimals)
}

function activeTimes(times: readonly number[], breakMs: number): number[] {
  return times.filter(
    (time, index) => index === 0 || index === times.length - 1 || time - (times[index - 1] ?? 0) > breakMs,
  )
}

function newestBefore(column: Column, endMs: number): { timeMs: number; doubled: number; isWide: boolean } | null {
  let low = 0
  let high = column.times.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((column.times[middle] ?? Infinity) < endMs) low = middle + 1
    else high = middle
  }
  const timeMs = column.times[low - 1]
  const doubled = column.doubled[low - 1]
  return timeMs === undefined || doubled === undefined
    ? null
    : { timeMs, doubled, isWide: column.isWide[low - 1] === true }
}
