import { generateKeyPairSync } from 'node:crypto'
import { slotMs } from '@candor/formulas'
import { pino } from 'pino'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { copyMarket, readFrame, sealFrame } from '../../../server/src/modules/cells/index.ts'
import { seedMarket } from '../../../server/src/modules/market/index.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { freePort } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { createPool } from '../../../server/src/platform/postgres/pool.ts'
import { closeAfterTests, openTestDatabase } from '../../../server/src/platform/postgres/test-database.ts'
import { startMarketRole } from '../../../server/src/roles/market.ts'
import { openNatsLink } from '../machines/nats-link.ts'
import { end, hasNats, startNats } from '../machines/testing/nats-server.ts'
import { startFrameExchange } from './frame-exchange.ts'

if (!hasNats)
  console.log('frames of cells by NATS: skipped. There is no nats-server, and CANDOR_NATS_SERVER names none.')

const columns = `slot, prices, ages_ms, states, epochs, source_kinds, volumes, sources, ticks_digest, price_sums::text`

interface FrameRow {
  readonly slot: bigint
  readonly published_ms: bigint
  readonly prices: readonly bigint[]
  readonly states: readonly number[]
  readonly price_sums: string
}

/** The frames of these slots as a cell that has no others stores them: each cell sums up its own open prices. */
function storedOf(committed: readonly FrameRow[], slots: ReadonlySet<bigint>): FrameRow[] {
  const lost = committed[0]?.prices.map(() => 0n) ?? []
  return committed.flatMap((frame) => {
    if (!slots.has(frame.slot)) {
      frame.prices.forEach(
        (price, index) => (lost[index] = (lost[index] ?? 0n) + (frame.states[index] === 1 ? price : 0n)),
      )
      return []
    }
    const sums = frame.price_sums.slice(1, -1).split(',')
    return [{ ...frame, price_sums: `{${sums.map((sum, index) => BigInt(sum) - (lost[index] ?? 0n)).join(',')}}` }]
  })
}

/** A first cell whose market is open, and another one that is empty. */
async function openTwoCells() {
  const databases = [closeAfterTests(await openTestDatabase()), closeAfterTests(await openTestDatabase())]
  const [first, second] = databases.map(({ ownerUrl }) => createPool(ownerUrl, 'test-owner', { maxConnections: 4 }))
  if (first === undefined || second === undefined) throw new Error('there are two cells')
  for (const cell of [first, second]) await seedMarket(cell, systemClock)
  await copyMarket(first, second)
  const { rows } = await first.query<{ genesis_ms: bigint }>('select genesis_ms from market.clock')
  const genesisMs = Number(rows[0]?.genesis_ms)
  return { first, second, genesisMs, marketUrl: databases[0]?.marketUrl ?? '' }
}

describe.skipIf(!hasNats)('frames of the first cell by NATS', async () => {
  if (!hasNats) return
  const { first, second, genesisMs, marketUrl } = await openTwoCells()
  const port = await freePort()
  let nats = await startNats(port)
  const settings = { natsUrl: `nats://127.0.0.1:${port}`, natsCredentials: '' }
  const said: string[] = []
  const logged: object[] = []
  const logger = pino({ level: 'error' }, { write: (line) => logged.push(JSON.parse(line) as object) })
  const exchange = await startFrameExchange({
    first,
    followers: [[2, second]],
    nats: settings,
    logger,
    print: (line) => said.push(line),
  })
  const market = await startMarketRole({
    marketUrl,
    feed: 'simulated:7',
    clock: systemClock,
    publish: (_topic, { slot }) => exchange.committed(slot),
    logger,
  })
  afterAll(async () => {
    await market.stop()
    await exchange.stop()
    await end(nats)
    await Promise.all([first.end(), second.end()])
  })

  const slotOf = async (cell: typeof first) => {
    const { rows } = await cell.query<{ slot: bigint | null }>('select max(slot) as slot from market.frame')
    return Number(rows[0]?.slot ?? -1n)
  }
  /** Lets the first cell commit so many frames more, and waits until the other one has the last of them. */
  const pass = async (frames: number) => {
    const until = Math.max(await slotOf(first), 0) + frames
    await expect.poll(() => slotOf(second)).toBeGreaterThanOrEqual(until)
  }

  test('are the same in the other cell, and are not fetched while messages bring them', async () => {
    await expect.poll(() => slotOf(second)).toBeGreaterThan(0)
    await pass(2)
    const queries = vi.spyOn(first, 'query')
    const before = await slotOf(second)
    await pass(8)
    const fetched = queries.mock.calls.filter(([query]) => String(query).includes('as late')).length
    queries.mockRestore()
    // Rounds would have fetched forty times: five in each slot.
    expect(fetched).toBeLessThan((await slotOf(second)) - before)
  })

  test('are not changed by what a stranger sends, which is logged', async () => {
    const stranger = await openNatsLink({
      ...settings,
      subjects: [],
      take: () => undefined,
      print: () => undefined,
    })
    const text = (await readFrame(first, await slotOf(first))) ?? ''
    const slot = (await slotOf(first)) + 1
    const forged = text.replace(/"slot": \d+/g, `"slot": ${slot}`).replace(/"after": \d+/, `"after": ${slot - 1}`)
    stranger.publish('candor.cells.frame', sealFrame(forged, generateKeyPairSync('ed25519').privateKey))
    stranger.publish('candor.cells.frame', 'frame')
    await pass(3)
    await stranger.close()
    expect(logged).toMatchObject([{ dropped: 1 }])
  })

  test('go on while NATS is gone, and come by it again afterwards', async () => {
    await end(nats, 'SIGKILL')
    await pass(6)
    nats = await startNats(port)
    await expect
      .poll(() => said)
      .toEqual(['NATS cannot be reached: frames come from the database.', 'NATS is reached again.'])
    await pass(6)
  })

  test('are all there, each with its digest, but for those that came too late', async () => {
    const framesOf = async (cell: typeof first) =>
      (await cell.query<FrameRow>(`select ${columns}, published_ms from market.frame order by slot`)).rows
    const taken = await framesOf(second)
    const committed = await framesOf(first)
    const [from, to] = [taken[0]?.slot ?? 0n, taken.at(-1)?.slot ?? 0n]
    const slots = new Set(taken.map(({ slot }) => slot))
    for (const { slot } of committed) {
      if (slot < from || slot > to || slots.has(slot)) continue
      const next = taken.find((frame) => frame.slot > slot)
      expect(Number(next?.published_ms) - (genesisMs + Number(slot) * slotMs)).toBeGreaterThan(2_000)
    }
    const withoutTime = (frames: readonly FrameRow[]) => frames.map((frame) => ({ ...frame, published_ms: 0n }))
    expect(withoutTime(taken)).toEqual(withoutTime(storedOf(committed, slots)))
    expect(taken.length).toBeGreaterThan(20)
    expect(logged).toHaveLength(1)
  })
})

test('starts without NATS, and says so', async () => {
  const { first, second } = await openTwoCells()
  const said: string[] = []
  const exchange = await startFrameExchange({
    first,
    followers: [[2, second]],
    nats: { natsUrl: `nats://127.0.0.1:${await freePort()}`, natsCredentials: '' },
    logger: pino({ level: 'silent' }),
    print: (line) => said.push(line),
  })
  expect(said).toEqual([
    expect.stringMatching(/^NATS at CANDOR_NATS_URL cannot be used: /),
    'NATS cannot be reached: frames come from the database.',
  ])
  await exchange.stop()
  await Promise.all([first.end(), second.end()])
})
