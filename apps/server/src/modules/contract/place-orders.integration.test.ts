import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { placeOrders } from './placement-store.ts'
import { openBuyer } from './testing/buyer.ts'
import type { Buyer } from './testing/buyer.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'

const coin = 1_000_000n
const durationSlots = 60

let buyer: Buyer

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const termsId = await world.offer({ instrumentId: 1, durationSlots })
beforeEach(async () => {
  buyer = await openBuyer(world, termsId)
})

describe('slots', () => {
  test('the entry slot is the first after the slot of acceptance, and after every stored frame', async () => {
    await buyer.place()
    const accepted = await world.owner.query<{ accepted_slot: bigint; entry_slot: bigint; exit_slot: bigint }>(
      'select accepted_slot, entry_slot, exit_slot from contract.contract_order where customer_id = $1',
      [buyer.customerId],
    )
    const slot = BigInt(world.slot)
    expect(accepted.rows).toEqual([{ accepted_slot: slot, entry_slot: slot + 1n, exit_slot: slot + 61n }])
  })

  test('a clock that lags behind the stored frames does not bring the entry back to one of them', async () => {
    await world.publish()
    const ahead = world.slot - 1
    await world.owner.query('update clock.setting set virtual_now_ms = $1', [genesisMs + (ahead - 2) * 500])
    await buyer.place({ seenSlot: ahead - 2 })
    await world.moveTo(world.slot)
    const { rows } = await world.owner.query('select entry_slot from contract.contract_order where customer_id = $1', [
      buyer.customerId,
    ])
    expect(rows).toEqual([{ entry_slot: BigInt(ahead + 1) }])
  })
})

