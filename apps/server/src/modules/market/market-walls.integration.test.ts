import { createHash } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { unitsOfEach } from '@candor/money'
import type { Pool } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import type { Frame } from '../../platform/bus/index.ts'
import { manualClock } from '../../platform/clock.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { testDatabase } from '../../platform/postgres/test-database.ts'
import {
  loadLastFrame,
  publishFrame as publishFrameOf,
  retainMarket,
  storeHistory,
  storeMinute,
} from './market-store.ts'
import { noTicks } from './testing/no-ticks.ts'
import { insertChangedTerms } from './seed-store.ts'
import { seedMarket } from './seed-market.ts'
import type { SlotTicks } from './tick-recorder.ts'

const genesisMs = Date.parse('2026-07-15T12:00:00Z')

function frame(slot: number, changed: Partial<Frame> = {}): Frame {
  return {
    slot,
    prices: [10n, -5n],
    agesMs: [1, 2],
    states: [1, 2],
    epochs: [1, 1],
    sourceKinds: [0, 1],
    volumes: [3n, 0n],
    ...changed,
  }
}

const publishFrame = (database: Pool, published: Frame) => publishFrameOf(database, published, noTicks(published), 0)

const setNow = (nowMs: number) => owner.query('update clock.setting set virtual_now_ms = $1', [nowMs])
const setSlot = (slot: number) => setNow(genesisMs + (slot + 1) * 500)

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const app = createPool(database.appUrl, 'test-app')
const market = createPool(database.marketUrl, 'test-market')
await seedMarket(owner, manualClock(genesisMs + 999))
await setSlot(1_000)

afterAll(() => Promise.all([owner.end(), app.end(), market.end()]))

describe('seeding', () => {
  test('sets genesis on a whole second, once, and changes nothing the second time', async () => {
    await owner.query("update market.instrument set halted = true where symbol = 'GOLD'")
    expect(await seedMarket(owner, manualClock(genesisMs + dayMs))).toBe(0)
    expect((await owner.query('select genesis_ms from market.clock')).rows).toEqual([{ genesis_ms: BigInt(genesisMs) }])
    expect((await owner.query("select halted from market.instrument where symbol = 'GOLD'")).rows).toEqual([
      { halted: true },
    ])
    expect((await owner.query('select count(*)::int as count from market.instrument')).rows).toEqual([{ count: 111 }])
    expect(
      (await owner.query('select count(*)::int as count, max(version) as version from market.terms')).rows,
    ).toEqual([{ count: 999, version: 1 }])
  })

  test('makes changed terms a new version', async () => {
    const terms = {
      instrumentId: 1,
      durationSlots: 60,
      isOffered: true,
      stakeMinUnits: unitsOfEach(1n),
      stakeMaxUnits: unitsOfEach(2n),
      feeBps: 0,
      payoutBps: 9_000,
      maxOpenPayoutUnits: unitsOfEach(5n),
      entryWindowSlots: 10,
      exitWindowSlots: 10,
    }
    const client = await owner.connect()
    expect(await insertChangedTerms(client, [terms])).toBe(1)
    expect(await insertChangedTerms(client, [terms])).toBe(0)
    client.release()
    const { rows } = await owner.query(
      'select version, payout_bps from market.terms where instrument_id = 1 and duration_slots = 60 order by version',
    )
    expect(rows).toMatchObject([{ version: 1 }, { version: 2, payout_bps: 9_000 }])
  })
})

