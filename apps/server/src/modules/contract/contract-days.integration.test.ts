import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { createContractService } from './contract-service.ts'
import type { ContractService } from './contract-service.ts'
import { withBalances } from '../statement/testing/with-balances.ts'

let customerId = 0n

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
const service = await createContractService(withBalances({ pool: world.app }))
beforeEach(() => {
  customerId += 1n
})

interface Closed {
  readonly at: string
  readonly result: 'won' | 'lost' | 'tie' | 'void'
  readonly asset?: 1 | 2
  readonly instrumentId?: 1 | 2
  readonly stake?: bigint
  readonly fee?: bigint
  readonly profit?: bigint
}

/** The counts of contracts in USD that ended in each way once. */
const oneOfEach = { asset: 'USD', contracts: 4, won: 1, lost: 1, tie: 1, void: 1 }

/** Stores closed orders as the owner: the test is about their sums, not their origin. */
async function settleAt(...closed: readonly Closed[]): Promise<string[]> {
  const ids = []
  for (const one of closed) {
    const { at, result, asset = 1, instrumentId = 1, stake = 100_000_000n } = one
    const { fee = 1_000_000n, profit = 85_000_000n } = one
    const { rows } = await world.owner.query<{ order_id: bigint }>(
      `insert into contract.contract_order (customer_id, request_id, account_id, stripe, asset, instrument_id,
        terms_id, duration_slots, direction,
         stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot, placed_seq, state, result, void_reason,
         entry_price, exit_price, settled_slot, net, settled_ms, settled_seq)
       values ($1, gen_random_uuid(), 1, 1, $2, $9, $3, 60, 'up', $4, $5, $6, 1, 1, 1, 2, 62, 1, 'closed',
         $7::contract.order_result,
         case when $7 = 'void' then 'feed-changed'::contract.void_reason end, 100, 101, 62,
         case $7 when 'won' then $6::bigint - $5::bigint when 'lost' then -($4::bigint + $5::bigint) else 0 end, $8, 1)
           returning order_id`,
      [customerId, asset, termsId, stake, fee, profit, result, Date.parse(at), instrumentId],
    )
    ids.push(String(rows[0]?.order_id))
  }
  return ids
}

const days = (wanted: Partial<Parameters<ContractService['days']>[1]> = {}) =>
  service.days(customerId, { utcOffsetMinutes: 0, cursor: null, limit: 7, ...wanted })
const closedIds = async (wanted: Partial<Parameters<ContractService['orders']>[1]> = {}) => {
  const page = await service.orders(customerId, { state: 'closed', result: null, cursor: null, limit: 10, ...wanted })
  return { ids: page.items.map(({ id }) => id), nextCursor: page.nextCursor }
}

describe('the sums of a day', () => {
  test('are exact, per asset, with stakes of all results and the fees that were kept', async () => {
    await settleAt(
      { at: '2026-11-20T10:00:00Z', result: 'won' },
      { at: '2026-11-20T11:00:00Z', result: 'lost', stake: 50_000_001n, fee: 500_001n },
      { at: '2026-11-20T12:00:00Z', result: 'tie' },
      { at: '2026-11-20T13:00:00Z', result: 'void', stake: 7_000_000n },
      { at: '2026-11-20T14:00:00Z', result: 'won', asset: 2, stake: 10_000_000n, fee: 0n, profit: 8_500_000n },
    )
    expect(await days()).toEqual({
      items: [
        {
          day: '2026-11-20',
          startMs: Date.parse('2026-11-20T00:00:00Z'),
          sums: [
            {
              ...oneOfEach,
              staked: '257.000001',
              fees: '1.500001',
              net: '33.499998',
            },
            { asset: 'USDT', contracts: 1, won: 1, lost: 0, tie: 0, void: 0, staked: '10', fees: '0', net: '8.5' },
          ],
        },
      ],
      nextCursor: null,
    })
  })

  test('follow the midnight of the customer, not of the server', async () => {
    await settleAt({ at: '2026-11-20T15:59:59.999Z', result: 'won' }, { at: '2026-11-20T16:00:00Z', result: 'lost' })
    expect((await days({ utcOffsetMinutes: 0 })).items.map(({ day }) => day)).toEqual(['2026-11-20'])
    const eastern = await days({ utcOffsetMinutes: 480 })
    expect(eastern.items.map(({ day, sums }) => [day, sums[0]?.net])).toEqual([
      ['2026-11-21', '-101'],
      ['2026-11-20', '84'],
    ])
    expect((await days({ utcOffsetMinutes: -570 })).items.map(({ day }) => day)).toEqual(['2026-11-20'])
  })

  test('come in pages that skip days without contracts and repeat none', async () => {
    for (const day of ['01', '02', '05', '11', '30']) await settleAt({ at: `2026-09-${day}T08:00:00Z`, result: 'lost' })
    const first = await days({ limit: 3 })
    expect(first.items.map(({ day }) => day)).toEqual(['2026-09-30', '2026-09-11', '2026-09-05'])
    const second = await days({ limit: 3, cursor: first.nextCursor })
    expect(second.items.map(({ day }) => day)).toEqual(['2026-09-02', '2026-09-01'])
    expect(second.nextCursor).toBeNull()
    expect(await days({ cursor: 'nonsense' })).toEqual({ items: [], nextCursor: null })
  })

  test('belong to one customer', async () => {
    await settleAt({ at: '2026-11-20T10:00:00Z', result: 'won' })
    customerId += 1n
    expect((await days()).items).toEqual([])
  })
})

