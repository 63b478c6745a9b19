import { basename } from 'node:path'
import { parseRecordingName, readRecording } from '../../apps/server/src/modules/quote-feeds/recording-file.ts'
import type { RecordedTick } from '../../apps/server/src/modules/quote-feeds/recording-file.ts'
import { UnreadableFile } from '../verify/trusted-keys.ts'
import type { Findings } from './findings.ts'

/** How far two feeds of one market may be apart, in parts per million. */
const tolerancePpm = 2_000
/** A recorded price is compared while it is at most this old. */
const freshMs = 10_000
/** Slots apart that are a failure: as many as the shortest window of which a contract takes its price. */
const leastSlots = 10

/** A stretch of slots in which published and recorded prices are apart. */
interface Stretch {
  readonly fromMs: number
  toMs: number
  slots: number
  mostPpm: number
}

/** Compares published prices with an independent recording of the market, both in order of time. */
export class RecordingCheck {
  readonly symbol: string
  readonly #ticks: AsyncIterator<readonly RecordedTick[]>
  readonly #findings: Findings
  readonly #unit: number
  #batch: readonly RecordedTick[] = []
  #position = 0
  #recorded: { readonly atMs: number; readonly price: number } | null = null
  #stretch: Stretch | null = null
  #comparedCount = 0
  #simulatedCount = 0

  /** `decimals` are those of published prices. */
  constructor(path: string, decimals: number, findings: Findings) {
    this.symbol = symbolOf(path)
    this.#ticks = readRecording(path)
    this.#unit = 10 ** -decimals
    this.#findings = findings
  }

  /** Takes published prices: for each open frame the time, the price in units, and 1 where it was simulated. */
  async take(published: Float64Array): Promise<void> {
    for (let at = 0; at + 2 < published.length; at += 3) {
      const [atMs = 0, units = Number.NaN, isSimulated = 0] = published.subarray(at, at + 3)
      await this.#advance(atMs)
      if (isSimulated === 1) this.#simulatedCount += 1
      else if (this.#recorded !== null && atMs - this.#recorded.atMs <= freshMs)
        this.#compare(atMs, units * this.#unit, this.#recorded.price)
    }
  }

  finish(): void {
    this.#endStretch()
    this.#findings.hold('recording', this.#comparedCount)
    if (this.#comparedCount === 0)
      this.#findings.leaveUnchecked('recording', `No open price of ${this.symbol} is of the time of the recording.`)
    if (this.#simulatedCount > 0)
      this.#findings.leaveUnchecked('recording', `${this.#simulatedCount} prices of ${this.symbol} were simulated.`)
  }

  #compare(atMs: number, price: number, recorded: number): void {
    this.#comparedCount += 1
    const ppm = (Math.abs(price - recorded) / recorded) * 1e6
    if (ppm <= tolerancePpm) {
      this.#endStretch()
      return
    }
    this.#stretch ??= { fromMs: atMs, toMs: atMs, slots: 0, mostPpm: 0 }
    this.#stretch.toMs = atMs
    this.#stretch.slots += 1
    this.#stretch.mostPpm = Math.max(this.#stretch.mostPpm, ppm)
  }

  #endStretch(): void {
    const stretch = this.#stretch
    this.#stretch = null
    if (stretch === null || stretch.slots < leastSlots) return
    const percent = (stretch.mostPpm / 10_000).toFixed(2)
    const [from, to] = [new Date(stretch.fromMs).toISOString(), new Date(stretch.toMs).toISOString()]
    this.#findings.fail('recording', `${this.symbol} is up to ${percent} % from the recording, from ${from} to ${to}.`)
  }

  /** Reads the recording up to an instant. */
  async #advance(untilMs: number): Promise<void> {
    for (;;) {
      const tick = this.#batch[this.#position]
      if (tick === undefined) {
        const next = await this.#ticks.next()
        if (next.done === true) return
        this.#batch = next.value
        this.#position = 0
        continue
      }
      if (tick.timeMs > untilMs) return
      this.#position += 1
      const price = priceOf(tick)
      if (price > 0) this.#recorded = { atMs: tick.timeMs, price }
    }
  }
}

/** The symbol of a recording by its name. Throws UnreadableFile. */
export function symbolOf(path: string): string {
  const name = parseRecordingName(path)
  if (name === null) throw new UnreadableFile(`${basename(path)} is not named as a recording (docs/feeds.md).`)
  return name.symbol.replaceAll('-', '')
}

/** The mid of bid and ask, or the last trade. A comparison by percents needs no exact numbers. */
function priceOf({ bid, ask, last }: RecordedTick): number {
  return bid !== null && ask !== null ? (Number(bid) + Number(ask)) / 2 : Number(last ?? Number.NaN)
}