describe('a frame', () => {
  test('is stored as it was published, and the slots missed before it are a gap', async () => {
    await setSlot(9)
    await publishFrame(market, frame(5))
    await publishFrame(market, frame(6))
    const newest = frame(9, { prices: [11n, -6n], epochs: [2, 2] })
    const publishedMs = await publishFrame(market, newest)
    expect(publishedMs).toBe(genesisMs + 10 * 500)
    expect(await loadLastFrame(app)).toEqual(newest)
    expect((await app.query('select from_slot, to_slot from market.gap order by 1')).rows).toEqual([
      { from_slot: 7n, to_slot: 8n },
    ])
  })

  test('carries running sums of its open instruments, which the publisher does not pass', async () => {
    const { rows } = await app.query('select slot, price_sums::text[], open_counts from market.frame order by slot')
    const first = frame(5)
    const open = (states: readonly number[], index: number) => (states[index] === 1 ? 1n : 0n)
    const [one, two] = [0, 1].map((index) => open(first.states, index) * (first.prices[index] ?? 0n))
    const counts = [0, 1].map((index) => open(first.states, index))
    const last = [11n, -6n].map((price, index) => open(first.states, index) * price)
    expect(rows).toEqual([
      { slot: 5n, price_sums: [`${one}`, `${two}`], open_counts: counts },
      { slot: 6n, price_sums: [`${2n * (one ?? 0n)}`, `${2n * (two ?? 0n)}`], open_counts: counts.map((n) => 2n * n) },
      {
        slot: 9n,
        price_sums: [`${2n * (one ?? 0n) + (last[0] ?? 0n)}`, `${2n * (two ?? 0n) + (last[1] ?? 0n)}`],
        open_counts: counts.map((n) => 3n * n),
      },
    ])
  })

  test('continues the one before it: no instrument is dropped, no epoch steps back, no price could overflow', async () => {
    await setSlot(500)
    const next = (change: Partial<Frame>) => frame(500, { prices: [11n, -6n], epochs: [2, 2], ...change })
    const one = { prices: [11n], agesMs: [0], states: [1], epochs: [2], sourceKinds: [0], volumes: [0n] }
    await expect(publishFrame(market, next(one))).rejects.toThrow('frame_has_sums')
    const back = { epochs: [2, 1] }
    await expect(publishFrame(market, next(back))).rejects.toThrow('instrument 2 does not continue slot 9')
    const huge = { prices: [10n ** 17n + 1n, -6n], epochs: [3, 2] }
    await expect(publishFrame(market, next(huge))).rejects.toThrow('instrument 1 does not continue slot 9')
  })

  test('never comes twice, fills a gap, or runs ahead of the clock', async () => {
    await setSlot(500)
    await expect(publishFrame(market, frame(9))).rejects.toThrow('slot 9 is not after slot 9')
    await expect(publishFrame(market, frame(7))).rejects.toThrow('slot 7 is not after slot 9')
    await expect(publishFrame(market, frame(503))).rejects.toThrow('ends 1500 ms after now')
  })

  test('that ended more than 2.5 s ago stays a gap: it was given up, and nobody was shown it', async () => {
    await setNow(genesisMs + 501 * 500 + 2_501)
    await expect(publishFrame(market, frame(500, { epochs: [3, 3] }))).rejects.toThrow('slot 500 ended 2501 ms ago')
    await setSlot(500)
  })

  test('names the sources of its ticks and the digest of their record', async () => {
    const { rows } = await app.query('select sources, ticks_digest from market.frame where slot = 9')
    const empty = createHash('sha256').update(Buffer.from('0104000000000000', 'hex')).digest()
    expect(rows).toEqual([{ sources: [0, 0], ticks_digest: empty }])
  })

  test.each<[string, Partial<Pick<SlotTicks, 'sources' | 'digest'>>]>([
    ['without the sources of an instrument', { sources: [1] }],
    ['with a source that does not exist', { sources: [1, -1] }],
    ['with a digest that is too short', { digest: new Uint8Array(31) }],
  ])('is refused %s', async (_, changed) => {
    const given = frame(500, { epochs: [3, 3] })
    await expect(publishFrameOf(market, given, { ...noTicks(given), ...changed }, 0)).rejects.toThrow(
      'violates check constraint',
    )
  })

  test.each(['sources', 'ticks_digest'])('is refused without %s', async (column) => {
    const [sources, digest] = column === 'sources' ? ['null', "sha256('')"] : ["'{0,0}'", 'null']
    const statement = `select market.publish_frame(500, '{11,-6}', '{1,1}', '{1,1}', '{3,3}', '{0,0}', null, ${sources}, ${digest}, 0)`
    await expect(market.query(statement)).rejects.toThrow('violates check constraint')
  })

  test.each([
    ['with columns of different length', { states: [1] }],
    ['with a state that does not exist', { states: [1, 3] }],
    ['with a kind that does not exist', { sourceKinds: [0, 4] }],
    ['without instruments', { prices: [], agesMs: [], states: [], epochs: [], sourceKinds: [], volumes: [] }],
  ])('is refused %s', async (_, changed) => {
    await expect(publishFrame(market, frame(500, { epochs: [3, 3], ...changed }))).rejects.toThrow(
      'violates check constraint',
    )
  })

  test.each([
    'update market.frame set prices[1] = 99',
    'truncate market.frame',
    'delete from market.frame where slot = 9',
    'update market.gap set to_slot = 9',
    'delete from market.gap',
  ])('is not changed even by the owner: %s', async (statement) => {
    await expect(owner.query(statement)).rejects.toThrow(/is refused|is still kept/)
  })

  test('goes 7 days after the longest contract, and not a slot earlier', async () => {
    const keptMs = 8 * dayMs
    await setNow(genesisMs + 7 * 500 + keptMs - 1)
    expect(await retainMarket(market, 100)).toBe(1)
    await expect(owner.query('delete from market.frame where slot = 6')).rejects.toThrow('frame 6 is still kept')
    await setNow(genesisMs + 7 * 500 + keptMs)
    expect(await retainMarket(market, 100)).toBe(1)
    expect((await owner.query('select slot from market.frame')).rows).toEqual([{ slot: 9n }])
    await setSlot(1_000)
  })
})

