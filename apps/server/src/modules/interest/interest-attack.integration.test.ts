import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { amount } from '@candor/money'
import type { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { operatorRefusal } from '../../platform/operator-refusal.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { proposalDecider } from '../verifier/testing/decide-proposals.ts'
import { interestProposals, proposeInterest } from './product-store.ts'
import { openInterestWorld } from './testing/interest-world.ts'

const coin = 1_000_000n
const week = 7 * dayMs

const world = closeAfterTests(await openInterestWorld(await testDatabase()))
const alone = await logInOperator(world.ledger, { name: 'alone', roles: ['risk', 'lead'] })
const second = await logInOperator(world.ledger, { name: 'second', roles: ['lead'] })
const helper = await logInOperator(world.ledger, { name: 'helper', roles: ['support', 'payments', 'auditor'] })

const propose = (change: { dailyRatePpm?: number; isOpen?: boolean } = {}, secret = alone.secret) =>
  proposeInterest(world.ledger.app, secret, {
    durationMs: week,
    isOpen: true,
    dailyRatePpm: 120,
    minimum: amount('USDT', 10n * coin),
    maximum: amount('USDT', 5_000n * coin),
    note: 'of a test',
    ...change,
  })
const { sign, decideUnsigned, decide, confirmAtOnce } = proposalDecider(
  world.ledger,
  interestProposals,
  'interest.confirm',
)
const offered = async () => {
  const found = (await world.service.products()).find(
    ({ asset, durationMs }) => asset === 'USDT' && durationMs === week,
  )
  if (found === undefined) throw new Error('nothing is offered for a week')
  return found
}
/** The error of an attempt; `none` when it succeeds. */
const errorOf = (pool: Pool, attack: string, values: unknown[] = []): Promise<string> =>
  pool.query(attack, values).then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('a version of a product', () => {
  test('serves later orders once a second operator confirms it; those that earn keep theirs', async () => {
    const customerId = await world.addCustomer()
    const before = await offered()
    const earning = await world.open(customerId, { durationMs: week, amount: '1000' })
    const id = await propose()
    expect((await offered()).id).toBe(before.id)
    expect(await decideUnsigned(second.secret, id)).toBe('confirmation-required')
    expect((await offered()).id).toBe(before.id)
    expect(await decide(second.secret, id)).toBe('decided')
    const after = await offered()
    expect(after).toMatchObject({ dailyRatePpm: 120 })
    expect(after.id).not.toBe(before.id)
    const old = { requestId: randomUUID(), productId: before.id, amount: '1000' }
    expect(await world.service.open(customerId, old)).toMatchObject({ error: 'transaction-closed' })
    expect(await world.open(customerId, { durationMs: week, amount: '1000' })).toMatchObject({
      dailyRatePpm: 120,
      interest: '0.84',
    })
    const kept = await world.service.detail(customerId, earning.id)
    expect(kept).toMatchObject({ ok: true, value: { productId: before.id, interest: earning.interest } })
  })

  test('is never confirmed by its proposer, from however many sessions and however often at once', async () => {
    const before = await offered()
    const id = await propose({ dailyRatePpm: 10_000 })
    const other = 's'.repeat(43)
    await world.ledger.owner.query(
      `insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
       values ($1, sha256(convert_to($2, 'UTF8')), 'another device', '127.0.0.1', clock.now_ms(), clock.now_ms())`,
      [alone.operatorId, other],
    )
    for (const secret of [alone.secret, other]) await sign(secret, id)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => decideUnsigned(index % 2 === 0 ? alone.secret : other, id)),
    )
    expect(new Set(answers)).toEqual(new Set(['same-operator']))
    expect(await offered()).toEqual(before)
    // Operators may withdraw their own proposal, though; then it can no longer be confirmed.
    expect(await decide(alone.secret, id, 'rejected')).toBe('decided')
    expect(await decide(second.secret, id)).toBe('already-decided')
    expect(await offered()).toEqual(before)
  })

  test('that a second operator confirms again and again comes once, and one that another overtook comes never', async () => {
    const [first, overtaken] = [await propose({ dailyRatePpm: 130 }), await propose({ dailyRatePpm: 140 })]
    const once = [...Array.from({ length: 39 }, () => 'already-decided'), 'decided']
    expect(await confirmAtOnce(second.secret, first, 40)).toEqual(once)
    expect(await decide(second.secret, overtaken)).toBe('terms-changed')
    expect(await offered()).toMatchObject({ dailyRatePpm: 130 })
    expect(await decide(second.secret, overtaken, 'rejected')).toBe('decided')
  })

  test('is for the risk desk to propose and for it and leads to decide', async () => {
    const id = await propose({ isOpen: false })
    const refusalOf = (secret: string) => propose({}, secret).catch((fault: unknown) => operatorRefusal(fault))
    expect(await refusalOf(helper.secret)).toBe('not-allowed')
    expect(await refusalOf(second.secret)).toBe('not-allowed')
    expect(await refusalOf('x'.repeat(43))).toBe('not-logged-in')
    expect(await decide(helper.secret, id)).toBe('not-allowed')
    expect(await decide('x'.repeat(43), id)).toBe('not-logged-in')
    expect(await decide(second.secret, id)).toBe('decided')
    // A closed product takes no more orders.
    const { id: productId, isOpen } = await offered()
    expect(isOpen).toBe(false)
    const form = { requestId: randomUUID(), productId, amount: '1000' }
    expect(await world.service.open(await world.addCustomer(), form)).toMatchObject({ error: 'transaction-closed' })
  })
})