describe('refusals', () => {
  test.each([
    ['below-minimum', { stakeUnits: coin - 1n }],
    ['below-minimum', { stakeUnits: -(100n * coin) }],
    ['above-maximum', { stakeUnits: 5_000n * coin + 1n }],
    ['above-maximum', { stakeUnits: 2n ** 63n - 1n }],
    ['terms-changed', { termsId: 999_999n }],
    ['terms-changed', { durationSlots: 61 }],
    ['terms-changed', { instrumentId: 2 }],
    ['terms-changed', { instrumentId: 77 }],
    ['price-moved', { seenSlot: 0 }],
    ['price-moved', { seenSlot: 1_000_000_000 }],
    ['insufficient-balance', { customerId: 999_999n }],
  ] as const)('%s for %o', async (error, change) => {
    expect(await buyer.place(change)).toMatchObject({ outcome: error })
    expect(await buyer.usd()).toEqual({ available: 10_000n * coin, held: 0n })
  })

  test('a seen slot of exactly ten slots ago is still good, eleven is not', async () => {
    expect(await buyer.place({ seenSlot: world.slot - 10 })).toMatchObject({ outcome: 'accepted' })
    expect(await buyer.place({ seenSlot: world.slot - 11 })).toMatchObject({ outcome: 'price-moved' })
  })

  test('new terms refuse the old version', async () => {
    const old = await world.offer({ instrumentId: 1, durationSlots: 120 })
    const current = await world.offer({ instrumentId: 1, durationSlots: 120 })
    expect(await buyer.place({ termsId: old, durationSlots: 120 })).toMatchObject({ outcome: 'terms-changed' })
    expect(await buyer.place({ termsId: current, durationSlots: 120 })).toMatchObject({ outcome: 'accepted' })
    const withdrawn = await world.offer({ instrumentId: 1, durationSlots: 120, offered: false })
    expect(await buyer.place({ termsId: withdrawn, durationSlots: 120 })).toMatchObject({ outcome: 'terms-changed' })
  })

  test('a closed, a halted and a stale market refuse, and a closed one says when it opens', async () => {
    await world.publish({ 1: { price: 100n, state: 2 } })
    expect(await buyer.place()).toMatchObject({ outcome: 'market-stale' })
    await world.owner.query('update market.session set opens_ms = 42 where instrument_id = 1')
    await world.publish({ 1: { price: 100n, state: 0 } })
    expect(await buyer.place()).toEqual({ outcome: 'market-closed', opensMs: 42 })
    await world.publish()
    await world.owner.query('update market.instrument set halted = true where instrument_id = 1')
    expect(await buyer.place()).toMatchObject({ outcome: 'market-closed' })
    await world.owner.query('update market.instrument set halted = false where instrument_id = 1')
    expect(await buyer.place()).toMatchObject({ outcome: 'accepted' })
  })

  test('a halt leaves open contracts to settle on the published prices', async () => {
    await buyer.place()
    await world.owner.query('update market.instrument set halted = true where instrument_id = 1')
    await world.publishThrough(world.slot + durationSlots + 1, { 1: { price: 100n } })
    const settled = await world.settleAll()
    await world.owner.query('update market.instrument set halted = false where instrument_id = 1')
    expect(settled.filter((order) => order.customerId === buyer.customerId)).toMatchObject([{ result: 'tie' }])
  })

  test('a market without a frame for two seconds is stale', async () => {
    await world.moveTo(world.slot + 3)
    expect(await buyer.place()).toMatchObject({ outcome: 'accepted' })
    await world.moveTo(world.slot + 1)
    expect(await buyer.place()).toMatchObject({ outcome: 'market-stale' })
  })

  test('a contract may end with its session and not outlive it', async () => {
    const exitEndMs = genesisMs + (world.slot + 1 + durationSlots + 1) * 500
    const closeAt = (closesMs: number | null) =>
      world.owner.query('update market.session set closes_ms = $1, opens_ms = 43 where instrument_id = 1', [closesMs])
    await closeAt(exitEndMs - 1)
    expect(await buyer.place()).toEqual({ outcome: 'market-closed', opensMs: 43 })
    await closeAt(exitEndMs)
    expect(await buyer.place()).toMatchObject({ outcome: 'accepted' })
    await closeAt(null)
  })

  test('orders that fit are accepted in the order of arrival, a small one behind a large one too', async () => {
    const placements = await world.place([
      buyer.order({ stakeUnits: 5_000n * coin }),
      buyer.order({ stakeUnits: 4_900n * coin }),
      buyer.order({ stakeUnits: 4_900n * coin }),
      buyer.order({ stakeUnits: 40n * coin }),
    ])
    expect(placements.map((placement) => placement.outcome)).toEqual([
      'accepted',
      'accepted',
      'insufficient-balance',
      'accepted',
    ])
    expect(await buyer.usd()).toEqual({ available: 10_300_000n, held: 9_989_700_000n })
  })

  test('the fee counts: an order that leaves exactly nothing is accepted, one unit more is refused', async () => {
    await buyer.place({ stakeUnits: 5_000n * coin })
    const exact = 4_950_250_000n
    expect(await buyer.place({ stakeUnits: exact + 1n })).toMatchObject({ outcome: 'insufficient-balance' })
    expect(await buyer.place({ stakeUnits: exact })).toMatchObject({ outcome: 'accepted' })
    expect(await buyer.usd()).toEqual({ available: 0n, held: 10_000n * coin })
  })

  test('the open payouts of an instrument stay within the limit of its terms', async () => {
    const capped = await world.offer({
      instrumentId: 2,
      durationSlots: 240,
      maxOpenPayout: 170n * coin,
      payoutBps: 8_500,
    })
    const order = { instrumentId: 2, durationSlots: 240, termsId: capped }
    const placements = await world.place([
      buyer.order(order),
      buyer.order({ ...order, stakeUnits: 101n * coin }),
      buyer.order(order),
      buyer.order(order),
    ])
    expect(placements.map((placement) => placement.outcome)).toEqual([
      'accepted',
      'house-limit',
      'accepted',
      'house-limit',
    ])
  })

  test('each order of a batch keeps within the limit of its own terms, not of others of the instrument', async () => {
    const { rows } = await world.owner.query<{ open: bigint }>(
      'select coalesce(sum(open_payout), 0)::bigint as open from contract.exposure where instrument_id = 2 and asset = 1',
    )
    const open = rows[0]?.open ?? 0n
    const own = { instrumentId: 2, payoutBps: 10_000, feeBps: 0 }
    const narrow = await world.offer({ ...own, durationSlots: 241, maxOpenPayout: open + 100n * coin })
    const wide = await world.offer({ ...own, durationSlots: 242, maxOpenPayout: open + 250n * coin })
    const orders = [
      { durationSlots: 241, termsId: narrow },
      { durationSlots: 242, termsId: wide },
      { durationSlots: 241, termsId: narrow },
    ]
    const placements = await world.place(
      orders.map((order) => buyer.order({ instrumentId: 2, stakeUnits: 100n * coin, ...order })),
    )
    expect(placements.map((placement) => placement.outcome)).toEqual(['accepted', 'accepted', 'house-limit'])
  })

  test('a stripe that cannot cover an order says so without storing it, and the last one refuses for good', async () => {
    const { rows } = await world.owner.query<{ left: bigint }>(
      `select posted - held as left from ledger.balance where kind = 'bankroll' and stripe = 8`,
    )
    const large = await world.offer({
      instrumentId: 1,
      durationSlots: 6_000,
      payoutBps: 10_000,
      feeBps: 0,
      stakeMax: 10n ** 13n,
    })
    const order = buyer.order({
      asset: 'USDT',
      durationSlots: 6_000,
      termsId: large,
      stakeUnits: (rows[0]?.left ?? 0n) + 10_000n,
    })
    await world.owner.query(
      `select ledger.receive('test-money', 'grant', account_id, 8::smallint, 1000000000000) from ledger.balance
      where owner_id = $1 and kind = 'available' and asset = 2`,
      [buyer.customerId],
    )
    expect(await world.place([order], 8, false)).toEqual([{ outcome: 'stripe-limit' }])
    expect(await world.place([order], 8, true)).toMatchObject([{ outcome: 'house-limit' }])
    expect(
      await world.place([{ ...order, requestId: randomUUID(), stakeUnits: rows[0]?.left ?? 0n }], 8, true),
    ).toMatchObject([{ outcome: 'accepted' }])
  })

  test('beyond sixty a minute refusals are not stored and answer frequent-operations', async () => {
    const placements = await world.place(Array.from({ length: 70 }, () => buyer.order({ stakeUnits: 1n })))
    expect(placements.filter((placement) => placement.outcome === 'below-minimum')).toHaveLength(60)
    expect(await buyer.place({ stakeUnits: 1n })).toMatchObject({ outcome: 'frequent-operations' })
    expect(await buyer.place()).toMatchObject({ outcome: 'accepted' })
  })
})

