import { randomUUID } from 'node:crypto'
import type { InputOf, contractBuy } from '@candor/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { createBus } from '../../platform/bus/index.ts'
import type { Topics } from '../../platform/bus/index.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { closeAfterTests, openTestDatabase, testDatabase } from '../../platform/postgres/test-database.ts'
import { startTracing, tracedCall } from '../../platform/tracing.ts'
import { checkLedger } from '../soundness/index.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { createContractService } from './contract-service.ts'
import { openFaultProxy } from './testing/fault-proxy.ts'
import { withBalances } from '../statement/testing/with-balances.ts'

type BuyInput = InputOf<typeof contractBuy>
const logger = pino({ level: 'silent' })

let events: Topics['account'][]
let customerId = 0n
const bus = createBus((_topic, fault) => {
  throw fault
})
bus.subscribe('account', (message) => events.push(message))

const database = await testDatabase()
const world = closeAfterTests(await openLedgerWorld(database))
const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
const service = await createContractService(withBalances({ pool: world.app, bus, logger }))
beforeEach(async () => {
  events = []
  customerId += 1n
  await world.openCustomer(customerId)
  await world.publish()
})

test('a purchase has spans from its call through the batch to the SQL function', async () => {
  const spans: ReadableSpan[] = []
  const exporter: SpanExporter = {
    export: (batch, done) => {
      spans.push(...batch)
      done({ code: 0 })
    },
    shutdown: () => Promise.resolve(),
  }
  const stop = await startTracing({ url: 'http://127.0.0.1:9', share: 1, version: '1', exporter })
  await tracedCall('POST /api/contract/buy', () => service.buy(customerId, input()))
  await stop()
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span.name]))
  expect(spans.map(({ name, parentSpanContext }) => [name, byId.get(parentSpanContext?.spanId ?? '')])).toEqual([
    ['ledger-place-orders', 'batch of orders'],
    ['batch of orders', 'POST /api/contract/buy'],
    ['POST /api/contract/buy', undefined],
  ])
})

test('orders are published only to customers with a listener', async () => {
  const others = createBus((_topic, fault) => {
    throw fault
  })
  const told: bigint[] = []
  const stranger = customerId
  customerId += 1n
  const awaited = customerId
  await world.openCustomer(awaited)
  others.subscribeAccounts(
    (message) => told.push(message.customerId),
    (id) => id === awaited,
  )
  const selling = await createContractService(withBalances({ pool: world.app, bus: others, logger }))
  for (const id of [stranger, awaited]) expect(await selling.buy(id, input())).toMatchObject({ ok: true })
  await expect.poll(() => told).toEqual([awaited, awaited])
})

function input(change: Partial<BuyInput> = {}): BuyInput {
  return {
    requestId: randomUUID(),
    symbol: 'TEST1',
    direction: 'up',
    durationMs: 30_000,
    stake: '100',
    asset: 'USD',
    termsVersion: termsId.toString(),
    seenSlot: world.slot - 1,
    ...change,
  }
}

async function balance(): Promise<{ posted: bigint; held: bigint }[]> {
  const { rows } = await world.owner.query<{ posted: bigint; held: bigint }>(
    'select posted, held from ledger.balance where owner_id = $1 order by asset',
    [customerId],
  )
  return rows
}

