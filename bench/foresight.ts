import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { slotMs } from '@candor/formulas'
import type { Direction } from '@candor/formulas'
import { openingTerms } from '../apps/server/src/modules/market/opening-terms.ts'
import { ppmPerBps } from '../apps/server/src/modules/market/consensus.ts'
import { readSeedCatalogue } from '../apps/server/src/modules/market/seed-files.ts'
import type { Instrument } from '../apps/server/src/modules/market/catalogue.ts'
import { randomAt } from '../apps/server/src/modules/quote-feeds/index.ts'
import { atMost, bench } from './figure.ts'
import type { Figure } from './figure.ts'
import { coinFlip, follower, watcher } from './foresight/attackers.ts'
import { officialFrames } from './foresight/official.ts'
import type { Official, Source } from './foresight/official.ts'
import { play } from './foresight/play.ts'
import type { Attacker, Played, PlayedTerms } from './foresight/play.ts'
import { delayed, readTape, walkTape } from './foresight/tape.ts'
import type { Tape } from './foresight/tape.ts'

const folder = process.env['CANDOR_RECORDINGS'] ?? join(import.meta.dirname, '..', '..', 'shared', 'market')
/** The durations that are played, in slots: 30 s, 60 s and 5 minutes. */
const played = [60, 120, 600] as const
const hourMs = 3_600_000
/** A quote that an attacker moves stays within the agreement of two sources by this share of it. */
const movedShare = 0.99
const bar = 'foresight'

/**
 * What attackers who see a price earlier, follow its moves or quote inside a thin book can win of their stakes, at the
 * upper end of the 95 % confidence interval, against the offered terms and the rule for real money. The peer is a
 * player who flips a coin. `-Infinity` stands for an offer that is closed to the attack.
 */
export const foresight = bench({
  about: 'What an attacker with a faster price can win of the stakes, against the offered terms',
  sizes: { hours: [400, 1], recordings: [1, 0] },
  bars: { [bar]: atMost(-1) },
  isOnlyNamed: true,
  async run({ hours, recordings }) {
    return [...(recordings > 0 ? await recordedRows() : []), ...lagRows(hours), ...bookRows(hours)]
  },
})

/** A week of two providers: the attacker watches either, or follows or fades the moves of the faster one. */
async function recordedRows(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const symbol of ['NZDUSD', 'EURUSD']) {
    const paths = ['fxcm', 'oanda'].map((name) => join(folder, 'data/forex', `${symbol}__tick__${name}-201405.csv.gz`))
    if (!paths.every((path) => existsSync(path))) {
      process.stderr.write(`foresight: no recordings of ${symbol} in ${folder}; its rows are left out\n`)
      continue
    }
    const [fxcm, oanda] = await Promise.all(paths.map((path) => readTape(path)))
    if (fxcm === undefined || oanda === undefined) throw new Error('two recordings were read')
    const instrument = instrumentOf(symbol)
    const { priceDecimals } = instrument
    const span = {
      fromMs: Math.max(...[fxcm, oanda].map(({ timesMs }) => timesMs[0] ?? 0)),
      toMs: Math.min(...[fxcm, oanda].map(({ timesMs }) => timesMs.at(-1) ?? 0)),
    }
    const sources = [sourceOf('fxcm', fxcm), sourceOf('oanda', oanda)]
    const official = officialFrames(instrument, sources, span)
    figures.push(openRow(symbol, official), ...tieRows(symbol, instrument, official))
    // Two sources stand apart by their agreement at most, and their mean from either by half of it.
    const leastBps = instrument.agreementPpm / ppmPerBps / 4
    const attackers: Readonly<Record<string, () => Attacker>> = {
      'watches FXCM': () => watcher(fxcm, { leastBps, priceDecimals }),
      'watches OANDA': () => watcher(oanda, { leastBps, priceDecimals }),
      'follows moves': () => follower(fxcm, { overMs: 2_000, leastBps: 0.5, sign: 1 }),
      'fades moves': () => follower(fxcm, { overMs: 2_000, leastBps: 0.5, sign: -1 }),
    }
    figures.push(...rowsOf(symbol, { instrument, official, attackers }))
    const alone = officialFrames(instrument, [sourceOf('oanda', oanda)], span)
    figures.push(...rowsOf(`${symbol} on OANDA alone`, { instrument, official: alone, attackers }))
  }
  return figures
}

