import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Asset } from '@candor/money'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { openLastingSession } from './lasting-session.ts'
import { command, compare, picked, picks } from './ledger-comparison.ts'
import type { LedgerCommand } from './ledger-comparison.ts'
import { WithdrawalModel, withdrawalOperators } from './withdrawal-model.ts'
import type { WithdrawalAct } from './withdrawal-model.ts'
import { confirmAct } from '../../verifier/testing/confirm.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import { storeCustomers } from '../../ledger/testing/stored-customers.ts'

const secrets = ['a'.repeat(43), 'b'.repeat(43), 'w'.repeat(43)] as const

/**
 * Prepares customers 1 to `customers` for withdrawing, and opens three operators' sessions that outlast any history.
 */
export async function setUpWithdrawals(owner: Pool, customers: number): Promise<void> {
  await owner.query('select payout.open_sandbox()')
  await storeCustomers(
    owner,
    Array.from({ length: customers }, (_, index) => BigInt(index + 1)),
  )
  // Customer n has the bank card 2n - 1 and the wallet address 2n.
  await owner.query(
    `insert into payout.method (method_id, customer_id, request_id, kind, shown, sealed, fingerprint, added_ms)
     select 2 * n - (kind = 'bank-card')::integer, n, gen_random_uuid(), kind, '{}', decode(repeat('00', 40), 'hex'),
       sha256(convert_to(n || kind::text, 'UTF8')), 0
     from generate_series(1, $1::integer) as n cross join unnest(enum_range(null::payout.method_kind)) as kind
       order by n, kind`,
    [customers],
  )
  for (const [index, secret] of secrets.entries())
    await openLastingSession(owner, { name: `operator-${index}`, role: 'payments', secret })
}

interface Asked {
  readonly customer: number
  readonly asset: Asset
  readonly units: bigint
}

async function quote(
  pool: Pool,
  { customer, asset, units }: Asked,
): Promise<{ refusal: string | null; quote_id: string | null }> {
  const methodId = asset === 'USD' ? 2 * customer - 1 : 2 * customer
  const { rows } = await pool.query<{ refusal: string | null; quote_id: string | null }>(
    'select refusal, quote_id from withdrawal.quote_withdrawal($1, $2, $3, $4)',
    [customer, asset === 'USD' ? 1 : 2, units, methodId],
  )
  if (rows[0] === undefined) throw new Error('a quote was not answered')
  return rows[0]
}

async function request(
  pool: Pool,
  customerId: bigint,
  requestId: string,
  quoteId: string,
): Promise<{ outcome: string; id: bigint | null }> {
  const { rows } = await pool.query<{ outcome: string; withdrawal_id: bigint | null }>(
    'select outcome, withdrawal_id from withdrawal.request_withdrawal($1, $2, $3)',
    [customerId, requestId, quoteId],
  )
  return { outcome: rows[0]?.outcome ?? 'nothing', id: rows[0]?.withdrawal_id ?? null }
}

/** Quotes and withdraws, the same request several times at once: one effect, the same result for all. */
const withdrawTimes = (asked: Asked, times: number): LedgerCommand =>
  command(`withdraw ${fc.stringify(asked)} ${times} times`, async (model, real) => {
    const { app } = real.world
    const { customer, asset, units } = asked
    const customerId = BigInt(customer)
    const quoted = await quote(app, asked)
    equal(quoted.refusal, model.withdrawals.judge(customerId, asset, units))
    if (quoted.quote_id !== null) {
      const quoteId = quoted.quote_id
      const requestId = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: times }, () => request(app, customerId, requestId, quoteId)),
      )
      const outcomes = answers.map(({ outcome }) => outcome).toSorted()
      deepEqual(outcomes, [...Array.from({ length: times - 1 }, () => 'repeated'), 'requested'])
      const ids = new Set(answers.map(({ id }) => id))
      const [id = null] = ids
      if (id === null || ids.size !== 1) throw new Error('a withdrawal has not one number')
      model.withdrawals.open({ customerId, asset, units, requestId, quoteId, id })
    }
    await compare(model, real)
  })

/** Sends a request again, as it was or with another quote. */
const repeatWithdrawal = (pick: number, isChanged: boolean): LedgerCommand =>
  command(`repeat withdrawal ${pick}${isChanged ? ' with another quote' : ''}`, async (model, real) => {
    const past = picked(model.withdrawals.all, pick)
    if (past === undefined) return
    const quoteId = isChanged ? randomUUID() : past.quoteId
    const { outcome } = await request(real.world.app, past.customerId, past.requestId, quoteId)
    equal(outcome, model.withdrawals.repeat(past.requestId, quoteId))
    await compare(model, real)
  })

/** One act of an operator or customer. */
const actOn = (pick: number, act: WithdrawalAct): LedgerCommand =>
  command(`${fc.stringify(act)} of withdrawal ${pick}`, async (model, real) => {
    const withdrawal = picked(model.withdrawals.all, pick)
    if (withdrawal === undefined) return
    const answer = await answerTo(real.world, withdrawal, act)
    equal(answer, model.withdrawals.act(withdrawal, act))
    await compare(model, real)
  })