describe('buying', () => {
  test('returns the order with its slots, its fee and what a win pays', async () => {
    const bought = await service.buy(customerId, input())
    expect(bought).toMatchObject({
      ok: true,
      value: {
        symbol: 'TEST1',
        stake: '100',
        fee: '0.5',
        profit: '85',
        durationMs: 30_000,
        entrySlot: world.slot + 1,
        exitSlot: world.slot + 61,
        state: 'open',
        result: null,
        entryPrice: null,
        net: null,
      },
    })
  })

  test('returns what is stored, of a lone order and of many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => service.buy(customerId, input())))
    for (const bought of answers) {
      const stored = await service.order(customerId, bought.ok ? bought.value.id : '')
      expect(stored.ok && { ok: true, value: { ...stored.value, acceptance: null } }).toEqual(bought)
    }
  })

  test('tells the customer the order, then the balances', async () => {
    await service.buy(customerId, input())
    const own = () => events.filter((event) => event.customerId === customerId)
    await expect.poll(() => own().length).toBe(2)
    expect(own()).toMatchObject([
      { customerId, event: { type: 'order', order: { state: 'open' } } },
      {
        customerId,
        event: {
          type: 'balances',
          items: [
            { asset: 'USD', available: '9899.5', heldInContracts: '100.5' },
            { asset: 'USDT', available: '10000' },
          ],
          version: 3,
        },
      },
    ])
  })

  test.each([
    ['unknown-instrument', { symbol: 'NOSUCH' }],
    ['terms-changed', { durationMs: 30_001 }],
    ['terms-changed', { durationMs: 999_999_999_999_999 }],
    ['terms-changed', { durationMs: 0 }],
    ['terms-changed', { termsVersion: '999999999999999999' }],
    ['below-minimum', { stake: '0' }],
    ['above-maximum', { stake: '999999999999.999999' }],
    ['price-moved', { seenSlot: 999_999_999_999_999 }],
  ] as const)('refuses with %s: %o', async (error, change) => {
    expect(await service.buy(customerId, input(change))).toMatchObject({ ok: false, error })
  })

  test('a closed market says when it opens', async () => {
    await world.owner.query('update market.session set opens_ms = 1234 where instrument_id = 1')
    await world.publish({ 1: { price: 1n, state: 0 } })
    expect(await service.buy(customerId, input())).toEqual({
      ok: false,
      error: 'market-closed',
      data: { opensMs: 1234 },
    })
  })

  test('a repeat returns the first order, in capital letters too; other values are a conflict', async () => {
    const first = input()
    const bought = await service.buy(customerId, first)
    expect(await service.buy(customerId, { ...first, requestId: first.requestId.toUpperCase() })).toEqual(bought)
    expect(await service.buy(customerId, { ...first, stake: '101' })).toEqual({ ok: false, error: 'conflict' })
  })
})

describe('races', () => {
  test('a thousand equal requests at once have one effect', async () => {
    const request = input()
    const bought = await Promise.all(Array.from({ length: 1_000 }, () => service.buy(customerId, request)))
    expect(new Set(bought.map((answer) => (answer.ok ? answer.value.id : answer.error))).size).toBe(1)
    expect(await balance()).toMatchObject([{ held: 100_500_000n }, { held: 0n }])
  })

  test('a thousand requests under one key with different stakes, on several servers, have one effect', async () => {
    const other = await createContractService(withBalances({ pool: world.app, bus, logger }))
    const request = input()
    const bought = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        (index % 2 === 0 ? service : other).buy(customerId, { ...request, stake: String(100 + (index % 4)) }),
      ),
    )
    const ids = new Set(bought.flatMap((answer) => (answer.ok ? [answer.value.id] : [])))
    const errors = new Set(bought.flatMap((answer) => (answer.ok ? [] : [answer.error])))
    expect(ids.size).toBe(1)
    expect(errors).toEqual(new Set(['conflict']))
    const { rowCount } = await world.owner.query('select from contract.contract_order where customer_id = $1', [
      customerId,
    ])
    expect(rowCount).toBe(1)
  })

  test('many requests on one balance never overdraw it and use all that fits', async () => {
    const other = await createContractService(withBalances({ pool: world.app, bus, logger }))
    const bought = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? service : other).buy(customerId, input())),
    )
    expect(bought.filter((answer) => answer.ok)).toHaveLength(99)
    expect(await balance()).toMatchObject([{ posted: 10_000_000_000n, held: 9_949_500_000n }, { held: 0n }])
  })

  test('the limit of open payouts holds however many buy at once', async () => {
    const capped = await world.offer({
      instrumentId: 2,
      durationSlots: 120,
      payoutBps: 8_000,
      maxOpenPayout: 800_000_000n,
    })
    const customers = Array.from({ length: 20 }, (_, index) => 10_000n + BigInt(index))
    await Promise.all(customers.map((id) => world.openCustomer(id)))
    const order = () => input({ symbol: 'TEST2', durationMs: 60_000, termsVersion: capped.toString() })
    const bought = await Promise.all(customers.flatMap((id) => [service.buy(id, order()), service.buy(id, order())]))
    expect(bought.filter((answer) => answer.ok)).toHaveLength(10)
    expect(bought.filter((answer) => !answer.ok && answer.error === 'house-limit')).toHaveLength(30)
    const { rows } = await world.owner.query('select open_payout from contract.exposure where instrument_id = 2')
    expect(rows).toEqual([{ open_payout: 800_000_000n }])
  })
})