/** Two sources of a walk that are late, both or one of them, while the attacker sees the walk itself. */
function lagRows(hours: number): Figure[] {
  return ['EURUSD', 'BNBUSDT'].flatMap((symbol) => {
    const instrument = instrumentOf(symbol)
    const { priceDecimals } = instrument
    const walk = walkOf(instrument, hours)
    const span = { fromMs: 10_000, toMs: hours * hourMs }
    const sigmaBps =
      (Number(instrument.simulation.sigma30sTicks) * tickOf(instrument) * 10_000) / Number(instrument.simulation.price)
    const attackers = { 'sees it at once': () => watcher(walk, { leastBps: sigmaBps / 8, priceDecimals }) }
    const late = (name: string, lagMs: number, everyMs = 0) =>
      ({ name, tape: delayed(walk, { lagMs: 0, everyMs }), lagMs }) satisfies Source
    const cases: Readonly<Record<string, readonly Source[]>> = {
      '0.5 s late': [late('first', 500), late('second', 500)],
      '1 s late': [late('first', 1_000), late('second', 1_000)],
      '2 s late': [late('first', 2_000), late('second', 2_000)],
      '4 s late': [late('first', 4_000), late('second', 4_000)],
      'one 2 s late': [late('first', 100), late('second', 2_000)],
      'one every 10 s': [late('first', 100), late('second', 100, 10_000)],
      'both as seldom as is fresh': [late('first', 100, instrument.freshMs), late('second', 100, instrument.freshMs)],
      'one source, 2 s late': [late('first', 2_000)],
    }
    return Object.entries(cases).flatMap(([name, sources]) => {
      const official = officialFrames(instrument, sources, span)
      const mostLagMs = Math.max(...sources.map(({ lagMs }) => lagMs))
      return rowsOf(`${symbol} ${name}`, { instrument, official, attackers, mostLagMs })
    })
  })
}

/**
 * One of two books is thin: the attacker quotes inside it, down at the entry and up at the exit, as far as two sources
 * may stand apart.
 */
function bookRows(hours: number): Figure[] {
  return ['BNBUSDT', 'EURUSD', 'GOLD', 'CORN'].flatMap((symbol) => {
    const instrument = instrumentOf(symbol)
    const walk = walkOf(instrument, hours)
    const span = { fromMs: 10_000, toMs: hours * hourMs }
    const terms = termsOf(instrument, 0).find(({ isOffered }) => isOffered)
    if (terms === undefined) throw new Error(`no duration of ${symbol} is offered`)
    const moved = (movedShare * instrument.agreementPpm) / 1_000_000
    return [1, 3].flatMap((heldSlots) => {
      const schedule = scheduled(terms, Math.ceil(span.fromMs / slotMs))
      const thin = { ...sourceOf('thin', walk), displaced: (slot: number) => moved * schedule.push(slot, heldSlots) }
      const official = officialFrames(instrument, [sourceOf('deep', walk), thin], span)
      const attackers = { [`quotes for ${heldSlots * slotMs} ms`]: () => schedule.attacker }
      return rowsOf(`${symbol} thin book`, { instrument, official, attackers, durations: [terms.durationSlots] })
    })
  })
}

/** How much of the time the instrument is open, against a single source whose newest quote is always taken. */
function openRow(name: string, { frames }: Official): Figure {
  const open = frames.filter(({ state }) => state === 'open').length
  return {
    name: `${name} · open`,
    value: (100 * open) / frames.length,
    unit: '%',
    against: 'always',
    againstValue: 100,
  }
}

/** The share of contracts that end at their entry price, by averages and by single frames. */
function tieRows(name: string, instrument: Instrument, official: Official): Figure[] {
  return offered(instrument, played).map((terms) => {
    const ties = (windows: Partial<PlayedTerms>) =>
      100 * play(official, { ...terms, ...windows }, coinFlip(randomAt(1, 1, terms.durationSlots))).tieShare
    return {
      name: `${name} · ${terms.durationSlots / 2} s · ties`,
      value: ties({}),
      unit: '%',
      against: 'single frames',
      againstValue: ties({ entryWindowSlots: 1, exitWindowSlots: 1 }),
    }
  })
}

