import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { idPattern } from '@candor/api'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openBuyer } from './testing/buyer.ts'
import type { Buyer } from './testing/buyer.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'

let buyer: Buyer

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
beforeEach(async () => {
  buyer = await openBuyer(world, termsId)
})

/** Places so many orders in one batch, and returns their ids in the order of the requests. */
async function placedIds(count: number): Promise<bigint[]> {
  const orders = Array.from({ length: count }, () => buyer.order({ requestId: randomUUID(), stakeUnits: 1_000_000n }))
  return (await world.place(orders)).flatMap((placement) => ('orderId' in placement ? [placement.orderId] : []))
}

it('numbers orders by time and chance: ids grow, differ, and do not count them', async () => {
  const ids = [...(await placedIds(1)), ...(await placedIds(200)), ...(await placedIds(1)), ...(await placedIds(200))]
  expect(ids).toHaveLength(402)
  expect(new Set(ids).size).toBe(402)
  expect(ids.toSorted((left, right) => (left < right ? -1 : 1))).toEqual(ids)
  // An id is the instant and random bits: how far two of them are apart is time, not how many orders lie between.
  const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? 0n))
  expect(new Set(steps).size).toBeGreaterThan(200)
  for (const id of ids) expect(String(id)).toMatch(/^\d{17,18}$/)
})

it('numbers what customers see otherwise in the same way, and no table of theirs by a sequence', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
     where column_default like '%clock.new_record_id%' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'contract.contract_order.order_id',
    'correction.correction.correction_id',
    'deposit.chain_transfer.transfer_id',
    'deposit.deposit.deposit_id',
    'floor.sale.sale_id',
    'identity.login.login_id',
    'identity.session.session_id',
    'interest.interest_order.order_id',
    'kyc.photo_view.view_id',
    'kyc.submission.submission_id',
    'message.message.message_id',
    'payout.method.method_id',
    'security.passkey.passkey_id',
    'support.conversation.conversation_id',
    'swap.swap.swap_id',
    'withdrawal.withdrawal.withdrawal_id',
  ])
  const { rows: drawn } = await world.app.query<{ id: bigint }>(
    'select clock.new_record_id() as id from generate_series(1, 1000)',
  )
  expect(new Set(drawn.map(({ id }) => id)).size).toBeGreaterThan(950)
})

it('draws ids above those with eight random bits, of the digits that the wire takes, until 2050', async () => {
  const { rows } = await world.owner.query<{ id: bigint; batch: bigint; horizon: string; last: bigint }>(
    `select clock.new_record_id() as id, clock.batch_record_id(clock.instant_us(), 1, 8) as batch,
       (timestamp '2020-01-01' + make_interval(secs => (10::numeric ^ 18 / 1024 / 1000000)::float8))::date::text
         as horizon,
       ((clock.instant_us() + 1000000) << 8) + 255 as last`,
  )
  const [drawn] = rows
  if (drawn === undefined) throw new Error('no id was drawn')
  for (const id of [drawn.id, drawn.batch]) {
    expect(id).toBeGreaterThan(drawn.last)
    expect(String(id)).toMatch(idPattern)
  }
  expect(drawn.horizon).toMatch(/^2050-/)
})

it('draws two ids of one microsecond alike once in about 1,024', async () => {
  const { rows } = await world.owner.query<{ bits: bigint }>(
    'select distinct clock.new_record_id() & 1023 as bits from generate_series(1, 20000)',
  )
  expect(rows.length).toBeGreaterThan(1_000)
  const { rows: ofLane } = await world.owner.query<{ bits: bigint }>(
    'select distinct clock.batch_record_id(0, 0, 2) & 1023 as bits from generate_series(1, 5000)',
  )
  expect(ofLane.map(({ bits }) => Number(bits) >> 7).every((lane) => lane === 1)).toBe(true)
  expect(ofLane.length).toBeGreaterThan(120)
})
