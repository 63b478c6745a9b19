import { afterAll, expect, test, vi } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { startEntryDelays } from './entry-delay-watch.ts'
import type { MeasuredLag } from './entry-delay.ts'
import { setEntryDelays } from './entry-delay-store.ts'
import { loadInstruments } from './market-store.ts'

const database = await testDatabase()
const world = closeAfterTests(await openLedgerWorld(database, { instruments: 2 }))
const market = createPool(database.marketUrl, 'test-market')
const simulation = { price: '1', sigma30sTicks: '1', spreadTicks: 1, tradeSize: '1' }
await world.owner.query('update market.instrument set simulation = $1', [simulation])
const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
await world.openCustomer(1n)
await world.publish({ 1: { price: 100n } })

afterAll(() => market.end())

async function entryAfterSlots(): Promise<number> {
  const stakeUnits = 1_000_000n
  const [placed] = await world.place([
    { customerId: 1n, requestId: crypto.randomUUID(), stakeUnits, termsId, durationSlots: 60, direction: 'up' },
  ])
  expect(placed?.outcome).toBe('accepted')
  const { rows } = await world.owner.query<{ slots: bigint }>(
    'select entry_slot - accepted_slot as slots from contract.contract_order order by order_id desc limit 1',
  )
  return Number(rows[0]?.slots)
}

const storedEntries = async () =>
  (await world.owner.query('select order_id, entry_slot, exit_slot from contract.contract_order order by order_id'))
    .rows

test('applies to later orders, is recorded, and leaves accepted orders as they are', async () => {
  const first = await entryAfterSlots()
  const accepted = await storedEntries()
  await setEntryDelays(market, [
    { instrumentId: 1, slots: 4, lagMs: 1_900 },
    { instrumentId: 2, slots: 1, lagMs: 0 },
  ])
  expect(await storedEntries()).toEqual(accepted)
  expect(await entryAfterSlots()).toBe(first + 3)
  const { rows } = await world.app.query(
    'select instrument_id, from_slots, to_slots, lag_ms from market.entry_delay_change',
  )
  // The delay of the second instrument did not change.
  expect(rows).toEqual([{ instrument_id: 1, from_slots: 1, to_slots: 4, lag_ms: 1_900 }])
  await expect(world.owner.query('delete from market.entry_delay_change')).rejects.toThrow('rows are only added')
})

test.each([0, 11])('is refused at %i slots', async (slots) => {
  await expect(setEntryDelays(market, [{ instrumentId: 1, slots, lagMs: 1 }])).rejects.toThrow(
    'violates check constraint',
  )
})

test('is set by the market role only', async () => {
  await expect(setEntryDelays(world.app, [{ instrumentId: 1, slots: 2, lagMs: 900 }])).rejects.toThrow(
    'permission denied',
  )
})

test('follows the lag of the sources, and is set again where the database was away', async () => {
  let lags: MeasuredLag[] = []
  const watch = startEntryDelays({
    pool: market,
    instruments: await loadInstruments(market),
    lagsMs: () => lags,
    nowMs: () => 0,
    logger: createLogger({ level: 'silent', role: 'test' }),
    repeat: () => () => undefined,
  })
  await watch.look()
  const delayOf = async (id: number) => (await loadInstruments(market)).find((each) => each.id === id)?.entryDelaySlots
  lags = [{ instrumentId: 2, lagMs: 2_400 }]
  vi.spyOn(market, 'query').mockRejectedValueOnce(new Error('the database is away'))
  await watch.look()
  expect(await delayOf(2)).toBe(1)
  await watch.look()
  expect(await delayOf(2)).toBe(5)
  await watch.stop()
})