interface Rows {
  readonly instrument: Instrument
  readonly official: Official
  readonly attackers: Readonly<Record<string, () => Attacker>>
  /** The measured lag of the sources, which the entry delay follows. */
  readonly mostLagMs?: number
  readonly durations?: readonly number[]
}

function rowsOf(name: string, { instrument, official, attackers, mostLagMs = 0, durations = played }: Rows): Figure[] {
  const control = { unit: '%', against: 'a coin flip', barOf: bar }
  if (!official.frames.some(({ state }) => state === 'open'))
    return [{ ...control, name: `${name} · never open`, value: -Infinity, againstValue: -Infinity }]
  return offered(instrument, durations, mostLagMs).flatMap((terms) => {
    const { durationSlots } = terms
    const flipped = play(official, terms, coinFlip(randomAt(1, 1, durationSlots)))
    return Object.entries(attackers).map(([attack, attacker]) => {
      const outcome = play(official, terms, attacker())
      return {
        name: `${name} · ${durationSlots / 2} s · ${attack} (${outcome.contracts}, void ${percent(outcome.voidShare)} %, mean ${(100 * outcome.net).toFixed(1)} %)`,
        value: worst(outcome),
        ...control,
        againstValue: flipped.contracts === 0 ? -Infinity : 100 * flipped.net,
      }
    })
  })
}

function worst({ contracts, voidShare, netAtMost }: Played): number {
  return contracts === 0 || voidShare === 1 ? -Infinity : 100 * netAtMost
}

/** The opening terms, with an entry delay of at least the sources' lag. */
function termsOf(instrument: Instrument, mostLagMs: number) {
  const entryDelaySlots = Math.max(instrument.entryDelaySlots, Math.ceil(mostLagMs / slotMs))
  return openingTerms(instrument, { longestSessionMs: Infinity, sourceCount: 2 }).map((terms) => ({
    ...terms,
    entryDelaySlots,
  }))
}

/** The terms of those durations that are offered. */
function offered(instrument: Instrument, durations: readonly number[], mostLagMs = 0) {
  return termsOf(instrument, mostLagMs).filter((one) => one.isOffered && durations.includes(one.durationSlots))
}

/**
 * A contract every so often, up and down in turn, so that the walk itself cancels out; and where its attacker quotes:
 * against its direction at the entry, in its direction at the exit. Entries of some contracts and exits of others never
 * fall together.
 */
function scheduled({ entryDelaySlots, durationSlots }: PlayedTerms, firstSlot: number) {
  let period = 45
  while (durationSlots % period < period / 3 || durationSlots % period > (2 * period) / 3) period += 1
  const start = (slot: number) => ({
    offset: (slot - firstSlot) % period,
    sign: Math.floor((slot - firstSlot) / period) % 2 === 0 ? 1 : -1,
  })
  const entryAfter = 1 + entryDelaySlots
  return {
    push(slot: number, heldSlots: number): number {
      const entered = start(slot - entryAfter)
      if (entered.offset >= 0 && entered.offset < heldSlots) return -entered.sign
      const ended = start(slot - entryAfter - durationSlots + heldSlots - 1)
      return ended.offset >= 0 && ended.offset < heldSlots ? ended.sign : 0
    },
    attacker: ({ newest }: { readonly newest: { readonly slot: number } }): Direction | null => {
      const { offset, sign } = start(newest.slot)
      return offset === 0 ? (sign === 1 ? 'up' : 'down') : null
    },
  }
}

function walkOf(instrument: Instrument, hours: number): Tape {
  const { price, sigma30sTicks, spreadTicks } = instrument.simulation
  return walkTape({
    price: Number(price),
    sigma30s: Number(sigma30sTicks) * tickOf(instrument),
    spread: spreadTicks * tickOf(instrument),
    everyMs: 250,
    lengthMs: hours * hourMs,
    random: randomAt(1, instrument.id, 0),
  })
}

const tickOf = ({ tickUnits, tickDecimals }: Instrument) => Number(tickUnits) / 10 ** tickDecimals
const sourceOf = (name: string, tape: Tape): Source => ({ name, tape, lagMs: 0 })
const percent = (share: number) => Math.round(100 * share)

function instrumentOf(symbol: string): Instrument {
  const found = readSeedCatalogue().find((instrument) => instrument.symbol === symbol)
  if (found === undefined) throw new Error(`${symbol} is not in the catalogue`)
  return found
}
