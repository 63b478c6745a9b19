import { transparencyFrames } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { seedMarket } from '../market/index.ts'
import { frameRoutes } from './frames-routes.ts'
import { genesisMs, openLogWorld } from './testing/log-world.ts'

type Output = OutputOf<typeof transparencyFrames>

let symbol: string
let decimals: number

const world = closeAfterTests(await openLogWorld(await testDatabase()))
beforeAll(async () => {
  await seedMarket(world.owner, world.clock)
  await world.store(0, 29, [12])
  await world.seal(world.ticksLog())
  const { rows } = await world.owner.query<{ symbol: string; price_decimals: number }>(
    'select symbol, price_decimals from market.instrument where instrument_id = 1',
  )
  symbol = rows[0]?.symbol ?? ''
  decimals = rows[0]?.price_decimals ?? 0
})

async function ask(form: Record<string, unknown>) {
  const [frames] = frameRoutes(world.pool, ['kraken', 'binance', 'oanda'])
  if (frames === undefined) throw new Error('there is no route')
  const input = transparencyFrames.input.parse({ symbol, ...form })
  // The handler uses nothing of the call.
  return frames.handle(input, {} as never)
}

async function read(form: Record<string, unknown>): Promise<Output> {
  const result = await ask(form)
  if (!result.ok) throw new Error(result.error)
  return transparencyFrames.output.parse(result.value)
}

describe('stored frames', () => {
  test('are returned with price, sums, sources and their leaf, and without slots that have none', async () => {
    const { items, id, ...rest } = await read({ slot: '10', count: '4' })
    expect({ id, ...rest }).toEqual({ id: 1, symbol, decimals, keptFromSlot: 0, newestSlot: 29 })
    expect(items.map(({ slot }) => slot)).toEqual([10, 11, 13])
    expect(items[0]).toEqual({
      slot: 10,
      startMs: genesisMs + 5_000,
      price: (110 / 10 ** decimals).toFixed(decimals),
      ageMs: 5,
      state: 'open',
      kind: expect.any(String) as string,
      sources: ['kraken', 'oanda'],
      epoch: 0,
      priceSum: '1000',
      openCount: 10,
      shard: '2026h1',
      leaf: 10,
    })
  })

  test('end with the newest one', async () => {
    expect((await read({ slot: '28' })).items.map(({ slot }) => slot)).toEqual([28, 29])
    expect((await read({ slot: '900' })).items).toEqual([])
  })

  test('are refused for an unknown instrument, and for more than two minutes', async () => {
    expect(await ask({ symbol: 'NOTHING', slot: '1' })).toMatchObject({ ok: false, error: 'unknown-instrument' })
    expect(transparencyFrames.input.safeParse({ symbol, slot: '1', count: '241' }).success).toBe(false)
  })
})