describe('a step', () => {
  const step = (slot: number, price: bigint, change: Partial<Frame> = {}) =>
    publishFrame(market, frame(slot, { prices: [price, -6n], epochs: [2, 2], ...change }))

  test('beyond the bound of the instrument is refused within an epoch, up or down, and taken in a new one', async () => {
    await owner.query('update market.instrument set max_step_bps = 200 where instrument_id = 1')
    await setSlot(1_002)
    await step(1_000, 10_000n, { epochs: [3, 2] })
    const inEpoch = { epochs: [3, 2] }
    await expect(step(1_001, 10_201n, inEpoch)).rejects.toThrow('instrument 1 does not continue slot 1000')
    await expect(step(1_001, 9_799n, inEpoch)).rejects.toThrow('instrument 1 does not continue slot 1000')
    await step(1_001, 10_200n, inEpoch)
    await step(1_002, 5_000n, { epochs: [4, 2] })
  })

  test('from a price that no tick had set is taken', async () => {
    await setSlot(1_005)
    await step(1_003, 5_000n, { epochs: [4, 2], agesMs: [2_147_483_647, 1] })
    await step(1_004, 9_000n, { epochs: [4, 2] })
    await setSlot(1_000)
  })
})

describe('the roles', () => {
  const writes = [
    "insert into market.frame (slot, prices, ages_ms, states, epochs, source_kinds, published_ms) values (50, '{1}', '{1}', '{1}', '{1}', '{0}', 1)",
    'update market.frame set slot = 1',
    'delete from market.frame',
    'truncate market.frame',
    'insert into market.gap values (90, 91)',
    'update market.instrument set halted = true',
    'update market.terms set payout_bps = 1',
    'update clock.setting set virtual_now_ms = 0',
    'delete from market.candle',
    'update market.session set closes_ms = 0',
    'alter table market.frame disable trigger all',
    'select seed from market.secret_seed',
    "update market.seed_commitment set seed = '', revealed_ms = 1",
    "insert into market.source values (15, 'own')",
    'delete from market.tick_record',
    'update market.simulation_start set start_ms = 1',
    'drop table market.frame',
    'create table market.mine (a int)',
  ]

  test.each(writes)('of server and market cannot write past the functions: %s', async (statement) => {
    await expect(app.query(statement)).rejects.toThrow(/permission denied|must be owner/)
    await expect(market.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('leave publishing to the market role', async () => {
    await expect(publishFrame(app, frame(700))).rejects.toThrow('permission denied')
    await expect(retainMarket(app, 1)).rejects.toThrow('permission denied')
    await expect(app.query("select market.write_sessions('{1}', '{1}', '{1}', '{1}')")).rejects.toThrow(
      'permission denied',
    )
    await expect(storeMinute(app, { startMs: 0, candles: new Map() })).rejects.toThrow('permission denied')
  })

  test('keep the ledger away from the market role', async () => {
    await expect(market.query('select * from ledger.balance')).rejects.toThrow('permission denied')
    await expect(market.query('select ledger.open_customer(1)')).rejects.toThrow('permission denied')
  })
})

describe('candles', () => {
  const candle = (startMs: number, prices: [number, number, number, number], volume = 2) => {
    const [open, high, low, close] = prices.map(BigInt)
    if (open === undefined || high === undefined || low === undefined || close === undefined)
      throw new Error('a candle has four prices')
    return { startMs, open, high, low, close, volume: BigInt(volume) }
  }
  const minute = (startMs: number, prices: [number, number, number, number]) => ({
    startMs,
    candles: new Map([[1, candle(startMs, prices)]]),
  })
  const stored = async (seconds: number) =>
    (
      await owner.query(
        'select open, high, low, close, volume from market.candle where instrument_id = 1 and interval_seconds = $1 order by start_ms',
        [seconds],
      )
    ).rows

  test('of a minute fold into the longer ones, and a repeat counts nothing twice', async () => {
    await storeMinute(market, minute(genesisMs, [10, 12, 9, 11]))
    await storeMinute(market, minute(genesisMs + 60_000, [11, 15, 11, 14]))
    await storeMinute(market, minute(genesisMs, [10, 99, 1, 50]))
    expect(await stored(60)).toHaveLength(2)
    for (const seconds of [300, 900, 3_600, 14_400, 86_400]) {
      expect(await stored(seconds)).toEqual([{ open: 10n, high: 15n, low: 9n, close: 14n, volume: 4n }])
    }
  })

  test('are generated only before the first frame', async () => {
    const history = new Map([[1, new Map([['1m', [candle(genesisMs - 60_000, [1, 1, 1, 1])]]] as const)]])
    await expect(storeHistory(market, genesisMs, [history])).rejects.toThrow('before the first frame only')
  })
})
