import { createHash, randomUUID } from 'node:crypto'
import { units } from '@candor/money'
import { describe, expect, test } from 'vitest'
import { withTransaction } from '../../platform/postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { statementsWaiting } from '../../platform/postgres/test-locks.ts'
import { checkLedger } from '../soundness/index.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { readDeposit } from './deposit-store.ts'
import { coin, openDepositWorld, opening, testTxid } from './testing/deposit-world.ts'
import { approveDeposit } from './testing/voucher-life.ts'

const dayMs = 86_400_000

let numbers = 0

const world = closeAfterTests(await openDepositWorld(await testDatabase(), { price: 100n }))
for (const customerId of [1n, 2n]) await world.register(customerId)

const newNumber = () => (numbers += 1)
const newTxid = () => testTxid(50_000 + newNumber())

/** An operator who has approved nothing before. */
async function operator(): Promise<string> {
  const { owner, app } = world.ledger
  return (await logInOperator({ owner, app }, { name: `operator-${newNumber()}`, roles: ['payments'] })).secret
}

async function announce(
  coins: bigint,
  { customerId = 1n, chain = 'TRC20' }: { readonly customerId?: bigint; readonly chain?: 'TRC20' | 'ERC20' } = {},
) {
  const requestId = randomUUID()
  const { depositId, outcome } = await world.announce({
    customerId,
    requestId,
    chain,
    quantityUnits: units('USDT', coins * coin),
    voucher: { objectId: `voucher-${requestId}`, digest: createHash('sha256').update(requestId).digest() },
  })
  if (depositId === null) throw new Error(`a recharge was refused: ${outcome}`)
  return depositId
}

const approve = (secret: string, depositId: bigint, reference = newTxid()) =>
  approveDeposit(world.ledger, secret, depositId, reference)
const outcomeOf = async (approval: ReturnType<typeof approve>) => (await approval).outcome
const credited = async (customerId = 1n) => (await world.balances(customerId)).usdt - opening

describe('an operator alone', () => {
  test('credits none of 10 vouchers with invented references', async () => {
    const alone = await operator()
    const before = await credited()
    for (let number = 1; number <= 10; number += 1) {
      const attempt = approve(alone, await announce(299n), `invented reference ${number}`)
      await expect(attempt).rejects.toMatchObject({ code: '22023' })
    }
    expect(await credited()).toBe(before)
  })

  test('credits less than the limit of a day with 10 vouchers, and again a day later', async () => {
    const alone = await operator()
    const before = await credited()
    const ids: bigint[] = []
    const outcomes: string[] = []
    for (let number = 1; number <= 10; number += 1) {
      const id = await announce(299n, { customerId: number % 2 === 0 ? 1n : 2n })
      ids.push(id)
      outcomes.push(await outcomeOf(approve(alone, id)))
    }
    expect(outcomes).toEqual(['completed', ...Array.from({ length: 9 }, () => 'approved')])
    expect(await credited()).toBe(before)
    expect(await readDeposit(world.ledger.app, ids[1] ?? 0n)).toMatchObject({ approvalsNeeded: 2, credited: null })
    await world.ledger.owner.query('update clock.setting set virtual_now_ms = virtual_now_ms + $1', [dayMs + 1])
    const again = await announce(299n)
    const { rows } = await world.ledger.owner.query<{ needed: number }>(
      `select deposit.needed_approvals(d, v.operator_id) as needed
       from deposit.deposit as d, deposit.deposit_verdict as v where d.deposit_id = $1 and v.deposit_id = $2`,
      [again, ids[0]],
    )
    expect(rows).toEqual([{ needed: 1 }])
  })

  test('credits less than the limit when two approvals run at once', async () => {
    const alone = await operator()
    const [first, second] = [await announce(200n, { customerId: 1n }), await announce(200n, { customerId: 2n })]
    const racing = await withTransaction(world.ledger.app, async (client) => {
      await client.query(`select * from deposit.decide_deposit($1, $2, 'approve', $3, null)`, [alone, first, newTxid()])
      const begun = { outcome: outcomeOf(approve(alone, second)) }
      begun.outcome.catch(() => undefined)
      await expect.poll(async () => (await statementsWaiting(world.ledger.owner)) > 0).toBe(true)
      return begun
    })
    // It needs a second operator only now, and so a passkey: the approval is given again.
    await expect(racing.outcome).rejects.toMatchObject({ code: 'CO005' })
    expect(await outcomeOf(approve(alone, second))).toBe('approved')
    expect(await readDeposit(world.ledger.app, first)).toMatchObject({ state: 'completed' })
    expect(await readDeposit(world.ledger.app, second)).toMatchObject({ state: 'under-review' })
  })

  test('is joined by another one above it, who finds the same transaction', async () => {
    const [alone, other] = [await operator(), await operator()]
    const before = await credited()
    expect(await outcomeOf(approve(alone, await announce(200n)))).toBe('completed')
    const id = await announce(200n)
    const reference = newTxid()
    expect(await outcomeOf(approve(alone, id, reference))).toBe('approved')
    expect(await outcomeOf(approve(alone, id, reference))).toBe('already-decided')
    expect(await outcomeOf(approve(other, id, newTxid()))).toBe('reference-differs')
    expect(await outcomeOf(approve(other, id, reference))).toBe('completed')
    expect((await credited()) - before).toBe(400n * coin)
    // What two have approved is not in the sum of either.
    expect(await outcomeOf(approve(other, await announce(200n)))).toBe('completed')
  })
})

describe('a reference', () => {
  test.each(['TRC20', 'ERC20'] as const)('on %s is the id of a transaction, in its chain’s form', async (chain) => {
    const alone = await operator()
    const id = await announce(20n, { chain })
    const txid = newTxid()
    for (const wrong of ['', 'reference', txid.slice(0, -1), `${txid}0`, txid.replace('0x', '0y'), `${txid}\n1`])
      await expect(approve(alone, id, wrong)).rejects.toMatchObject({ code: '22023' })
    expect(await outcomeOf(approve(alone, id, ` ${txid.toUpperCase().replace('0X', '0x')} `))).toBe('completed')
    expect(await readDeposit(world.ledger.app, id)).toMatchObject({
      reference: chain === 'ERC20' ? txid : txid.slice(2),
    })
  })

  test('of any other text is refused by the tables, too', async () => {
    const id = await announce(20n)
    const verdict = world.ledger.owner.query(
      `insert into deposit.deposit_verdict (deposit_id, operator_id, is_approval, reference, at_ms)
       values ($1, 1, true, 'invented reference', 1)`,
      [id],
    )
    await expect(verdict).rejects.toMatchObject({ code: '23514', constraint: 'verdict_names_a_transaction' })
    const credit = world.ledger.owner.query(
      `update deposit.deposit set reference = 'invented reference' where deposit_id = $1`,
      [id],
    )
    await expect(credit).rejects.toMatchObject({ code: '23514', constraint: 'reference_is_a_transaction' })
  })
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
})
