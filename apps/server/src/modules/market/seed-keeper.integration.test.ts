import { createHash } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ManualClock } from '../../platform/clock.ts'
import { manualClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { testDatabase } from '../../platform/postgres/test-database.ts'
import { commitSeed } from './record-store.ts'
import { openSeedKeeper } from './seed-keeper.ts'

const hourMs = 3_600_000
const logger = createLogger({ level: 'silent', role: 'test' })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

let clock: ManualClock
/** Each test has days of its own. */
let today = 20_000

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const app = createPool(database.appUrl, 'test-app')
const pool = createPool(database.marketUrl, 'test-market')

beforeEach(async () => {
  today += 100
  clock = manualClock(0)
  await passTo(today * dayMs + 12 * hourMs)
})

afterEach(() => {
  vi.restoreAllMocks()
})

afterAll(() => Promise.all([owner.end(), app.end(), pool.end()]))

async function passTo(nowMs: number): Promise<void> {
  await owner.query('update clock.setting set virtual_now_ms = $1', [nowMs])
  clock.set(nowMs)
}

/** A keeper whose rounds the test begins; `round` settles with the round. */
async function open() {
  let work = () => {}
  const keeper = await openSeedKeeper({
    pool,
    nowMs: () => clock.nowMs(),
    logger,
    repeat: (given) => {
      work = given
      return () => undefined
    },
  })
  return { keeper, begin: () => work() }
}

async function commitments() {
  const { rows } = await app.query<{ day: number; commitment: Buffer; seed: Buffer | null }>(
    'select day, commitment, seed from market.seed_commitment where day >= $1 order by day',
    [today],
  )
  return rows
}

describe('a keeper of seeds', () => {
  test('commits to today and tomorrow before it opens, to a seed of its own for each', async () => {
    const { keeper } = await open()
    const seeds = [today, today + 1].map((day) => keeper.seedOf(day) ?? new Uint8Array())
    expect(seeds.map(({ length }) => length)).toEqual([32, 32])
    expect(seeds[0]).not.toEqual(seeds[1])
    expect(await commitments()).toEqual(
      seeds.map((seed, index) => ({ day: today + index, commitment: sha256(seed), seed: null })),
    )
    expect([keeper.seedOf(today - 1), keeper.seedOf(today + 2)]).toEqual([null, null])
    await keeper.stop()
  })

  test('goes on with the committed seed after a restart', async () => {
    const first = await open()
    const second = await open()
    expect(second.keeper.seedOf(today)).toEqual(first.keeper.seedOf(today))
    await Promise.all([first.keeper.stop(), second.keeper.stop()])
  })

  test('does not open where the commitment cannot be stored', async () => {
    await expect(openSeedKeeper({ pool: app, nowMs: () => clock.nowMs(), logger })).rejects.toThrow('permission denied')
  })

  test('commits to the next day as soon as a day begins, and reveals a seed 49 hours after its day began', async () => {
    const { keeper, begin } = await open()
    const seed = keeper.seedOf(today)
    // A round that was under way as the time passed knows the day before only.
    const roundCommitsTo = (day: number) =>
      expect
        .poll(async () => {
          begin()
          return (await commitments()).map((each) => each.day)
        })
        .toContain(day)
    await passTo((today + 1) * dayMs)
    await roundCommitsTo(today + 2)
    expect(keeper.seedOf(today + 2)).toHaveLength(32)
    await passTo(today * dayMs + 49 * hourMs - 1)
    await roundCommitsTo(today + 3)
    await keeper.stop()
    expect((await commitments()).map((each) => each.seed)).toEqual([null, null, null, null])
    await passTo(today * dayMs + 49 * hourMs)
    const { keeper: later } = await open()
    await later.stop()
    expect((await commitments()).map((each) => each.seed)).toEqual([seed, null, null, null])
    expect((await owner.query('select from market.secret_seed where day = $1', [today])).rowCount).toBe(0)
  })

  test('stores where each run begins, also when the database was away', async () => {
    const { keeper, begin } = await open()
    const away = vi.spyOn(pool, 'query').mockImplementation(() => {
      throw new Error('away')
    })
    keeper.recordStart({ startMs: today, ticks: new Map([[2, 0.1 + 0.2]]) })
    await expect.poll(() => away).toHaveBeenCalled()
    away.mockRestore()
    const starts = async () =>
      (await app.query('select ticks from market.simulation_start where start_ms = $1', [today])).rows
    expect(await starts()).toEqual([])
    begin()
    await keeper.stop()
    expect(await starts()).toEqual([{ ticks: [0, 0.30000000000000004] }])
  })
})

describe('a seed', () => {
  const seed = new Uint8Array(32).fill(7)

  test('is committed for no day that is over, and for none far ahead', async () => {
    await expect(commitSeed(pool, today - 1, seed)).rejects.toThrow('is over, or more than two days ahead')
    await expect(commitSeed(pool, today + 3, seed)).rejects.toThrow('is over, or more than two days ahead')
    await expect(commitSeed(pool, today, seed.subarray(1))).rejects.toThrow('violates check constraint')
    expect(await commitSeed(pool, today + 2, seed)).toEqual(Buffer.from(seed))
    expect(await commitSeed(pool, today + 2, new Uint8Array(32))).toEqual(Buffer.from(seed))
  })

  test.each([
    ['another commitment', 'update market.seed_commitment set commitment = sha256(commitment) where day = $1'],
    ['another seed', "update market.seed_commitment set seed = sha256('x'), revealed_ms = 9e15 where day = $1"],
    [
      'an early reveal',
      'update market.seed_commitment set seed = $2, revealed_ms = day * 86400000::bigint where day = $1',
    ],
    ['no commitment', 'delete from market.seed_commitment where day = $1'],
    ['another secret', "update market.secret_seed set seed = sha256('x') where day = $1"],
  ])('gets %s from nobody, not even from the owner', async (_, statement) => {
    await commitSeed(pool, today, seed)
    const values = statement.includes('$2') ? [today, seed] : [today]
    await expect(owner.query(statement, values)).rejects.toThrow(/check constraint|is refused/)
  })

  test('is hidden from the server until it is revealed, and from the market beyond its own days', async () => {
    await commitSeed(pool, today, seed)
    for (const attack of [
      'select seed from market.secret_seed',
      `select market.commit_seed(${today}, '')`,
      'select market.reveal_seeds()',
      "select market.store_simulation_start(1, '{1}')",
    ])
      await expect(app.query(attack)).rejects.toThrow('permission denied')
    await expect(pool.query('select seed from market.secret_seed')).rejects.toThrow('permission denied')
  })
})