describe('repeats', () => {
  test('the same request again returns the first order, on any stripe and after it has closed', async () => {
    const request = buyer.order()
    const [first] = await world.place([request], 1)
    const repeated = { outcome: 'repeated', orderId: first !== undefined && 'orderId' in first ? first.orderId : null }
    const again = { ...request, seenSlot: world.slot - 1 }
    expect(await world.place([again], 2)).toEqual([repeated])
    await world.publishThrough(world.slot + durationSlots + 1)
    await world.settleAll()
    expect(await world.place([again], 3)).toEqual([repeated])
    expect(await buyer.usd()).toEqual({ available: 10_000n * coin, held: 0n })
  })

  test('a refused request is refused again, even when it would be accepted now', async () => {
    const request = buyer.order({ seenSlot: world.slot - 1 })
    await world.publish({ 1: { price: 100n, state: 2 } })
    expect(await world.place([request])).toMatchObject([{ outcome: 'market-stale' }])
    await world.publish()
    expect(await world.place([request])).toMatchObject([{ outcome: 'market-stale' }])
    expect(await buyer.place()).toMatchObject({ outcome: 'accepted' })
  })

  test.each([
    ['stake', { stakeUnits: 101n * coin }],
    ['direction', { direction: 'down' }],
    ['terms', { termsId: 1_000n }],
    ['seen slot', { seenSlot: 99_999 }],
    ['instrument', { instrumentId: 2 }],
    ['duration', { durationSlots: 120 }],
    ['asset', { asset: 'USDT' }],
  ] as const)('another %s under the same key is a conflict', async (_, change) => {
    const request = buyer.order()
    await world.place([request])
    expect(await world.place([{ ...request, ...change }])).toMatchObject([{ outcome: 'conflict' }])
  })

  test('the key belongs to its customer', async () => {
    const request = buyer.order()
    await world.place([request])
    expect(await world.place([{ ...request, customerId: buyer.customerId - 1n }])).toMatchObject([
      { outcome: 'accepted' },
    ])
  })

  test('refusals are forgotten after 24 hours, not before', async () => {
    await buyer.place({ stakeUnits: 1n })
    const count = async () =>
      (await world.owner.query('select from contract.refusal where customer_id = $1', [buyer.customerId])).rowCount
    await world.app.query('select contract.forget_refusals()')
    expect(await count()).toBe(1)
    await world.owner.query('update contract.refusal set created_ms = created_ms - 86400001 where customer_id = $1', [
      buyer.customerId,
    ])
    await world.app.query('select contract.forget_refusals()')
    expect(await count()).toBe(0)
  })
})

