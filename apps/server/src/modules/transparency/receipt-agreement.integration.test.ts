import { receiptKind } from '@candor/api'
import { parseReceipt } from '@candor/proof/receipt'
import { afterAll, expect, test } from 'vitest'
import { createPool } from '../../platform/postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { liveThrough } from '../soundness/testing/ledger-history.ts'
import { openLogWorld } from './testing/log-world.ts'
import { openReceiptWorld } from './testing/receipt-world.ts'

// Whatever a random history of all products has booked has receipts, and a verifier passes each.

/** A longer history takes long: the number of its commands may be set. */
const commands = Number(process.env['CANDOR_RECEIPT_COMMANDS'] ?? 600)

const database = await testDatabase()
await liveThrough(7, commands, database)
const log = closeAfterTests(await openLogWorld(database))
const app = createPool(database.appUrl, 'test-app', { maxConnections: 4 })
const world = await openReceiptWorld(app, log)
await world.seal()
afterAll(() => app.end())

test('every settled order has a receipt that passes', async () => {
  const { rows } = await log.owner.query<{
    order_id: bigint
    customer_id: bigint
    state: string
    result: string
  }>('select order_id, customer_id, result from contract.contract_order where result is not null')
  const outcomes = new Map<string, number>()
  for (const { customer_id: customerId, order_id: id, result } of rows) {
    const found = await world.receipts.ofOrder(customerId, String(id))
    if (!found.ok) throw new Error(found.error)
    const { value } = found
    const failings = value.state === 'ready' ? await world.failings(value) : []
    const outcome = [result, value.state, ...failings].join(' ')
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect([...outcomes.keys()].toSorted()).toEqual(['lost ready', 'tie ready', 'void ready', 'won ready'])
}, 300_000)

const records = {
  withdrawal: 'select withdrawal_id as id, customer_id from withdrawal.withdrawal',
  swap: 'select swap_id as id, customer_id from swap.swap',
  sale: 'select sale_id as id, customer_id from floor.sale',
  term: 'select order_id as id, customer_id from interest.interest_order',
  recharge: 'select deposit_id as id, customer_id from deposit.deposit',
}

test.each(receiptKind.options)(
  'every ledger entry of each %s has a receipt that passes',
  async (kind) => {
    const { rows } = await log.owner.query<{ id: bigint; customer_id: bigint }>(records[kind])
    const proven = new Set<string>()
    for (const { id, customer_id: customerId } of rows) {
      const found = await world.receipts.ofRecord(customerId, { kind, id: String(id) })
      if (!found.ok) throw new Error(found.error)
      for (const { movement, asset, atMs, receipt } of found.value.receipts) {
        expect(await world.failings(receipt)).toEqual([])
        const parsed = receipt.state === 'ready' ? parseReceipt(receipt.receipt) : null
        expect(parsed?.kind === 'movement' && parsed.moved.item.value).toMatchObject({
          kind: movement,
          ref: id,
          asset,
          atMs,
        })
        proven.add(movement)
      }
      expect(await world.receipts.ofRecord(customerId + 1_000n, { kind, id: String(id) })).toEqual({
        ok: false,
        error: 'not-found',
      })
    }
    // Those of the customers' accounts in the ledger, no fewer.
    const { rows: booked } = await log.owner.query<{ kind: string; count: bigint }>(
      `select posting.kind, count(*) from ledger.posting join ledger.balance using (account_id)
     where owner_id > 0 and ref = any ($1::bigint[]) group by posting.kind`,
      [rows.map(({ id }) => id)],
    )
    expect(proven.size).toBeGreaterThan(0)
    expect([...proven].toSorted()).toEqual(booked.map((each) => each.kind).toSorted())
  },
  300_000,
)
