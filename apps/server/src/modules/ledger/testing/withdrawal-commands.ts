import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Asset } from '@candor/money'
import fc from 'fast-check'
import type { Pool } from 'pg'
import type { LedgerCommand, Real } from './ledger-comparison.ts'
import { compare } from './ledger-comparison.ts'
import type { LedgerModel } from './ledger-model.ts'
import { WithdrawalModel } from './withdrawal-model.ts'
import type { WithdrawalAct } from './withdrawal-model.ts'

const secrets = ['a'.repeat(43), 'b'.repeat(43)] as const

/** Prepares customers 1 to `customers` for withdrawing, and opens two operator sessions that outlast any history. */
export async function setUpWithdrawals(owner: Pool, customers: number): Promise<void> {
  await owner.query('select payout.open_sandbox()')
  await owner.query(
    `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, kyc_state, lang,
      created_ms) overriding system value
     select n, (10000000 + n)::text, n || '@example.com', '$argon2id$', 'A' || lpad(n::text, 5, '0'), 'verified', 'en',
       0 from generate_series(1, $1::integer) as n`,
    [customers],
  )
  // Customer n has the bank card 2n - 1 and the wallet address 2n.
  await owner.query(
    `insert into payout.method (customer_id, request_id, kind, shown, sealed, fingerprint, added_ms)
     select n, gen_random_uuid(), kind, '{}', decode(repeat('00', 40), 'hex'),
       sha256(convert_to(n || kind::text, 'UTF8')), 0
     from generate_series(1, $1::integer) as n cross join unnest(enum_range(null::payout.method_kind)) as kind
       order by n, kind`,
    [customers],
  )
  for (const [index, secret] of secrets.entries())
    await owner.query(
      `with added as (
         select operator.add_account($1, '{payments}', decode(repeat('00', 16), 'hex'),
           decode(repeat('00', 32), 'hex'), decode(repeat('00', 20), 'hex'), false, false) as id
       ) insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms)
         select id, sha256(convert_to($2, 'UTF8')), '', '', 9000000000000, 9000000000000 from added`,
      [`operator-${index}`, secret],
    )
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
class Withdraw implements LedgerCommand {
  readonly asked: Asked
  readonly times: number
  constructor(asked: Asked, times: number) {
    this.asked = asked
    this.times = times
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const { app } = real.world
    const { customer, asset, units } = this.asked
    const customerId = BigInt(customer)
    const quoted = await quote(app, this.asked)
    equal(quoted.refusal, model.withdrawals.judge(customerId, asset, units))
    if (quoted.quote_id !== null) {
      const quoteId = quoted.quote_id
      const requestId = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: this.times }, () => request(app, customerId, requestId, quoteId)),
      )
      const outcomes = answers.map(({ outcome }) => outcome).toSorted()
      deepEqual(outcomes, [...Array.from({ length: this.times - 1 }, () => 'repeated'), 'requested'])
      const ids = new Set(answers.map(({ id }) => id))
      const [id = null] = ids
      if (id === null || ids.size !== 1) throw new Error('a withdrawal has not one number')
      model.withdrawals.open({ customerId, asset, units, requestId, quoteId, id })
    }
    await compare(model, real)
  }
  toString = () => `withdraw ${fc.stringify(this.asked)} ${this.times} times`
}

/** Sends a request again, as it was or with another quote. */
class Repeat implements LedgerCommand {
  readonly pick: number
  readonly isChanged: boolean
  constructor(pick: number, isChanged: boolean) {
    this.pick = pick
    this.isChanged = isChanged
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const past = picked(model.withdrawals, this.pick)
    if (past === undefined) return
    const quoteId = this.isChanged ? randomUUID() : past.quoteId
    const { outcome } = await request(real.world.app, past.customerId, past.requestId, quoteId)
    equal(outcome, model.withdrawals.repeat(past.requestId, quoteId))
    await compare(model, real)
  }
  toString = () => `repeat withdrawal ${this.pick}${this.isChanged ? ' with another quote' : ''}`
}

