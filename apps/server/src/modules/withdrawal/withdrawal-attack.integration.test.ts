import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { addOperator, logInOperator } from '../operator/testing/operators.ts'
import { decideWithdrawal } from './review-store.ts'
import { openWithdrawalWorld } from './testing/withdrawal-world.ts'

const world = closeAfterTests(await openWithdrawalWorld(await testDatabase()))
const payee = await world.addPayee()
const operator = await logInOperator(world.ledger, { name: 'alone', roles: ['payments', 'lead'] })
const alone = operator.secret
const aloneId = operator.operatorId

/** The error of an attempt; `none` when it succeeds. */
async function errorOf(pool: pg.Pool, attack: string, values: unknown[] = []): Promise<string> {
  return pool.query(attack, values).then(
    () => 'none',
    (error: pg.DatabaseError) => error.code ?? error.message,
  )
}
const asApplication = (attack: string, values?: unknown[]) => errorOf(world.ledger.app, attack, values)
const asOwner = (attack: string, values?: unknown[]) => errorOf(world.ledger.owner, attack, values)

async function stateOf(id: bigint): Promise<string> {
  const { rows } = await world.ledger.owner.query<{ state: string }>(
    'select state from withdrawal.withdrawal where withdrawal_id = $1',
    [id],
  )
  return rows[0]?.state ?? 'gone'
}

const denied = '42501'