test('a bankroll that runs dry on one stripe is helped out by the others, to the last unit of all of them', async () => {
  const own = await openTestDatabase()
  const small = await openLedgerWorld(own, { houseUnits: 850_000_000n })
  const terms = await small.offer({ instrumentId: 1, durationSlots: 60 })
  const customers = Array.from({ length: 60 }, (_, index) => 1n + BigInt(index))
  for (const id of customers) await small.openCustomer(id)
  await small.publish()
  const contracts = await createContractService(withBalances({ pool: small.app, bus, logger }))
  const bought = await Promise.all(
    customers.map((id) => contracts.buy(id, input({ termsVersion: terms.toString(), seenSlot: small.slot - 1 }))),
  )
  expect(bought.filter((answer) => answer.ok)).toHaveLength(40)
  expect(bought.filter((answer) => !answer.ok && answer.error === 'house-limit')).toHaveLength(20)
  const { rows } = await small.owner.query<{ left: bigint }>(
    `select posted - held as left from ledger.balance where kind = 'bankroll' and asset = 1`,
  )
  expect(rows.map((row) => row.left)).toEqual([0n, 0n, 0n, 0n])
  expect((await checkLedger(small.app)).mismatches).toEqual([])
  await small.close()
  await own.close()
})

describe('a connection that is cut', () => {
  test.each(['before', 'after'] as const)(
    '%s the commit: the outcome is unknown, and the repeat resolves it without a second effect',
    async (when) => {
      const proxy = await openFaultProxy(database.appUrl)
      const pool = createPool(proxy.url, 'test-cut', { maxConnections: 4 })
      const cutService = await createContractService(withBalances({ pool, bus, logger }))
      const requests = Array.from({ length: 5 }, () => input({ stake: '10' }))
      await cutService.terms('TEST1')
      proxy.cut({ when, marker: 'ledger-place-orders' })
      const bought = await Promise.all(requests.map((request) => cutService.buy(customerId, request)))
      expect(proxy.cuts()).toBeGreaterThan(0)
      expect(new Set(bought.map((answer) => (answer.ok ? 'ok' : answer.error)))).toEqual(new Set(['outcome-unknown']))
      proxy.cut(null)
      const repeated = await Promise.all(requests.map((request) => cutService.buy(customerId, request)))
      expect(repeated.filter((answer) => answer.ok)).toHaveLength(5)
      expect(await balance()).toMatchObject([{ held: 50_250_000n }, { held: 0n }])
      await pool.end()
      await proxy.close()
    },
  )

  test('a database that cannot be reached is a fault, not an unknown outcome', async () => {
    const proxy = await openFaultProxy(database.appUrl)
    const pool = createPool(proxy.url, 'test-away', { maxConnections: 1 })
    const awayService = await createContractService(withBalances({ pool, bus, logger }))
    await awayService.terms('TEST1')
    await proxy.close()
    await expect.poll(() => pool.idleCount).toBe(0)
    await expect(awayService.buy(customerId, input())).rejects.toThrow('ECONNREFUSED')
    await pool.end()
  })
})