/** One act of an operator or customer. */
class Act implements LedgerCommand {
  readonly pick: number
  readonly act: WithdrawalAct
  constructor(pick: number, act: WithdrawalAct) {
    this.pick = pick
    this.act = act
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const withdrawal = picked(model.withdrawals, this.pick)
    if (withdrawal === undefined) return
    const answer = await answerTo(real.world.app, withdrawal, this.act)
    equal(answer, model.withdrawals.act(withdrawal, this.act))
    await compare(model, real)
  }
  toString = () => `${fc.stringify(this.act)} of withdrawal ${this.pick}`
}

/** The correct next step of an open withdrawal, as experienced operators take it. */
class Advance implements LedgerCommand {
  readonly pick: number
  constructor(pick: number) {
    this.pick = pick
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const open = model.withdrawals.all.filter(({ state }) => ['under-review', 'approved', 'sent'].includes(state))
    const withdrawal = open[this.pick % Math.max(open.length, 1)]
    if (withdrawal === undefined) return
    const kind = withdrawal.state === 'under-review' ? 'approve' : withdrawal.state === 'approved' ? 'send' : 'complete'
    const next: WithdrawalAct = { kind, operator: withdrawal.approvers[0] === 0 ? 1 : 0 }
    equal(await answerTo(real.world.app, withdrawal, next), model.withdrawals.act(withdrawal, next))
    await compare(model, real)
  }
  toString = () => `advance open withdrawal ${this.pick}`
}

/** Several acts at once: the results are those of some sequence. */
class ActAtOnce implements LedgerCommand {
  readonly pick: number
  readonly acts: readonly WithdrawalAct[]
  constructor(pick: number, acts: readonly WithdrawalAct[]) {
    this.pick = pick
    this.acts = acts
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const withdrawal = picked(model.withdrawals, this.pick)
    if (withdrawal === undefined) return
    const answers = await Promise.all(this.acts.map((act) => answerTo(real.world.app, withdrawal, act)))
    const order = ordersOf(this.acts.length).find((places) => {
      const trial = structuredClone(withdrawal)
      const dry = new WithdrawalModel(structuredClone(model.customers), model.withdrawals.freezes)
      return places.every((place) => {
        const act = this.acts[place]
        return act !== undefined && dry.act(trial, act) === answers[place]
      })
    })
    if (order === undefined) throw new Error(`no order of ${fc.stringify(this.acts)} gives ${fc.stringify(answers)}`)
    for (const place of order) {
      const act = this.acts[place]
      if (act !== undefined) model.withdrawals.act(withdrawal, act)
    }
    await compare(model, real)
  }
  toString = () => `${fc.stringify(this.acts)} of withdrawal ${this.pick} at once`
}

/** All permutations of `count` positions. */
function ordersOf(count: number): number[][] {
  if (count === 0) return [[]]
  return ordersOf(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => [...order.slice(0, at), count - 1, ...order.slice(at)]),
  )
}

const picked = (withdrawals: WithdrawalModel, pick: number) =>
  withdrawals.all[pick % Math.max(withdrawals.all.length, 1)]

/** The state returned by a ledger function, or the code that it raises. */
async function answerTo(
  pool: Pool,
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
  return pool.query<{ state: string }>(`select ${call} as state`, values).then(
    ({ rows }) => rows[0]?.state ?? 'nothing',
    (error: { code?: string }) => error.code ?? String(error),
  )
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
const operator = fc.constantFrom<0 | 1>(0, 1)
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
const pick = fc.nat({ max: 999 })

/** Withdrawals in a history. */
export const withdrawalCommands = (customers: number): fc.Arbitrary<LedgerCommand>[] => [
  fc.tuple(asked(customers), fc.constantFrom(1, 1, 1, 4)).map((args) => new Withdraw(...args)),
  fc.tuple(pick, fc.boolean()).map((args) => new Repeat(...args)),
  fc.tuple(pick, act).map((args) => new Act(...args)),
  pick.map((place) => new Advance(place)),
  pick.map((place) => new Advance(place)),
  fc.tuple(pick, fc.array(act, { minLength: 2, maxLength: 4 })).map((args) => new ActAtOnce(...args)),
]