describe('the list of closed orders', () => {
  test('is in the order of settlement, whatever the order of buying, and pages through equal instants', async () => {
    const [late, early, same, again] = await settleAt(
      { at: '2026-11-20T12:00:00Z', result: 'won' },
      { at: '2026-11-19T12:00:00Z', result: 'lost' },
      { at: '2026-11-20T09:00:00Z', result: 'tie' },
      { at: '2026-11-20T09:00:00Z', result: 'won' },
    )
    const page = await closedIds({ limit: 2 })
    expect(page.ids).toEqual([late, again])
    expect(await closedIds({ limit: 2, cursor: page.nextCursor })).toEqual({ ids: [same, early], nextCursor: null })
  })

  test('can be of one result; an open order has none', async () => {
    const [, lost] = await settleAt(
      { at: '2026-11-20T12:00:00Z', result: 'won' },
      { at: '2026-11-20T12:01:00Z', result: 'lost' },
    )
    expect((await closedIds({ result: 'lost' })).ids).toEqual([lost])
    expect((await closedIds({ state: null, result: 'lost' })).ids).toEqual([lost])
    expect((await closedIds({ state: 'open', result: 'lost' })).ids).toEqual([])
  })
})

describe('the record of the newest contracts', () => {
  test('is withheld below thirty, and leaves void contracts out', async () => {
    const minute = (index: number) => new Date(Date.parse('2026-11-20T00:00:00Z') + index * 60_000).toISOString()
    for (let index = 0; index < 29; index += 1)
      await settleAt({ at: minute(index), result: index < 20 ? 'lost' : 'won' })
    await settleAt({ at: minute(40), result: 'void' })
    expect(await service.record(customerId)).toEqual({ newest: null })
    await settleAt({ at: minute(41), result: 'tie' })
    expect(await service.record(customerId)).toEqual({ newest: { won: 9, lost: 20, tie: 1 } })
    await settleAt({ at: minute(42), result: 'won' })
    expect(await service.record(customerId)).toEqual({ newest: { won: 10, lost: 19, tie: 1 } })
  })
})

describe('closed orders of a market and a time', () => {
  test('are of both, and of a market that is not listed any more', async () => {
    const [, second, third] = await settleAt(
      { at: '2026-11-18T12:00:00Z', result: 'won', instrumentId: 2 },
      { at: '2026-11-19T12:00:00Z', result: 'lost', instrumentId: 2 },
      { at: '2026-11-20T12:00:00Z', result: 'won' },
      { at: '2026-11-21T00:00:00Z', result: 'lost' },
    )
    const fromMs = Date.parse('2026-11-19T00:00:00Z')
    const toMs = Date.parse('2026-11-21T00:00:00Z')
    expect((await closedIds({ fromMs, toMs })).ids).toEqual([third, second])
    const { rows } = await world.owner.query<{ symbol: string }>(
      'update market.instrument set hidden = true where instrument_id = 2 returning symbol',
    )
    const symbol = rows[0]?.symbol ?? ''
    expect((await closedIds({ state: null, symbol, fromMs, toMs })).ids).toEqual([second])
    expect((await closedIds({ symbol, result: 'won', fromMs, toMs })).ids).toEqual([])
    expect((await closedIds({ symbol: 'UNKNOWN' })).ids).toEqual([])
    expect((await closedIds({ state: 'open', symbol })).ids).toEqual([])
    await world.owner.query('update market.instrument set hidden = false where instrument_id = 2')
  })
})

