import { candleIntervalsMs } from '@candor/api'
import { divHalfEven, parseDecimal } from '@candor/money'
import { randomAt } from '../quote-feeds/index.ts'
import { openSpans } from './calendar.ts'
import type { Calendar, Span } from './calendar.ts'
import type { Instrument } from './catalogue.ts'
import { generateHistory } from './generated-history.ts'
import type { GeneratedHistory } from './generated-history.ts'
import { storeHistory } from './market-store.ts'
import type { Database } from './market-store.ts'

const daysBack = 302
/** Bounds one statement, which has the usual time also while the machine is busy with other parts of a start. */
const instrumentsPerBatch = 5
/** Mean of the simulated trades in a second as a share of one typical trade. */
const tradesPerSecond = 0.6

/** Where the generated past of an instrument ends: a decimal string, or null for its calibrated level. */
type OpeningPrice = (instrumentId: number) => string | null

/** Inputs of a generated history. The same seed and time give the same history. */
export interface HistoryOptions {
  readonly instruments: readonly Instrument[]
  readonly calendars: ReadonlyMap<string, Calendar>
  readonly openingPrice: OpeningPrice
  readonly seed: number
  readonly nowMs: number
}

/**
 * Generates labelled history up to `nowMs`, so that charts are not empty on the first start. Takes about a second.
 * Throws when the market already has frames or generated history.
 */
export async function storeOpeningHistory(pool: Database, options: HistoryOptions): Promise<void> {
  const endMs = Math.floor(options.nowMs / candleIntervalsMs['1m']) * candleIntervalsMs['1m']
  const within = { fromMs: endMs - daysBack * candleIntervalsMs['1d'], toMs: endMs }
  const spans = new Map<string, Span[]>(
    [...options.calendars].map(([id, calendar]) => [id, openSpans(calendar, within)]),
  )
  await storeHistory(pool, endMs, batchesOf(options, { endMs, spans }))
}

function* batchesOf(options: HistoryOptions, past: { endMs: number; spans: ReadonlyMap<string, readonly Span[]> }) {
  for (let first = 0; first < options.instruments.length; first += instrumentsPerBatch) {
    const histories = new Map<number, GeneratedHistory>()
    for (const instrument of options.instruments.slice(first, first + instrumentsPerBatch)) {
      const openSpans = past.spans.get(instrument.calendarId) ?? []
      const draw = randomAt(options.seed, instrument.id, 0)
      histories.set(
        instrument.id,
        generateHistory(historyInstrument(instrument, options.openingPrice(instrument.id)), {
          endMs: past.endMs,
          openSpans,
          draw,
        }),
      )
    }
    yield histories
  }
}

/** The price near which an instrument begins, in official ticks: its opening price, or else its calibrated level. */
export function openingTicks(instrument: Instrument, openingPrice: string | null): bigint {
  const spareDecimals = 6
  const parsed = parseDecimal(openingPrice ?? instrument.simulation.price, instrument.priceDecimals + spareDecimals)
  if (parsed === null) throw new Error(`${instrument.symbol} begins at no price: ${openingPrice}`)
  return divHalfEven(parsed, 10n ** BigInt(spareDecimals))
}

function historyInstrument(instrument: Instrument, openingPrice: string | null) {
  const { simulation, tickUnits } = instrument
  const levelTicks = Number(openingTicks(instrument, null))
  return {
    endTicks: Number(openingTicks(instrument, openingPrice)),
    // One exchange tick is ten official ticks for each of its units.
    relativeSigma30s: (simulation.sigma30sTicks * 10 * Number(tickUnits)) / levelTicks,
    gridTicks: 5n * tickUnits,
    volumeUnitsPerSecond: Number(parseDecimal(simulation.tradeSize, 6) ?? 0n) * tradesPerSecond,
  }
}
