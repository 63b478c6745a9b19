import { inflateRawSync } from 'node:zlib'
import { dayMs } from '@candor/formulas'
import { decodeRawTicks, sourceNames } from '@candor/proof/encoding'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { testDatabase } from '../../platform/postgres/test-database.ts'
import { publishFrame } from './market-store.ts'
import { loadSourceNumbers, pruneTicks, storeTicks } from './record-store.ts'
import { seedMarket } from './seed-market.ts'
import { insertSeed } from './seed-store.ts'
import { TickKeeper } from './tick-keeper.ts'
import { TickRecorder } from './tick-recorder.ts'

const genesisMs = Date.parse('2026-07-15T12:00:00Z')
const logger = createLogger({ level: 'silent', role: 'test' })

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const app = createPool(database.appUrl, 'test-app')
const market = createPool(database.marketUrl, 'test-market')
await seedMarket(owner, manualClock(genesisMs))

afterAll(() => Promise.all([owner.end(), app.end(), market.end()]))

const setNow = (nowMs: number) => owner.query('update clock.setting set virtual_now_ms = $1', [nowMs])

/** Publishes a frame of two instruments that is made of so many ticks. Returns their record. */
async function publish(slot: number, count = 3): Promise<Uint8Array> {
  const recorder = new TickRecorder({ instrumentCount: 2, numberOf: () => 1 })
  for (let index = 0; index < count; index += 1) {
    const bid = String(slot * 100 + index)
    recorder.tick({ instrumentId: 1, source: 'a', timeMs: slot, bid, ask: bid, last: null, volume: null })
  }
  await setNow(genesisMs + (slot + 1) * 500)
  const columns = { prices: [1n, 1n], agesMs: [0, 0], states: [1, 1], epochs: [1, 1], sourceKinds: [0, 0] }
  const ticks = recorder.take()
  await publishFrame(market, { slot, ...columns, volumes: [0n, 0n] }, ticks, 0)
  return ticks.bytes
}

async function stored(): Promise<Map<number, Uint8Array>> {
  const { rows } = await owner.query<{ slot: bigint; deflated: Buffer }>(
    'select slot, deflated from market.tick_record order by slot',
  )
  return new Map(rows.map(({ slot, deflated }) => [Number(slot), inflateRawSync(deflated)]))
}

describe('sources', () => {
  test('have the numbers of their names, which the seed adds to and never changes', async () => {
    const numbers = await loadSourceNumbers(market)
    expect([...numbers]).toEqual(sourceNames.map((name, index) => [name, index + 1]))
    const seed = { genesisMs, catalogue: [], termsOf: () => [] }
    await insertSeed(owner, { ...seed, sources: [...sourceNames, 'newest'] })
    expect((await loadSourceNumbers(market)).get('newest')).toBe(sourceNames.length + 1)
    await expect(insertSeed(owner, { ...seed, sources: ['other'] })).rejects.toThrow('duplicate key')
    await expect(insertSeed(owner, { ...seed, sources: ['simulated', 'kraken'] })).rejects.toThrow('duplicate key')
  })
})

describe('the ticks of a frame', () => {
  test('are stored once, and only where the frame is made of them', async () => {
    const [one, two] = [await publish(1), await publish(2)]
    const deflated = new Uint8Array([3, 0])
    expect(await storeTicks(market, { slot: 1, bytes: two, deflated })).toBe(false)
    expect(await storeTicks(market, { slot: 3, bytes: one, deflated })).toBe(false)
    expect(await stored()).toEqual(new Map())
    await expect(storeTicks(app, { slot: 1, bytes: one, deflated })).rejects.toThrow('permission denied')
    expect(await storeTicks(market, { slot: 1, bytes: one, deflated })).toBe(true)
    expect(await storeTicks(market, { slot: 1, bytes: one, deflated: new Uint8Array([1]) })).toBe(true)
    expect(await stored()).toEqual(new Map([[1, Buffer.alloc(0)]]))
  })

  test('are not readable by the application', async () => {
    await expect(app.query('select from market.tick_record')).rejects.toThrow('permission denied')
  })

  test('wait in order for a database that is away', async () => {
    const ticks = [
      { slot: 11, bytes: await publish(11) },
      { slot: 12, bytes: await publish(12, 400) },
    ]
    const keeper = new TickKeeper({ pool: market, logger })
    const away = vi.spyOn(market, 'query').mockImplementation(() => {
      throw new Error('away')
    })
    for (const each of ticks) keeper.add(each)
    await keeper.settled()
    expect(await stored()).not.toContain(11)
    away.mockRestore()
    keeper.add({ slot: 13, bytes: await publish(13) })
    await keeper.settled()
    const kept = await stored()
    expect([...kept.keys()].filter((slot) => slot > 10)).toEqual([11, 12, 13])
    expect(decodeRawTicks(kept.get(12) ?? Buffer.alloc(0)).ticks).toHaveLength(400)
    expect(kept.get(12)).toEqual(Buffer.from(ticks[1]?.bytes ?? []))
  })

  test('that are not those of the stored frame are given up, and later ones are stored', async () => {
    const own = await publish(21)
    const keeper = new TickKeeper({ pool: market, logger })
    keeper.add({ slot: 20, bytes: own })
    keeper.add({ slot: 21, bytes: own })
    await keeper.settled()
    expect([...(await stored()).keys()].filter((slot) => slot > 19)).toEqual([21])
  })

  test('are never changed, and kept for 30 days', async () => {
    for (const statement of ["update market.tick_record set deflated = 'x'", 'truncate market.tick_record'])
      await expect(owner.query(statement)).rejects.toThrow('is refused')
    const keptMs = 30 * dayMs
    await setNow(genesisMs + 12 * 500 + keptMs - 1)
    expect(await pruneTicks(market, 100)).toBe(1)
    await expect(owner.query('delete from market.tick_record where slot = 11')).rejects.toThrow('11 is still kept')
    await setNow(genesisMs + 13 * 500 + keptMs)
    expect(await pruneTicks(market, 1)).toBe(1)
    expect(await pruneTicks(market, 100)).toBe(1)
    expect([...(await stored()).keys()]).toEqual([13, 21])
    await expect(pruneTicks(app, 1)).rejects.toThrow('permission denied')
  })
})