describe('an operator alone cannot release a large withdrawal', () => {
  test('through the functions, however often and from however many sessions', async () => {
    const id = await world.withdraw(payee, 'USDT', '300')
    expect(await world.decide(alone, id)).toBe('under-review')
    await expect(world.decide(alone, id)).rejects.toMatchObject({ code: 'CO003' })
    for (const step of [() => world.send(alone, id), () => world.complete(alone, id), () => world.fail(alone, id)])
      await expect(step()).rejects.toMatchObject({ code: 'CO004' })
    // A second session of the same person is the same person.
    await world.ledger.owner.query(
      `insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
       values ($1, sha256(convert_to($2, 'UTF8')), 'another device', '127.0.0.1', clock.now_ms(), clock.now_ms())`,
      [aloneId, 's'.repeat(43)],
    )
    await expect(world.decide('s'.repeat(43), id)).rejects.toMatchObject({ code: 'CO003' })
    const at1000 = await Promise.all(
      Array.from({ length: 100 }, () =>
        decideWithdrawal(world.ledger.app, alone, { withdrawalId: id, verdict: 'approved', reason: '' }).catch(
          (error: { code?: string }) => error.code,
        ),
      ),
    )
    expect(new Set(at1000)).toEqual(new Set(['CO003']))
    expect(await stateOf(id)).toBe('under-review')
  })

  test('by SQL as the application role', async () => {
    const id = await world.withdraw(payee, 'USDT', '301')
    await world.decide(alone, id)
    const attacks: [string, unknown[]?][] = [
      [
        `update withdrawal.withdrawal set state = 'approved', approved_ms = 1, sending_due_ms = 1, arrival_due_ms = 1,
          second_approver = first_approver`,
      ],
      [`update withdrawal.withdrawal set approvals_needed = 1`],
      [`update withdrawal.withdrawal_terms set two_person_threshold = 1000000000000`],
      [
        `insert into withdrawal.withdrawal_terms (asset, fee, minimum, daily_limit, two_person_threshold, review_ms,
          sending_ms, arrival_ms, quote_ms, created_ms)
         values (2, 0, 1, 9000000000000, 9000000000000, 1, 1, 1, 1, 1)`,
      ],
      [`insert into withdrawal.withdrawal_approval values ($1, $2, 1)`, [id, aloneId]],
      [`delete from withdrawal.withdrawal_approval`],
      [`insert into operator.account (name) values ('second')`],
      [`insert into operator.session (operator_id) values (1)`],
      [`select operator.require_session($1, null)`, [alone]],
      [`select operator.add_account('second', '{payments}', '', '', '', '', false, false)`],
      [`select operator.append_audit(null, 'withdrawal.approved', 'withdrawal:1', '', '{}')`],
      [`select withdrawal.release_withdrawal(w, 'failed', 'payment-returned', 1, '') from withdrawal.withdrawal as w`],
      [`select ledger.book(s, 'withdrawal-completed', 1, '', '{}') from ledger.stripe as s`],
      [`select withdrawal.notify_step($1, null, 'approved', '')`, [id]],
      [`select withdrawal.lock_withdrawal($1, 'sent')`, [id]],
      [`update payout.method set sealed = sealed`],
      [
        `insert into payout.setting (max_bank_cards, max_wallet_addresses, cool_down_ms, created_ms)
          values (5, 1, 0, 1)`,
      ],
      [`select payout.open_sandbox()`],
      [`truncate withdrawal.withdrawal cascade`],
      [`alter table withdrawal.withdrawal disable trigger all`],
      [`set session_replication_role = replica`],
      [`set role candor_owner`],
    ]
    for (const [attack, values] of attacks)
      expect({ attack, code: await asApplication(attack, values) }).toEqual({
        attack,
        code: expect.stringMatching(/^(42501|22023|42704)$/),
      })
    expect(await asApplication(attacks[0]?.[0] ?? '')).toBe(denied)
    expect(await stateOf(id)).toBe('under-review')
  })

  test('even with the rights of the owner, because the constraints say so', async () => {
    const id = await world.withdraw(payee, 'USDT', '302')
    await world.decide(alone, id)
    const approve = (second: string) =>
      `update withdrawal.withdrawal set state = 'approved', approved_ms = 1, sending_due_ms = 1, arrival_due_ms = 1,
        second_approver = ${second} where withdrawal_id = ${id}`
    const stranger = await addOperator(world.ledger.owner, { name: 'stranger', roles: ['payments'] })
    const breaks = { check: '23514', unique: '23505', foreignKey: '23503', integrity: '23000' }
    expect(await asOwner(approve('first_approver'))).toBe(breaks.check)
    expect(await asOwner(approve('null'))).toBe(breaks.check)
    // Another operator's number without that operator's approval.
    expect(await asOwner(approve(String(stranger.operatorId)))).toBe(breaks.foreignKey)
    expect(await asOwner(`insert into withdrawal.withdrawal_approval values (${id}, ${aloneId}, 1)`)).toBe(
      breaks.unique,
    )
    expect(await asOwner(`update withdrawal.withdrawal set approvals_needed = 1 where withdrawal_id = ${id}`)).toBe(
      breaks.integrity,
    )
    expect(await asOwner(`update withdrawal.withdrawal set state = 'completed' where withdrawal_id = ${id}`)).toBe(
      breaks.integrity,
    )
    expect(await asOwner(`update withdrawal.withdrawal set first_approver = null where withdrawal_id = ${id}`)).toBe(
      breaks.integrity,
    )
    expect(await asOwner(`update withdrawal.withdrawal_approval set operator_id = ${stranger.operatorId}`)).toBe(
      breaks.integrity,
    )
    expect(await asOwner('delete from withdrawal.withdrawal')).toBe(breaks.integrity)
    expect(await stateOf(id)).toBe('under-review')
  })
})