describe('by SQL', () => {
  const denied = '42501'

  test('the application role offers nothing, confirms nothing and ends no order', async () => {
    const customerId = await world.addCustomer()
    const { id } = await world.open(customerId, { amount: '100' })
    await propose({ dailyRatePpm: 150 })
    const attacks: readonly string[] = [
      `insert into interest.interest_product (asset, duration_ms, version, is_open, daily_rate_ppm, minimum, maximum,
        created_ms)
       values (2, 60000, 99, true, 10000, 1000000, 5000000000, 0)`,
      'update interest.interest_product set daily_rate_ppm = 10000',
      'delete from interest.interest_product',
      `update interest.interest_proposal set state = 'confirmed', decided_by = proposed_by + 1`,
      'delete from interest.interest_proposal',
      `update interest.interest_order set state = 'matured', ended_ms = expires_ms, ended_seq = 1 where order_id = ${id}`,
      `update interest.interest_order set interest = interest * 2 where order_id = ${id}`,
      'delete from interest.interest_order',
      'select interest.open_sandbox_interest()',
      `select interest.notify_customer(t) from interest.interest_order as t`,
      'select interest.lock_covering_stripe(1, 2::smallint, 1)',
    ]
    for (const attack of attacks) expect([attack, await errorOf(world.ledger.app, attack)]).toEqual([attack, denied])
  })

  test('even the owner cannot have one person confirm, change what was ordered, or end an order as it does not end', async () => {
    const customerId = await world.addCustomer()
    const { id } = await world.open(customerId, { amount: '100' })
    const { id: ended } = await world.open(customerId, { amount: '100' })
    expect(await world.service.redeem(customerId, { requestId: randomUUID(), id: ended })).toMatchObject({ ok: true })
    const proposal = await propose({ dailyRatePpm: 160 })
    const integrity = /^23/
    const attacks: readonly string[] = [
      `update interest.interest_proposal set state = 'confirmed', decided_by = proposed_by, decided_ms = 1,
         product_id = (select max(product_id) from interest.interest_product) where proposal_id = ${proposal}`,
      'update interest.interest_product set daily_rate_ppm = 10000',
      'delete from interest.interest_product',
      `update interest.interest_order set interest = interest * 2 where order_id = ${id}`,
      `update interest.interest_order set expires_ms = start_ms + 1 where order_id = ${id}`,
      `update interest.interest_order set state = 'matured', ended_ms = start_ms, ended_seq = 1 where order_id = ${id}`,
      `update interest.interest_order set state = 'matured', ended_ms = expires_ms, ended_seq = 1, redeem_request_id = null
        where order_id = ${ended}`,
      `delete from interest.interest_order where order_id = ${id}`,
    ]
    for (const attack of attacks)
      expect([attack, await errorOf(world.ledger.owner, attack)]).toEqual([attack, expect.stringMatching(integrity)])
    expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
  })
})