describe('the performance in a period', () => {
  const period = { fromMs: Date.parse('2026-11-01T00:00:00Z'), toMs: Date.parse('2026-12-01T00:00:00Z') }
  const performanceOf = (wanted: Partial<Parameters<ContractService['performance']>[0]> = {}) =>
    service.performance({ customerId, utcOffsetMinutes: 0, ...period, ...wanted })

  test('is exact by asset, market and day, with ties and voids in no rate', async () => {
    await settleAt(
      { at: '2026-10-31T23:59:59.999Z', result: 'won' },
      { at: '2026-11-20T10:00:00Z', result: 'won' },
      {
        at: '2026-11-20T11:00:00Z',
        result: 'lost',
        instrumentId: 2,
        stake: 50_000_000n,
        fee: 500_000n,
        profit: 40_000_000n,
      },
      { at: '2026-11-21T12:00:00Z', result: 'tie' },
      { at: '2026-11-21T13:00:00Z', result: 'void', instrumentId: 2 },
      { at: '2026-11-22T14:00:00Z', result: 'tie', asset: 2 },
      { at: '2026-12-01T00:00:00Z', result: 'lost' },
    )
    const { items } = await performanceOf()
    const [usd, usdt, ...rest] = items
    expect(rest).toEqual([])
    expect(usd).toMatchObject({
      ...oneOfEach,
      fees: '1.5',
      net: '33.5',
    })
    // 151.5 paid for what returns 275 where both are won.
    expect(usd).toMatchObject({ breakEvenPpm: 550_909, breakEvenWins: 2 })
    expect(usd?.markets.map(({ won, lost, tie, void: voided, net }) => ({ won, lost, tie, voided, net }))).toEqual([
      { won: 1, lost: 0, tie: 1, voided: 0, net: '84' },
      { won: 0, lost: 1, tie: 0, voided: 1, net: '-50.5' },
    ])
    expect(usd?.days).toEqual([
      { startMs: Date.parse('2026-11-20T00:00:00Z'), contracts: 2, net: '33.5' },
      { startMs: Date.parse('2026-11-21T00:00:00Z'), contracts: 2, net: '0' },
    ])
    expect(usdt).toMatchObject({ asset: 'USDT', contracts: 1, tie: 1, breakEvenPpm: null, breakEvenWins: null })
  })

  test('has the customer’s own days, which add up to the whole, and nobody else’s contracts', async () => {
    await settleAt({ at: '2026-11-20T15:59:59.999Z', result: 'won' }, { at: '2026-11-20T16:00:00Z', result: 'lost' })
    const eastern = await performanceOf({ utcOffsetMinutes: 480 })
    expect(eastern.items[0]?.days.map(({ startMs, net }) => [new Date(startMs).toISOString(), net])).toEqual([
      ['2026-11-19T16:00:00.000Z', '84'],
      ['2026-11-20T16:00:00.000Z', '-101'],
    ])
    expect(eastern.items[0]?.net).toBe('-17')
    customerId += 1n
    expect(await performanceOf()).toEqual({ items: [] })
  })
})

const plan = z.array(z.object({ 'QUERY PLAN': z.string() }))

test('sums, results and the list of a customer with many closed orders come from the index of settlements', async () => {
  await world.owner.query(
    `insert into contract.contract_order (customer_id, request_id, account_id, stripe, asset, instrument_id, terms_id,
      duration_slots, direction,
       stake, fee, profit, seen_slot, accepted_ms, accepted_slot, entry_slot, exit_slot, placed_seq, state, result, entry_price, exit_price,
       settled_slot, net, settled_ms, settled_seq)
     select $1, gen_random_uuid(), 1, 1, 1, 1, $2, 60, 'up', 1000000, 0, 850000, 1, 1, 1, 2, 62, 1, 'closed', 'lost',
       100, 99, 62,
       -1000000, 1700000000000 + n * 600000::bigint, 1 from generate_series(1, 20000) as n`,
    [customerId, termsId],
  )
  await world.owner.query('vacuum analyze contract.contract_order')
  const { rows } = await world.owner.query(
    `explain select sum(net) from contract.contract_order
     where customer_id = $1 and state = 'closed' and settled_ms >= 1700000000000 and settled_ms < 1700086400000
       and result <> 'void'`,
    [customerId],
  )
  const lines = z.parse(plan, rows).map((row) => row['QUERY PLAN'])
  expect(lines.join('\n')).toContain('Index Only Scan using contract_order_settled')
  const rare = await world.owner.query(
    `explain select order_id from contract.contract_order where customer_id = $1 and state = 'closed'
       and result in ('tie', 'void') and result = 'tie'::contract.order_result order by settled_ms desc, order_id desc
         limit 20`,
    [customerId],
  )
  expect(
    z
      .parse(plan, rare.rows)
      .map((row) => row['QUERY PLAN'])
      .join('\n'),
  ).toContain('contract_order_rare_result')
  expect(await closedIds({ result: 'tie' })).toEqual({ ids: [], nextCursor: null })
  expect((await days({ limit: 31 })).items).toHaveLength(31)
  const all = { customerId, utcOffsetMinutes: 0, fromMs: 1_700_000_000_000, toMs: 1_712_000_600_000 }
  const [whole] = (await service.performance(all)).items
  expect(whole).toMatchObject({ contracts: 20_000, lost: 20_000, net: '-20000', breakEvenPpm: 540_541 })
  expect(whole?.days).toHaveLength(140)
})