describe('who may not decide', () => {
  const secretsOf: [string, () => Promise<string | null>, string][] = [
    ['nobody', () => Promise.resolve(null), 'CO001'],
    ['somebody with a made-up secret', () => Promise.resolve('x'.repeat(43)), 'CO001'],
    [
      'an operator without the role',
      () => world.operator('support-sue', ['support', 'kyc', 'auditor', 'risk']),
      'CO002',
    ],
    [
      'an operator who was disabled since',
      async () => {
        const secret = await world.operator('gone-gus')
        await world.ledger.owner.query(`select operator.set_enabled('gone-gus', false)`)
        return secret
      },
      'CO001',
    ],
    [
      'an operator whose account is disabled while the session is not ended',
      async () => {
        const secret = await world.operator('half-gone-hal')
        await world.ledger.owner.query(`update operator.account set disabled_ms = 1 where name = 'half-gone-hal'`)
        return secret
      },
      'CO001',
    ],
    [
      'an operator who has logged out',
      async () => {
        const secret = await world.operator('out-otto')
        await world.ledger.app.query('select operator.close_session($1)', [secret])
        return secret
      },
      'CO001',
    ],
  ]

  test.each(secretsOf)('%s', async (_, secretOf, code) => {
    const secret = await secretOf()
    const payee = await world.addPayee()
    const ids = { asked: await world.withdraw(payee, 'USD', '20'), approved: await world.withdraw(payee, 'USD', '20') }
    await world.decide(alone, ids.approved)
    const attempts: [string, unknown[]][] = [
      [`select withdrawal.decide_withdrawal($1, $2, 'approve', '')`, [secret, ids.asked]],
      [`select withdrawal.decide_withdrawal($1, $2, 'reject', 'name-differs')`, [secret, ids.asked]],
      [`select withdrawal.send_withdrawal($1, $2, 'reference')`, [secret, ids.approved]],
      [`select withdrawal.complete_withdrawal($1, $2)`, [secret, ids.approved]],
      [`select withdrawal.fail_withdrawal($1, $2, 'a text that proves it')`, [secret, ids.approved]],
    ]
    for (const [attempt, values] of attempts)
      expect({ attempt, code: await asApplication(attempt, values) }).toEqual({ attempt, code })
    expect([await stateOf(ids.asked), await stateOf(ids.approved)]).toEqual(['under-review', 'approved'])
  })
})

describe('hostile arguments', () => {
  test.each([
    ['a verdict of its own', `select withdrawal.decide_withdrawal($1, $2, 'pay', '')`],
    ['no verdict', `select withdrawal.decide_withdrawal($1, $2, null, '')`],
    ['a rejection without a reason', `select withdrawal.decide_withdrawal($1, $2, 'reject', '')`],
    [
      'a rejection for a reason of failures',
      `select withdrawal.decide_withdrawal($1, $2, 'reject', 'payment-returned')`,
    ],
    ['a rejection for a reason of its own', `select withdrawal.decide_withdrawal($1, $2, 'reject', 'because')`],
    ['no reference', `select withdrawal.send_withdrawal($1, $2, null)`],
    ['a blank reference', `select withdrawal.send_withdrawal($1, $2, '      ')`],
    ['a proof of nothing', `select withdrawal.fail_withdrawal($1, $2, '          .          ')`],
  ])('%s is refused', async (_, call) => {
    const id = await world.withdraw(payee, 'USD', '20')
    expect(await asApplication(call, [alone, id])).toMatch(/^(22023|22P02)$/)
    expect(await stateOf(id)).toBe('under-review')
  })

  test('a quote or request of nobody, of nothing or of a house account is refused', async () => {
    for (const values of [
      [null, 1, 1n, 1n],
      [payee.customerId, 3, 1n, 1n],
      [payee.customerId, 1, null, 1n],
    ])
      expect(await asApplication('select withdrawal.quote_withdrawal($1, $2, $3, $4)', values)).toBe('22023')
    const { rows } = await world.ledger.app.query(
      'select refusal from withdrawal.quote_withdrawal(0, 1::smallint, 20000000, 1)',
    )
    expect(rows).toEqual([{ refusal: 'account-disabled' }])
    for (const amount of [-20_000_000n, 0n, -9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n]) {
      const answer = await world.ledger.app.query(
        'select refusal from withdrawal.quote_withdrawal($1, 2::smallint, $2, $3)',
        [payee.customerId, amount, payee.methods.USDT],
      )
      expect(answer.rows).toEqual([{ refusal: 'wrong-amount' }])
    }
  })
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
})
