import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { gunzipSync } from 'node:zlib'
import { dayMs, slotAt, slotEndMs } from '@candor/formulas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecordingsFolder } from '../../platform/config/index.ts'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../ledger/testing/ledger-world.ts'
import { withRolls } from '../quote-feeds/index.ts'
import type { QuoteFeed } from '../quote-feeds/index.ts'
import { SessionTable } from './calendar.ts'
import { FrameBuilder } from './frame-builder.ts'
import { loadLastFrame } from './market-store.ts'
import { RollTable } from './rolls.ts'
import { readCalendars, readRolls, readSeedCatalogue } from './seed-files.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')
const path = join(resolve(root, readRecordingsFolder()), 'data', 'futures', 'NATGAS__15m__orkad-2026h1.csv.gz')
if (!existsSync(path)) process.stderr.write(`recordings: skipped, there is no ${path}\n`)

const durationSlots = 60
const windows = { entryWindowSlots: 10, exitWindowSlots: 10 }
const calendars = readCalendars()
const rolls = new RollTable(readRolls(), calendars)
const rollMs = Date.parse('2026-01-26T22:00:00Z')

function gas() {
  const found = readSeedCatalogue().find((instrument) => instrument.symbol === 'NATGAS')
  if (found === undefined) throw new Error('there is no natural gas')
  return { ...found, id: 1 }
}

interface Bar {
  readonly timeMs: number
  readonly price: string
}

/** The closing prices of the recording's bars, by the time each became known. */
function readBars(): Bar[] {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n').slice(1)
  return lines.map((line) => {
    const [time = '', , , price = ''] = line.split(',')
    return { timeMs: Number(time), price }
  })
}

/** Quotes the newest price known to `priceAt`, in every slot that has one. */
function quoting(priceAt: (atMs: number) => string | undefined): QuoteFeed {
  return {
    name: 'recorded',
    kindOf: () => 'live',
    session: () => null,
    openingPrice: () => null,
    readUntil(untilMs, sink) {
      const price = priceAt(untilMs - 1)
      if (price !== undefined)
        sink.tick({
          instrumentId: 1,
          source: 'recorded',
          timeMs: untilMs - 1,
          bid: null,
          ask: null,
          last: price,
          volume: null,
        })
      return Promise.resolve()
    },
    stop: () => Promise.resolve(),
  }
}

interface Order {
  readonly result: string | null
  readonly void_reason: string | null
  readonly entry_price: bigint | null
  readonly exit_price: bigint | null
  readonly entry_slot: bigint
  readonly net: bigint | null
}

