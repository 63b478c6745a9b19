import { expect, test } from 'vitest'
import type { CustomerMoment } from '@candor/api/operator'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openWithdrawalWorld } from '../withdrawal/testing/withdrawal-world.ts'
import { readOpenCases } from './context-store.ts'
import { readTimeline } from './timeline-service.ts'

const world = closeAfterTests(await openWithdrawalWorld(await testDatabase()))
const pool = world.ledger.app

/** The whole timeline, read in pages. */
async function readAll(customerId: bigint, limit: number, kind: CustomerMoment['kind'] | null = null) {
  const moments: CustomerMoment[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readTimeline>> = await readTimeline(
      pool,
      { customerId, kind },
      { cursor, limit },
    )
    moments.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return moments
}

test('lists what happened to a customer, newest first, each once however short its pages are', async () => {
  const [payee, other] = [await world.addPayee(), await world.addPayee()]
  const { customerId } = payee
  await world.withdraw(other, 'USD', '99')
  const first = await world.withdraw(payee, 'USD', '60')
  await world.ledger.moveTo(world.ledger.slot + 2)
  const second = await world.withdraw(payee, 'USDT', '70')
  // Several of one millisecond, of two kinds.
  await world.ledger.owner.query(
    `insert into identity.login (customer_id, outcome, device, at_ms)
     select $1, outcome, '', created_ms from withdrawal.withdrawal, unnest('{logged-in,wrong-password}'::text[]) as outcome
     where withdrawal_id = $2`,
    [customerId, second],
  )
  const all = await readAll(customerId, 50)
  expect(all).toMatchObject([
    { kind: 'withdrawal', id: String(second), state: 'under-review', amount: '70', asset: 'USDT' },
    { kind: 'login', state: 'wrong-password', amount: null },
    { kind: 'login', state: 'logged-in', amount: null },
    { kind: 'withdrawal', id: String(first), amount: '60', asset: 'USD' },
  ])
  expect(await readAll(customerId, 1)).toEqual(all)
  expect(await readOpenCases(pool, customerId)).toMatchObject([
    { kind: 'withdrawal', id: String(first), state: 'under-review', amount: '60', asset: 'USD' },
    { kind: 'withdrawal', id: String(second), state: 'under-review', amount: '70', asset: 'USDT' },
  ])
  expect(await readAll(customerId, 1, 'login')).toEqual(all.slice(1, 3))
})

test('reads every kind, and nothing for a cursor of another list', async () => {
  expect(await readAll(999n, 5)).toEqual([])
  expect(await readTimeline(pool, { customerId: 1n, kind: null }, { cursor: 'x', limit: 5 })).toEqual({
    items: [],
    nextCursor: null,
  })
})
