import { randomUUID } from 'node:crypto'
import { longestTotalsMs } from '@candor/api'
import { expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { createStatementService } from './statement-service.ts'
import { readPeriodTotals } from './statement-store.ts'
import type { StatementService } from './statement-service.ts'

const coin = 1_000_000n
const all = { customerId: 1n, asset: null, kinds: null, fromMs: null, toMs: null }

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const service = createStatementService(world.app)
const termsId = await world.offer({ instrumentId: 1, durationSlots: 10 })
for (const id of [1n, 2n]) await world.openCustomer(id)
await world.publish()
const placedAtMs = genesisMs + world.slot * 500 + 250
const order = { customerId: 1n, stakeUnits: 100n * coin, termsId, durationSlots: 10 }
await world.place([
  { ...order, requestId: randomUUID() },
  { ...order, requestId: randomUUID(), direction: 'down' },
])
await world.place([{ ...order, requestId: randomUUID(), asset: 'USDT' }])
await world.publishThrough(world.slot + 10)
await world.publish({ 1: { price: 101n } })
await world.settleAll()

test('reads lines and totals as its reads allow, and balances from the primary', async () => {
  const used: string[] = []
  const run = <T>(work: (pool: typeof world.app) => Promise<T>) => {
    used.push('reads')
    return work(world.app)
  }
  const apart = createStatementService(world.app, { run, stop: () => Promise.resolve() })
  await apart.assets(1n)
  expect(used).toEqual([])
  expect(await apart.statement(all, null, 20)).toEqual(await service.statement(all, null, 20))
  await apart.totals(1n, { fromMs: placedAtMs, toMs: placedAtMs + 1_000 })
  expect(used).toEqual(['reads', 'reads'])
})

test('shows every movement with the change of the available balance and the balance after it', async () => {
  const { items, nextCursor } = await service.statement({ ...all, asset: 'USD' }, null, 20)
  expect(items.map(({ kind, amount, availableAfter }) => [kind, amount, availableAfter])).toEqual([
    ['contract-lost', '0', '9984'],
    ['contract-won', '185', '9984'],
    ['contract-placed', '-100.5', '9799'],
    ['contract-placed', '-100.5', '9899.5'],
    ['grant', '10000', '10000'],
  ])
  expect(items.at(-1)?.orderId).toBeNull()
  expect(items[0]?.orderId).toBe(items[2]?.orderId)
  expect(nextCursor).toBeNull()
})

test('what is shown adds up: each balance is the one before it and the amount', async () => {
  const { items } = await service.statement(all, null, 100)
  for (const asset of ['USD', 'USDT']) {
    const lines = items.filter((line) => line.asset === asset).toReversed()
    let balance = 0
    for (const line of lines) {
      balance += Number(line.amount)
      expect(Number(line.availableAfter)).toBeCloseTo(balance, 6)
    }
  }
})

test('pages through both assets without losing or repeating a line', async () => {
  const whole = (await service.statement(all, null, 100)).items.map((line) => line.id)
  expect(whole).toHaveLength(8)
  for (const limit of [1, 2, 3, 7]) {
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<StatementService['statement']>> = await service.statement(all, cursor, limit)
      paged.push(...page.items.map((line) => line.id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(paged).toEqual(whole)
  }
})

test('filters by kind and by time, the end excluded', async () => {
  const kinds = async (filter: object) =>
    (await service.statement({ ...all, ...filter }, null, 20)).items.map((line) => line.kind)
  expect(await kinds({ kinds: ['contract-won'] })).toEqual(['contract-won', 'contract-won'])
  expect(await kinds({ fromMs: placedAtMs, toMs: placedAtMs + 1 })).toEqual([
    'contract-placed',
    'contract-placed',
    'contract-placed',
  ])
  expect(await kinds({ toMs: placedAtMs })).toEqual(['grant', 'grant'])
})

test('a cursor that is not ours gives an empty page', async () => {
  expect(await service.statement(all, 'nonsense', 20)).toEqual({ items: [], nextCursor: null })
})

test('shows nothing of another customer', async () => {
  expect((await service.statement({ ...all, customerId: 2n }, null, 20)).items.map((line) => line.kind)).toEqual([
    'grant',
    'grant',
  ])
  expect(await service.statement({ ...all, customerId: 0n }, null, 20)).toEqual({ items: [], nextCursor: null })
})

test('assets show what is available and held, and a total once USDT has a price', async () => {
  expect(await service.assets(1n)).toMatchObject({
    items: [{ asset: 'USD', available: '9984', heldInContracts: '0' }, { asset: 'USDT' }],
    totalUsd: null,
  })
  await world.addInstrument(3)
  await world.owner.query(`update market.instrument set symbol = 'USDTUSD', hidden = true where instrument_id = 3`)
  await world.publish({ 3: { price: 99n } })
  expect((await service.assets(2n)).totalUsd).toBe('19900.00')
})

test('no line is lost between pages where the clock was set back', async () => {
  await world.openCustomer(3n)
  const termsId = await world.offer({ instrumentId: 1, durationSlots: 20 })
  const at = (slot: number) =>
    world.owner.query('update clock.setting set virtual_now_ms = $1', [genesisMs + slot * 500])
  for (const [asset, back] of [
    ['USD', 0],
    ['USDT', 1],
    ['USD', 2],
    ['USDT', 0],
  ] as const) {
    await at(world.slot - back)
    const requestId = randomUUID()
    await world.place([
      { customerId: 3n, requestId, asset, stakeUnits: coin, termsId, durationSlots: 20, seenSlot: world.slot - 3 },
    ])
  }
  const own = { ...all, customerId: 3n }
  const whole = (await service.statement(own, null, 100)).items.map((line) => line.id)
  expect(whole).toHaveLength(6)
  const paged: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<StatementService['statement']>> = await service.statement(own, cursor, 1)
    paged.push(...page.items.map((line) => line.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(paged).toEqual(whole)
})

test('adds up what came into each balance, what left it and the fees, held money once, as the balances say', async () => {
  const month = { fromMs: genesisMs, toMs: genesisMs + longestTotalsMs }
  const { rows } = await world.app.query<{ asset: number; posted: bigint }>(
    `select asset, posted from ledger.balance where owner_id = 1 and kind = 'available' order by asset`,
  )
  const totals = await service.totals(1n, month)
  expect(totals).toEqual({
    ok: true,
    value: [
      { asset: 'USD', sums: { in: '10084.5', out: '100.5', net: '9984', fees: '1' } },
      { asset: 'USDT', sums: { in: '10084.5', out: '0', net: '10084.5', fees: '0.5' } },
    ],
  })
  expect(rows.map(({ posted }) => posted)).toEqual([9_984n * coin, 10_084_500_000n])
  const none = { in: '0', out: '0', net: '0', fees: '0' }
  expect(await service.totals(1n, { fromMs: placedAtMs, toMs: placedAtMs + 1 })).toMatchObject({
    value: [{ sums: none }, { sums: none }],
  })
})

test('adds up no period longer than a month, and none with more movements than it reads at once', async () => {
  const tooLong = { fromMs: genesisMs, toMs: genesisMs + longestTotalsMs + 1 }
  expect(await service.totals(1n, tooLong)).toEqual({ ok: false, error: 'invalid' })
  expect(await service.totals(1n, { fromMs: 2, toMs: 1 })).toEqual({ ok: false, error: 'invalid' })
  const period = { customerId: 1n, fromMs: genesisMs, toMs: genesisMs + longestTotalsMs }
  expect(await readPeriodTotals(world.app, period, 4)).toMatchObject([{ sums: null }, { asset: 'USDT' }])
  expect((await readPeriodTotals(world.app, period, 5))[0]?.sums).not.toBeNull()
})