describe.skipIf(!existsSync(path))('the recorded roll of natural gas on 2026-01-26', () => {
  const instrument = gas()
  let database: TestDatabase
  let world: LedgerWorld
  let termsId: bigint
  let bars: Bar[]

  beforeAll(async () => {
    database = await openTestDatabase()
    world = await openLedgerWorld(database, { instruments: 1 })
    termsId = await world.offer({ instrumentId: 1, durationSlots, ...windows, maxOpenPayout: 1_000_000_000_000n })
    await world.openCustomer(1n)
    bars = readBars()
  })

  afterAll(async () => {
    await world.close()
    await database.close()
  })

  const before = (atMs: number) => bars.findLast((bar) => bar.timeMs <= atMs)

  /** Plays slots, buying up and down every `everySlots`. Returns the requests' outcomes by request time. */
  async function play(
    feed: QuoteFeed,
    from: number,
    slots: number,
    options: { hasCalendar: boolean; everySlots: number },
  ) {
    const calendar = calendars.get(instrument.calendarId)
    if (calendar === undefined) throw new Error('there is no calendar')
    const table = new SessionTable(calendar, (within) => rolls.closures(instrument, within))
    const session = (atMs: number) =>
      options.hasCalendar ? table.at(atMs) : { isOpen: true, closesMs: null, opensMs: null }
    const source = { kindOf: () => 'live' as const, session: (_id: number, atMs: number) => session(atMs) }
    const builder = new FrameBuilder({
      genesisMs,
      instruments: [instrument],
      source,
      last: await loadLastFrame(world.owner),
      openingTicks: () => 1n,
    })
    const outcomes: { atMs: number; outcome: string; opensMs: number | null }[] = []
    await world.moveTo(from)
    for (let slot = from; slot < from + slots; slot += 1) {
      const endMs = slotEndMs(slot, genesisMs)
      await feed.readUntil(endMs, builder)
      const frame = builder.build(slot)
      await world.publish({
        1: { price: frame.prices[0] ?? 0n, state: (frame.states[0] ?? 0) as 0 | 1 | 2, epoch: frame.epochs[0] ?? 0 },
      })
      const { isOpen, closesMs, opensMs } = session(endMs)
      await world.owner.query('update market.session set state = $1, closes_ms = $2, opens_ms = $3', [
        isOpen ? 1 : 0,
        closesMs,
        opensMs,
      ])
      if ((slot - from) % options.everySlots === options.everySlots - 1) {
        const input = (direction: 'up' | 'down') => ({
          customerId: 1n,
          requestId: crypto.randomUUID(),
          stakeUnits: 1_000_000n,
          termsId,
          durationSlots,
          direction,
        })
        for (const answer of await world.place([input('up'), input('down')]))
          outcomes.push({ atMs: endMs, outcome: answer.outcome, opensMs: 'opensMs' in answer ? answer.opensMs : null })
      }
    }
    await world.settleAll()
    return outcomes
  }

  const ordersFrom = async (slot: number) =>
    (
      await world.owner.query<Order>('select * from contract.contract_order where entry_slot >= $1 order by order_id', [
        slot,
      ])
    ).rows

  test('is announced, closes trading around it, and settles nobody', async () => {
    const steps = bars.flatMap((bar, index) =>
      bar.timeMs >= rollMs && bar.timeMs < rollMs + 7_200_000 ? [[bars[index - 1], bar]] : [],
    )
    const [last, first] = [before(rollMs), steps.find(([, bar]) => (bar?.timeMs ?? 0) > rollMs)?.[1]]
    expect(Number(first?.price) / Number(last?.price)).toBeLessThan(0.65)
    expect(rolls.current(instrument, rollMs - dayMs)).toEqual({ contractMonth: '2026-02', nextRollMs: rollMs })

    const from = slotAt(rollMs - 20 * 60_000, genesisMs)
    const feed = withRolls(
      quoting((atMs) =>
        atMs < rollMs ? before(atMs)?.price : atMs > (first?.timeMs ?? Infinity) ? before(atMs)?.price : undefined,
      ),
      {
        between: (fromMs, untilMs) => rolls.rollingBetween([instrument], fromMs, untilMs).map(({ id }) => id),
        sinceMs: null,
      },
    )
    // Twenty minutes before the roll until half an hour after the market opened again.
    const outcomes = await play(feed, from, 110 * 120, { hasCalendar: true, everySlots: 120 })
    const told = (fromTime: string, toTime: string) => {
      const within = outcomes.filter(
        ({ atMs }) => atMs >= Date.parse(`2026-01-26T${fromTime}Z`) && atMs < Date.parse(`2026-01-26T${toTime}Z`),
      )
      return new Set(
        within.map(({ outcome, opensMs }) =>
          opensMs === null ? outcome : `${outcome} until ${new Date(opensMs).toISOString()}`,
        ),
      )
    }
    expect(told('21:40:00', '21:44:00')).toEqual(new Set(['accepted']))
    expect(told('21:45:00', '23:00:00')).toEqual(new Set(['market-closed until 2026-01-26T23:00:00.000Z']))
    expect(told('23:01:00', '23:15:00')).toEqual(new Set(['market-stale']))
    expect(told('23:16:00', '23:28:00')).toEqual(new Set(['accepted']))
    const orders = await ordersFrom(from)
    const closed = orders.filter(({ result }) => result !== null)
    expect(closed.length).toBeGreaterThan(20)
    for (const { entry_price: entry, exit_price: exit, result } of closed) {
      expect(result).not.toBe('void')
      expect(Math.abs(Number(entry) - Number(exit)) / Number(entry)).toBeLessThan(0.05)
    }
  })

  test.each([
    ['the recorded step, of which no calendar knew', false],
    ['a roll of the calendar without any step', true],
  ])(
    'a contract that spans %s is void, with everything back',
    async (_title, isAnnounced) => {
      const from = Math.max(world.slot + 100, slotAt(rollMs, genesisMs) + (isAnnounced ? 40_000 : 20_000))
      const stepSlot = from + 60
      const stepMs = slotEndMs(stepSlot, genesisMs)
      const [low, high] = ['3.8623', '6.5482']
      const prices = quoting((atMs) => (isAnnounced || atMs < stepMs ? high : low))
      const feed = withRolls(prices, {
        between: (fromMs, untilMs) => (isAnnounced && fromMs < stepMs && untilMs >= stepMs ? [1] : []),
        sinceMs: null,
      })
      const before = await world.owner.query(
        'select sum(posted)::bigint as posted from ledger.balance where owner_id = 1',
      )
      const outcomes = await play(feed, from, 160, { hasCalendar: false, everySlots: 40 })
      expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']))
      const spanning = (await ordersFrom(from)).filter(({ entry_slot: entry }) => Number(entry) < stepSlot)
      expect(spanning).toHaveLength(2)
      for (const { result, void_reason, net } of spanning)
        expect([result, void_reason, net]).toEqual(['void', 'feed-changed', 0n])
      const after = await world.owner.query(
        'select sum(posted)::bigint as posted from ledger.balance where owner_id = 1',
      )
      const others = (await ordersFrom(from)).filter(({ result }) => result !== null && result !== 'void')
      const net = others.reduce((sum, order) => sum + (order.net ?? 0n), 0n)
      expect(BigInt(after.rows[0]?.posted) - BigInt(before.rows[0]?.posted)).toBe(net)
    },
    60_000,
  )
})