describe('several stripes at once', () => {
  const stripes = [1, 2, 3, 4]

  test('orders of one customer wait for each other: none fails, and none is refused that fits', async () => {
    // Two instruments: stripes with orders on one instrument already wait for its exposure.
    const second = { instrumentId: 2, termsId: await world.offer({ instrumentId: 2, durationSlots }) }
    for (let round = 0; round < 5; round += 1) {
      const order = { stakeUnits: 10n * coin }
      const batches = stripes.map((stripe) =>
        world.place(
          [buyer.order(order), buyer.order(order)].map((input) => ({ ...input, ...(stripe % 2 === 0 ? second : {}) })),
          stripe,
        ),
      )
      const outcomes = (await Promise.all(batches)).flat().map((placement) => placement.outcome)
      expect(outcomes).toEqual(Array.from({ length: 8 }, () => 'accepted'))
    }
    expect(await buyer.usd()).toEqual({ available: 9_598n * coin, held: 402n * coin })
  })

  test('together they keep to the limit of open payouts', async () => {
    const others = stripes.map((stripe) => buyer.customerId * 1_000n + BigInt(stripe))
    for (const id of others) await world.openCustomer(id)
    for (let round = 0; round < 5; round += 1) {
      const capped = await world.offer({
        instrumentId: 2,
        durationSlots: 1_000 + round,
        maxOpenPayout: 1_000_000_000n,
        payoutBps: 10_000,
      })
      await world.owner.query('update contract.exposure set open_payout = 0 where instrument_id = 2')
      const order = { instrumentId: 2, durationSlots: 1_000 + round, termsId: capped, stakeUnits: 100n * coin }
      const batches = others.map((id, index) =>
        world.place(
          Array.from({ length: 6 }, () => buyer.order({ ...order, customerId: id })),
          stripes[index],
        ),
      )
      const outcomes = (await Promise.all(batches)).flat().map((placement) => placement.outcome)
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(10)
    }
    await world.owner.query(`update contract.exposure set open_payout = (select coalesce(sum(profit), 0)
        from contract.contract_order as o
      where o.instrument_id = 2 and o.asset = exposure.asset and state = 'open') where instrument_id = 2`)
  })
})

test('a key given twice in one batch fails the batch and leaves no trace', async () => {
  const request = world.request(buyer.order())
  await expect(placeOrders(world.app, { stripe: 1, requests: [request, request], isLastStripe: true })).rejects.toThrow(
    'duplicate key',
  )
  expect(await buyer.usd()).toEqual({ available: 10_000n * coin, held: 0n })
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.app)).mismatches).toEqual([])
})