/** The correct next step of an open withdrawal, as experienced operators take it. */
const advance = (pick: number): LedgerCommand =>
  command(`advance open withdrawal ${pick}`, async (model, real) => {
    const open = model.withdrawals.all.filter(({ state }) => ['under-review', 'approved', 'sent'].includes(state))
    const withdrawal = picked(open, pick)
    if (withdrawal === undefined) return
    const kind = withdrawal.state === 'under-review' ? 'approve' : withdrawal.state === 'approved' ? 'send' : 'complete'
    const operator = withdrawalOperators.find((number) => !withdrawal.approvers.includes(number)) ?? 0
    const next: WithdrawalAct = { kind, operator }
    equal(await answerTo(real.world, withdrawal, next), model.withdrawals.act(withdrawal, next))
    await compare(model, real)
  })

/** Several acts at once: the results are those of some sequence. */
const actAtOnce = (pick: number, acts: readonly WithdrawalAct[]): LedgerCommand =>
  command(`${fc.stringify(acts)} of withdrawal ${pick} at once`, async (model, real) => {
    const withdrawal = picked(model.withdrawals.all, pick)
    if (withdrawal === undefined) return
    const answers = await Promise.all(acts.map((act) => answerTo(real.world, withdrawal, act)))
    const order = ordersOf(acts.length).find((places) => {
      const dry = new WithdrawalModel(structuredClone(model.customers), model.withdrawals.freezes)
      dry.all.push(...structuredClone(model.withdrawals.all))
      const trial = dry.all.find(({ id }) => id === withdrawal.id)
      return places.every((place) => {
        const act = acts[place]
        return trial !== undefined && act !== undefined && dry.act(trial, act) === answers[place]
      })
    })
    if (order === undefined) throw new Error(`no order of ${fc.stringify(acts)} gives ${fc.stringify(answers)}`)
    for (const place of order) {
      const act = acts[place]
      if (act !== undefined) model.withdrawals.act(withdrawal, act)
    }
    await compare(model, real)
  })

/** All permutations of `count` positions. */
function ordersOf(count: number): number[][] {
  if (count === 0) return [[]]
  return ordersOf(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => [...order.slice(0, at), count - 1, ...order.slice(at)]),
  )
}

/** The state returned by a ledger function, or the code that it raises. */
async function answerTo(
  { owner, app }: Pick<LedgerWorld, 'owner' | 'app'>,
  { id, customerId }: { id: bigint; customerId: bigint },
  act: WithdrawalAct,
): Promise<string> {
  const secret = act.kind === 'cancel' ? '' : secrets[act.operator]
  const calls: Record<WithdrawalAct['kind'], [string, unknown[]]> = {
    cancel: ['withdrawal.cancel_withdrawal($1, gen_random_uuid(), $2)', [customerId, id]],
    approve: [`withdrawal.decide_withdrawal($1, $2, 'approve', '')`, [secret, id]],
    reject: [`withdrawal.decide_withdrawal($1, $2, 'reject', 'name-differs')`, [secret, id]],
    send: ['withdrawal.send_withdrawal($1, $2, $3)', [secret, id, `payment ${id}`]],
    complete: ['withdrawal.complete_withdrawal($1, $2)', [secret, id]],
    fail: ['withdrawal.fail_withdrawal($1, $2, $3)', [secret, id, 'The bank returned it.']],
  }
  const [call, values] = calls[act.kind]
  const attempt = () =>
    app.query<{ state: string }>(`select ${call} as state`, values).then(
      ({ rows }) => rows[0]?.state ?? 'nothing',
      (error: { code?: string }) => error.code ?? String(error),
    )
  let answer = await attempt()
  if (act.kind !== 'approve' && act.kind !== 'fail') return answer
  // It needs two operators, perhaps since another approved it meanwhile. What is signed says which of the two decides,
  // so it is signed again where another one was faster.
  for (let signed = 0; answer === 'CO005' && signed < 3; signed += 1) {
    await confirmAct({ owner, app }, secret, { act: `withdrawal.${act.kind}`, id })
    answer = await attempt()
  }
  return answer
}

const asked = (customers: number) =>
  fc.record<Asked>({
    customer: fc.integer({ min: 1, max: customers }),
    asset: fc.constantFrom('USD', 'USDT'),
    units: fc.oneof(
      { weight: 6, arbitrary: fc.bigInt(1_000n, 60_000n).map((cents) => cents * 10_000n) },
      { weight: 1, arbitrary: fc.bigInt(60_000n, 1_100_000n).map((cents) => cents * 10_000n) },
      { weight: 1, arbitrary: fc.bigInt(-1n, 400_000_001n) },
    ),
  })
const operator = fc.constantFrom(...withdrawalOperators)
const act: fc.Arbitrary<WithdrawalAct> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' } as const) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'send', 'send', 'complete', 'complete', 'fail'),
      operator,
    }),
  },
)

/** Withdrawals in a history. */
export const withdrawalCommands = (customers: number): fc.Arbitrary<LedgerCommand>[] => [
  fc.tuple(asked(customers), fc.constantFrom(1, 1, 1, 4)).map((args) => withdrawTimes(...args)),
  fc.tuple(picks, fc.boolean()).map((args) => repeatWithdrawal(...args)),
  fc.tuple(picks, act).map((args) => actOn(...args)),
  picks.map(advance),
  picks.map(advance),
  fc.tuple(picks, fc.array(act, { minLength: 2, maxLength: 4 })).map((args) => actAtOnce(...args)),
]
