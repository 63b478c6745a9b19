import { randomBytes } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import type { FeedSink, QuoteFeed } from './quote-feed.ts'
import { randomAt, secretDraws, standardNormal } from './random.ts'
import type { Draw, Draws } from './random.ts'

const stepMs = 500
const stepsIn30s = 60
/** Half-life of the pull towards the calibrated level: keeps a sandbox that runs for months near real prices. */
const pullHalfLifeMs = 30 * dayMs
const pullPerStep = (Math.LN2 * stepMs) / pullHalfLifeMs
const lowestTicks = 20
/** A feed paused for longer resumes from its last price instead of computing every missed step. */
const longestCatchUpSteps = 7_200
/** Chance that a step of an open instrument brings a quote. */
const quoteChance = 0.85
const tradeChance = 0.5
/** One lot in units of 10⁻⁶. */
const wholeLot = 1_000_000

/**
 * An instrument to simulate. Prices are in exchange ticks (each `tickUnits` × 10^-`tickDecimals`) and may be fractions
 * of one.
 */
export interface SimulatedInstrument {
  readonly id: number
  readonly tickDecimals: number
  readonly tickUnits: bigint
  /** The calibrated level, and where the walk starts: its last published price, or the level itself. */
  readonly levelTicks: number
  readonly startTicks: number
  readonly sigma30sTicks: number
  readonly spreadTicks: number
  /** Typical size of one trade in units of 10⁻⁶. */
  readonly tradeUnits: number
}

/** The inputs of a simulation: the same seed (unless null), instruments and times give the same ticks. */
export interface SimulationOptions {
  /** A seed makes all future prices predictable, for tests and demonstrations. Null draws a new secret key. */
  readonly seed: number | null
  readonly instruments: readonly SimulatedInstrument[]
  /** Closed instruments do not move. */
  readonly isOpen: (instrumentId: number, atMs: number) => boolean
}

/**
 * Simulates a random walk per instrument, calibrated to its own volatility. Randomness is a function of the seed or
 * key, the instrument and the time, so a restart continues from the last price without repeating itself.
 */
export function createSimulatedFeed(options: SimulationOptions): QuoteFeed {
  const walks = new Map(
    options.instruments.map((instrument) => [instrument.id, { instrument, ticks: instrument.startTicks }]),
  )
  const draws = drawsOf(options.seed)
  let nextStep: number | null = null
  return {
    name: 'simulated',
    kindOf: (instrumentId) => (walks.has(instrumentId) ? 'simulated' : null),
    session: () => null,
    openingPrice: () => null,
    readUntil(untilMs, sink) {
      const endStep = Math.floor(untilMs / stepMs)
      nextStep = Math.max(nextStep ?? endStep - 1, endStep - longestCatchUpSteps)
      for (; nextStep < endStep; nextStep += 1) {
        for (const walk of walks.values()) {
          if (options.isOpen(walk.instrument.id, nextStep * stepMs))
            advance(walk, { step: nextStep, draw: draws(walk.instrument.id, nextStep) }, sink)
        }
      }
      return Promise.resolve()
    },
    stop: () => Promise.resolve(),
  }
}

function drawsOf(seed: number | null): Draws {
  if (seed === null) return secretDraws(randomBytes(32))
  return (stream, step) => randomAt(seed, stream, step)
}

interface Walk {
  readonly instrument: SimulatedInstrument
  ticks: number
}

function advance(walk: Walk, { step, draw }: { step: number; draw: Draw }, sink: FeedSink): void {
  const { instrument } = walk
  const relativeSigma = instrument.sigma30sTicks / instrument.levelTicks / Math.sqrt(stepsIn30s)
  const pull = (instrument.levelTicks - walk.ticks) * pullPerStep
  walk.ticks = Math.max(lowestTicks, walk.ticks + walk.ticks * relativeSigma * standardNormal(draw) + pull)
  if (draw() > quoteChance) return
  sink.tick({
    instrumentId: instrument.id,
    source: 'simulated',
    timeMs: step * stepMs + Math.floor(draw() * stepMs),
    ...quoteOf(walk),
    last: null,
    volume: draw() < tradeChance ? tradeSize(instrument.tradeUnits, 0.2 + 2 * draw() * draw()) : null,
  })
}

/** Markets that trade in whole lots get whole lots. */
function tradeSize(typicalUnits: number, factor: number): string {
  const lot = typicalUnits >= wholeLot ? wholeLot : 1
  return formatDecimal(BigInt(Math.ceil((typicalUnits * factor) / lot) * lot), 6)
}

/** Bid and ask on the exchange's grid around the walk. The spread varies, so that the mid moves in half ticks. */
function quoteOf(walk: Walk): { bid: string; ask: string } {
  const { instrument, ticks } = walk
  const halfSpread = (instrument.spreadTicks - 0.5) / 2
  const price = (onGrid: number) => formatDecimal(BigInt(onGrid) * instrument.tickUnits, instrument.tickDecimals)
  return { bid: price(Math.floor(ticks - halfSpread)), ask: price(Math.ceil(ticks + halfSpread)) }
}
