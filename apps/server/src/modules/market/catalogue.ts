import { symbolPattern } from '@candor/api'
import { parseDecimal } from '@candor/money'
import * as z from 'zod/mini'

export const categories = ['futures', 'forex', 'crypto'] as const
export type Category = (typeof categories)[number]

/** What the simulated feed needs for an instrument. Prices are decimal strings, movement is in exchange ticks. */
export interface Simulation {
  readonly price: string
  /** Standard deviation of 30 seconds, in exchange ticks at `price`. */
  readonly sigma30sTicks: number
  readonly spreadTicks: number
  /** Typical size of one trade, a decimal string. */
  readonly tradeSize: string
}

/** One instrument of the catalogue. `id` is its 1-based position in every frame and never reused. */
export interface Instrument {
  readonly id: number
  readonly symbol: string
  readonly category: Category
  readonly base: string
  readonly quote: string
  readonly name: string
  readonly exchange: string
  readonly exchangeSymbol: string
  /** The exchange tick is `tickUnits` × 10^-`tickDecimals`. */
  readonly tickDecimals: number
  readonly tickUnits: bigint
  /** Digits of the official price: one more than the exchange tick. */
  readonly priceDecimals: number
  readonly calendarId: string
  readonly entryDelaySlots: number
  readonly staleAfterMs: number
  readonly maxSpreadBps: number
  readonly outlierBps: number
  /** A larger step between two frames begins a new epoch; within one, `publish_frame` refuses it. */
  readonly maxStepBps: number
  /** A live price needs so many fresh sources; three where three are connected. */
  readonly minFreshSources: number
  /** The greatest age of a fresh source's newest quote, since the source quoted it. */
  readonly freshMs: number
  /** The farthest that two fresh sources may stand apart, in millionths of the price. */
  readonly agreementPpm: number
  readonly isHidden: boolean
  readonly isHalted: boolean
  readonly simulation: Simulation
}

const agreementSigmas = 0.25

const positiveDecimal = z.string().check(z.regex(/^\d{1,12}(\.\d{1,12})?$/))

/** The stored form of `Simulation`. */
export const simulationSchema = z.object({
  price: positiveDecimal,
  sigma30sTicks: z.pipe(positiveDecimal, z.transform(Number)),
  spreadTicks: z.int().check(z.positive()),
  tradeSize: positiveDecimal,
})

const seedInstrument = z.object({
  id: z.int().check(z.positive()),
  symbol: z.string().check(z.regex(symbolPattern)),
  category: z.enum(categories),
  base: z.string(),
  quote: z.string(),
  name: z.string(),
  exchange: z.string(),
  exchangeSymbol: z.string(),
  tickSize: positiveDecimal,
  calendar: z.string(),
  entryDelaySlots: z.int().check(z.positive()),
  staleAfterMs: z.int().check(z.positive()),
  maxSpreadBps: z.int().check(z.positive()),
  outlierBps: z.int().check(z.positive()),
  maxStepBps: z.int().check(z.positive()),
  minFreshSources: z.int().check(z.positive()),
  freshMs: z.int().check(z.positive()),
  hidden: z.boolean(),
  simulation: simulationSchema,
})

const seedFile = z.object({ source: z.string(), instruments: z.array(seedInstrument) })

/** Parses the seed catalogue. Throws when an entry is malformed. */
export function parseSeedCatalogue(content: unknown): Instrument[] {
  return seedFile.parse(content).instruments.map(({ tickSize, calendar, hidden, ...kept }) => ({
    ...kept,
    ...tickOf(tickSize),
    agreementPpm: agreementPpm(kept.simulation, Number(tickSize)),
    calendarId: calendar,
    isHidden: hidden,
    isHalted: false,
  }))
}

/**
 * How far two sources may stand apart, in millionths of the price: a quarter of the price's standard deviation over
 * 30 s, and at least one exchange tick, by which two books differ at any moment. A customer who moves one of two books
 * moves their mean by half of it, so this bounds what a moved book can win.
 */
export function agreementPpm({ price, sigma30sTicks }: Simulation, tickSize: number): number {
  const ticks = Math.max(1, agreementSigmas * sigma30sTicks)
  return Math.max(1, Math.round((1_000_000 * ticks * tickSize) / Number(price)))
}

/** Splits a tick such as "0.25" into its integer and decimals: 25 × 10^-2, and the decimals of an exact mid. */
export function tickOf(tickSize: string): { tickDecimals: number; tickUnits: bigint; priceDecimals: number } {
  const tickDecimals = tickSize.split('.')[1]?.length ?? 0
  const tickUnits = parseDecimal(tickSize, tickDecimals)
  if (tickUnits === null || tickUnits <= 0n) throw new Error(`not a tick size: ${tickSize}`)
  return { tickDecimals, tickUnits, priceDecimals: tickDecimals + 1 }
}
