import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { createLogger } from '../../platform/logger.ts'
import { createBus } from '../../platform/bus/index.ts'
import { manualClock } from '../../platform/clock.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { expect, test } from 'vitest'
import { createContractService } from '../contract/index.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { createHomeService } from './home-service.ts'
import { settleBothWays } from '../statement/testing/settle-both-ways.ts'
import { withBalances } from '../statement/testing/with-balances.ts'

const clock = manualClock(genesisMs)

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const bus = createBus(() => undefined)
const logger = createLogger({ level: 'silent', role: 'test' })
const service = createHomeService({
  pool: world.app,
  clock,
  market: { instruments: () => [], quotes: () => ({ slot: 0, items: [] }) },
  contract: await createContractService(withBalances({ pool: world.app, bus, logger })),
  mode: 'live',
  announcements: { shown: async (lang) => [{ id: '1', title: null, text: lang, link: null, sinceMs: 1 }] },
  isLedgerHalted: () => false,
  sourcesDown: () => [],
  publishedMs: () => null,
})
for (const id of [1n, 2n]) await world.openCustomer(id)
const order = await settleBothWays(world)
await world.place(Array.from({ length: 6 }, () => ({ ...order, requestId: randomUUID(), seenSlot: world.slot - 2 })))
clock.set(genesisMs + world.slot * 500)

const accountOf = async (customerId: bigint | null, utcOffsetMinutes = 0) =>
  (await service.summary(customerId, { utcOffsetMinutes }, 'en')).account

test('shows a customer the money, the result of the day and the newest open contracts', async () => {
  const account = await accountOf(1n)
  expect(account).toMatchObject({
    balances: [
      { asset: 'USD', available: '9381', heldInContracts: '603' },
      { asset: 'USDT', available: '10000', heldInContracts: '0' },
    ],
    today: { closed: 2, items: [{ asset: 'USD', net: '-16' }] },
    hasMorePositions: true,
  })
  expect(account?.positions).toHaveLength(5)
})

test('counts only what was settled since the day began where the customer is', async () => {
  const now = clock.nowMs()
  clock.set(now + dayMs)
  expect((await accountOf(1n))?.today).toMatchObject({ closed: 0, items: [] })
  clock.set(now)
})

test('has values in USD once USDT has a price', async () => {
  expect(await accountOf(1n)).toMatchObject({ availableUsd: null, heldUsd: null, today: { netUsd: null } })
  await world.addInstrument(3)
  await world.owner.query(`update market.instrument set symbol = 'USDTUSD', hidden = true where instrument_id = 3`)
  await world.publish({ 3: { price: 99n } })
  expect(await accountOf(1n)).toMatchObject({
    availableUsd: '19281.00',
    heldUsd: '603.00',
    today: { netUsd: '-16.00' },
  })
})

test('shows nothing of a customer to another or to a visitor', async () => {
  expect(await accountOf(2n)).toMatchObject({ positions: [], today: { closed: 0 } })
  expect(await accountOf(null)).toBeNull()
})
