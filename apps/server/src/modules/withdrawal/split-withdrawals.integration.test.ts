import type { Asset } from '@candor/money'
import { describe, expect, test } from 'vitest'
import { withTransaction } from '../../platform/postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { statementsWaiting } from '../../platform/postgres/test-locks.ts'
import { checkLedger } from '../soundness/index.ts'
import { openWithdrawalWorld } from './testing/withdrawal-world.ts'

const dayMs = 86_400_000
/** Just below the threshold of 300. */
const small = '299.99'

let names = 0

const world = closeAfterTests(await openWithdrawalWorld(await testDatabase()))

/** Operators of one test, who have released nothing before. */
async function operators<Count extends number>(count: Count): Promise<string[] & { length: Count }> {
  const secrets: string[] = []
  for (let index = 0; index < count; index += 1) {
    names += 1
    secrets.push(await world.operator(`operator-${names}`))
  }
  return secrets as string[] & { length: Count }
}

/** One small withdrawal each of so many customers. */
async function ofStrangers(count: number, amount = small): Promise<bigint[]> {
  const ids: bigint[] = []
  for (let index = 0; index < count; index += 1)
    ids.push(await world.withdraw(await world.addPayee(), index % 2 === 0 ? 'USDT' : 'USD', amount))
  return ids
}

const passTime = (ms: number) => world.ledger.moveTo(world.ledger.slot + Math.ceil(ms / 500))

/** Everything that one operator tries alone; returns how many withdrawals were completed. */
async function payAlone(secret: string, ids: readonly bigint[]): Promise<number> {
  let completed = 0
  for (const id of ids) {
    const steps = [() => world.decide(secret, id), () => world.send(secret, id), () => world.complete(secret, id)]
    for (const step of steps) if ((await step().catch(() => null)) === 'completed') completed += 1
  }
  return completed
}

async function statesOf(ids: readonly bigint[]): Promise<Record<string, number>> {
  const { rows } = await world.ledger.owner.query<{ state: string; count: number }>(
    `select state, count(*)::integer as count from withdrawal.withdrawal where withdrawal_id = any($1::bigint[])
     group by state order by state`,
    [ids],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

describe('an operator alone', () => {
  test('pays none of 33 withdrawals below the threshold by one customer', async () => {
    const [alone = ''] = await operators(1)
    const payee = await world.addPayee()
    const ids: bigint[] = []
    for (let index = 0; index < 33; index += 1) ids.push(await world.withdraw(payee, 'USDT', small))
    expect(await payAlone(alone, ids)).toBe(0)
    expect(await statesOf(ids)).toEqual({ 'under-review': 33 })
  })

  test('releases less than the threshold of 33 customers in 24 hours, and completes none of it', async () => {
    const [alone = ''] = await operators(1)
    const ids = await ofStrangers(33)
    expect(await payAlone(alone, ids)).toBe(0)
    expect(await statesOf(ids)).toEqual({ sent: 1, 'under-review': 32 })
    await passTime(dayMs + 1_000)
    const [again = ''] = await operators(1)
    expect(await world.decide(again, ids[1] ?? 0n)).toBe('approved')
  })

  test('releases less than the threshold when two approvals run at once', async () => {
    const [alone = ''] = await operators(1)
    const [first = 0n, second = 0n] = await ofStrangers(2)
    const racing = await withTransaction(world.ledger.app, async (client) => {
      await client.query(`select withdrawal.decide_withdrawal($1, $2, 'approve', '')`, [alone, first])
      const begun = { outcome: world.decide(alone, second) }
      begun.outcome.catch(() => undefined)
      await expect.poll(async () => (await statementsWaiting(world.ledger.owner)) > 0).toBe(true)
      return begun
    })
    // It needs a second operator only now, and so a passkey: the approval is given again.
    await expect(racing.outcome).rejects.toMatchObject({ code: 'CO005' })
    expect(await world.decide(alone, second)).toBe('under-review')
    expect(await statesOf([first, second])).toEqual({ approved: 1, 'under-review': 1 })
  })

  test('does not complete what they approved, and neither does either of two', async () => {
    const [first = '', second = '', third = ''] = await operators(3)
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USD', '500')
    await world.decide(first, id)
    await world.decide(second, id)
    await world.send(second, id)
    for (const approver of [first, second])
      await expect(world.complete(approver, id)).rejects.toMatchObject({ code: 'CO003' })
    expect(await world.complete(third, id)).toBe('completed')
  })

  test('is not named as completing their own approval, even with the rights of the owner', async () => {
    const [first = ''] = await operators(1)
    const [id = 0n] = await ofStrangers(1)
    await world.decide(first, id)
    await world.send(first, id)
    const end = (by: string) =>
      world.ledger.owner.query(
        `update withdrawal.withdrawal set state = 'completed', ended_ms = 1, ended_seq = 1, completed_by = ${by}
         where withdrawal_id = ${id}`,
      )
    await expect(end('first_approver')).rejects.toMatchObject({ code: '23514', constraint: 'completed_by_another' })
    await expect(end('null')).rejects.toMatchObject({ code: '23514', constraint: 'completion_has_its_operator' })
  })
})

describe('a customer', () => {
  test.each<[Asset, Asset]>([
    ['USD', 'USDT'],
    ['USDT', 'USD'],
  ])('who withdraws %s and %s needs two operators once both reach the threshold', async (one, other) => {
    const [first = '', second = ''] = await operators(2)
    const payee = await world.addPayee()
    const [earlier, later] = [await world.withdraw(payee, one, '150'), await world.withdraw(payee, other, '150')]
    expect(await world.decide(first, earlier)).toBe('under-review')
    expect(await world.decide(second, earlier)).toBe('approved')
    expect(await world.decide(first, later)).toBe('under-review')
  })

  test('sees in the quote how many operators will check', async () => {
    const payee = await world.addPayee()
    const needsTwo = async () => {
      const quoted = await world.service.quote(payee.customerId, {
        asset: 'USD',
        amount: '150',
        payoutMethodId: payee.methods.USD,
      })
      return quoted.ok ? quoted.value.needsTwoApprovals : quoted.error
    }
    expect(await needsTwo()).toBe(false)
    const id = await world.withdraw(payee, 'USDT', '150')
    expect(await needsTwo()).toBe(true)
    const [first = ''] = await operators(1)
    await world.decide(first, id, 'rejected', 'customer-asked')
    expect(await needsTwo()).toBe(false)
  })

  test('needs one operator again a day after an approval, but two while something is still open', async () => {
    const [first = '', second = ''] = await operators(2)
    const [paid, waiting] = [await world.addPayee(), await world.addPayee()]
    const earlier = await world.withdraw(paid, 'USD', '200')
    await world.decide(first, earlier)
    await world.send(first, earlier)
    await world.complete(second, earlier)
    await world.withdraw(waiting, 'USD', '200')
    await passTime(dayMs + 1_000)
    const [fresh = ''] = await operators(1)
    expect(await world.decide(fresh, await world.withdraw(paid, 'USDT', '150'))).toBe('approved')
    expect(await world.decide(fresh, await world.withdraw(waiting, 'USDT', '100'))).toBe('under-review')
  })
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
})
