import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { prepareTestDatabase } from '../../platform/postgres/test-database.ts'
import { openBuyer } from '../ledger/testing/buyer.ts'
import type { Buyer } from '../ledger/testing/buyer.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../ledger/testing/ledger-world.ts'

let world: LedgerWorld
let termsId: bigint
let buyer: Buyer

prepareTestDatabase(async (database) => {
  world = await openLedgerWorld(database)
  termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
  return world
})
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