describe('showing', () => {
  test('terms list the offered durations, shortest first, with the break-even rate', async () => {
    await world.offer({ instrumentId: 2, durationSlots: 20 })
    await world.offer({ instrumentId: 2, durationSlots: 20, feeBps: 100, payoutBps: 8_000 })
    await world.offer({ instrumentId: 2, durationSlots: 10, offered: false })
    const terms = await service.terms('TEST2')
    expect(terms).toMatchObject({
      ok: true,
      value: {
        symbol: 'TEST2',
        durations: [
          { durationMs: 10_000, feeBps: 100, breakEven: '56.2', stakeMin: '1', stakeMax: '5000' },
          { durationMs: 60_000 },
        ],
      },
    })
    expect(await service.terms('NOSUCH')).toEqual({ ok: false, error: 'unknown-instrument' })
  })

  test('orders come newest first in pages, by state, and only to their owner', async () => {
    const ids = []
    for (let index = 0; index < 5; index += 1) {
      const bought = await service.buy(customerId, input({ stake: '1' }))
      if (bought.ok) ids.unshift(bought.value.id)
    }
    const page = await service.orders(customerId, { state: 'open', result: null, cursor: null, limit: 3 })
    expect(page.items.map((order) => order.id)).toEqual(ids.slice(0, 3))
    const rest = await service.orders(customerId, { state: null, result: null, cursor: page.nextCursor, limit: 3 })
    expect(rest).toMatchObject({ items: [{ id: ids[3] }, { id: ids[4] }], nextCursor: null })
    expect(await service.orders(customerId, { state: 'closed', result: null, cursor: null, limit: 3 })).toEqual({
      items: [],
      nextCursor: null,
    })
    expect(await service.orders(customerId, { state: null, result: null, cursor: 'nonsense', limit: 3 })).toEqual({
      items: [],
      nextCursor: null,
    })
    expect(await service.order(customerId + 1n, ids[0] ?? '')).toEqual({ ok: false, error: 'not-found' })
    expect(await service.order(customerId, '1e3')).toEqual({ ok: false, error: 'not-found' })
  })

  test('the entry price appears with its frame, the exit price with the settlement', async () => {
    const bought = await service.buy(customerId, input())
    const id = bought.ok ? bought.value.id : ''
    await world.publish()
    expect(await service.order(customerId, id)).toMatchObject({ value: { entryPrice: null } })
    await world.publish({ 1: { price: 12_345n } })
    expect(await service.order(customerId, id)).toMatchObject({
      value: { entryPrice: '123.45', exitPrice: null, state: 'open' },
    })
    await world.publishThrough(world.slot + 59, { 1: { price: 12_300n } })
    await world.settleAll()
    expect(await service.order(customerId, id)).toMatchObject({
      value: {
        state: 'closed',
        result: 'lost',
        entryPrice: '123.45',
        exitPrice: '123.00',
        net: '-100.5',
        settledSlot: world.slot - 1,
      },
    })
  })
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.app)).mismatches).toEqual([])
})

test('a connection that falls silent gives an unknown outcome, and the next order goes through', async () => {
  const proxy = await openFaultProxy(database.appUrl)
  const pool = createPool(proxy.url, 'half-open', { maxConnections: 1, queryTimeoutMs: 500 })
  const own = await createContractService(withBalances({ pool, bus, logger }))
  expect(await own.buy(customerId, input())).toMatchObject({ ok: true })
  proxy.cut({ when: 'silent', marker: 'ledger-place-orders' })
  expect(await own.buy(customerId, input())).toEqual({ ok: false, error: 'outcome-unknown' })
  proxy.cut(null)
  expect(await own.buy(customerId, input())).toMatchObject({ ok: true })
  await pool.end()
  await proxy.close()
})
