import { dayMs } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import type { FeedSink, QuoteFeed } from './quote-feed.ts'
import { randomAt, secretDraws, standardNormal } from './random.ts'
import type { Draw, Draws } from './random.ts'

const stepMs = 500
const stepsPerDay = dayMs / stepMs
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

/** Where a run of the simulation begins: the walks before the step that starts at `startMs`, in exchange ticks. */
export interface SimulationStart {
  readonly startMs: number
  readonly ticks: ReadonlyMap<number, number>
}

/** Seeds that nobody can foresee, one for each UTC day (counted since 1970). */
export interface SecretSeeds {
  /** The 32 bytes of a day's seed, or null while none is committed: nothing is drawn without a commitment. */
  seedOf(day: number): Uint8Array | null
  /** Called before the first step that follows no other, and before the first step of each day. */
  recordStart(start: SimulationStart): void
}

/** The inputs of a simulation: the same seeds, instruments and times give the same ticks. */
export interface SimulationOptions {
  /** A number makes all future prices predictable, for tests and demonstrations. */
  readonly seed: number | SecretSeeds
  readonly instruments: readonly SimulatedInstrument[]
  /** Closed instruments do not move. */
  readonly isOpen: (instrumentId: number, atMs: number) => boolean
}

/**
 * Simulates a random walk per instrument, calibrated to its own volatility. Randomness is a function of the seed, the
 * instrument and the time, so a restart continues from the last price without repeating itself. Each day begins at the
 * prices that were last quoted, so that it can be computed again from its seed and them alone.
 */
export function createSimulatedFeed(options: SimulationOptions): QuoteFeed {
  const walks = new Map<number, Walk>(
    options.instruments.map((instrument) => {
      const { id, startTicks } = instrument
      return [id, { instrument, ticks: startTicks, quotedTicks: startTicks }]
    }),
  )
  const drawsAt = drawsOf(options.seed)
  let nextStep: number | null = null
  let isContinuing = false
  const start = (step: number): void => {
    for (const walk of walks.values()) walk.ticks = walk.quotedTicks
    if (typeof options.seed === 'number') return
    const ticks = new Map([...walks].map(([id, walk]) => [id, walk.ticks]))
    options.seed.recordStart({ startMs: step * stepMs, ticks })
  }
  return {
    name: 'simulated',
    kindOf: (instrumentId) => (walks.has(instrumentId) ? 'simulated' : null),
    session: () => null,
    openingPrice: () => null,
    readUntil(untilMs, sink) {
      const endStep = Math.floor(untilMs / stepMs)
      // The first step is the one that the given time is in or ends: a former run cannot have drawn it.
      const firstStep = Math.ceil(untilMs / stepMs) - 1
      const fromStep: number = Math.max(nextStep ?? firstStep, endStep - longestCatchUpSteps)
      if (fromStep !== nextStep) isContinuing = false
      for (nextStep = fromStep; nextStep < endStep; nextStep += 1) {
        const step = nextStep
        const draws = drawsAt(step)
        if (draws === null) return Promise.reject(new Error('the day has no committed seed: nothing is simulated'))
        if (!isContinuing || step % stepsPerDay === 0) start(step)
        isContinuing = true
        for (const walk of walks.values()) {
          if (options.isOpen(walk.instrument.id, step * stepMs))
            advance(walk, { step, draw: draws(walk.instrument.id, step) }, sink)
        }
      }
      return Promise.resolve()
    },
    stop: () => Promise.resolve(),
  }
}

/** The draws of a step; null where the seed of its day is not known. */
function drawsOf(seed: number | SecretSeeds): (step: number) => Draws | null {
  if (typeof seed === 'number') return () => (stream, step) => randomAt(seed, stream, step)
  let today: { readonly day: number; readonly draws: Draws } | null = null
  return (step) => {
    const day = Math.floor(step / stepsPerDay)
    if (today?.day !== day) {
      const key = seed.seedOf(day)
      today = key === null ? null : { day, draws: secretDraws(key) }
    }
    return today?.draws ?? null
  }
}

interface Walk {
  readonly instrument: SimulatedInstrument
  ticks: number
  /** The mid of the newest quote: what everybody knows of the walk. */
  quotedTicks: number
}

function advance(walk: Walk, { step, draw }: { step: number; draw: Draw }, sink: FeedSink): void {
  const { instrument } = walk
  const relativeSigma = instrument.sigma30sTicks / instrument.levelTicks / Math.sqrt(stepsIn30s)
  const pull = (instrument.levelTicks - walk.ticks) * pullPerStep
  walk.ticks = Math.max(lowestTicks, walk.ticks + walk.ticks * relativeSigma * standardNormal(draw) + pull)
  if (draw() > quoteChance) return
  const { bid, ask } = quoteAround(walk)
  walk.quotedTicks = (bid + ask) / 2
  const price = (onGrid: number) => formatDecimal(BigInt(onGrid) * instrument.tickUnits, instrument.tickDecimals)
  sink.tick({
    instrumentId: instrument.id,
    source: 'simulated',
    timeMs: step * stepMs + Math.floor(draw() * stepMs),
    bid: price(bid),
    ask: price(ask),
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
function quoteAround({ instrument, ticks }: Walk): { bid: number; ask: number } {
  const halfSpread = (instrument.spreadTicks - 0.5) / 2
  return { bid: Math.floor(ticks - halfSpread), ask: Math.ceil(ticks + halfSpread) }
}
