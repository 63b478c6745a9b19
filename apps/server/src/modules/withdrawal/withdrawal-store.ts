import type { WithdrawalState } from '@candor/api'
import { amount } from '@candor/money'
import type { Amount, Asset } from '@candor/money'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import type * as payout from '../../../database/rows/payout.ts'
import type * as withdrawal from '../../../database/rows/withdrawal.ts'
import { knownName } from '../../platform/known-name.ts'
import { onlyRow } from '../../platform/only-row.ts'
import type { OwnRecordsWanted } from '../../platform/page.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import { amountOf, assetCode, assetOf, queryBooking } from '../ledger/index.ts'
import { shownDestination } from '../payout/index.ts'
import type { WithdrawalRecord } from './withdrawal.ts'

/** Refusals that the ledger decides for a quote or a request. */
const judgedRefusals = [
  'account-disabled',
  'withdrawal-failed',
  'not-found',
  'bank-card-error',
  'wrong-withdrawal-address',
  'wrong-amount',
  'insufficient-account-balance',
  'cooling-down',
] as const
export type JudgedRefusal = (typeof judgedRefusals)[number]

/** The ledger's offer for a withdrawal, or the reason for its refusal. */
export type Offer =
  | {
      readonly outcome: 'offered'
      readonly quoteId: string
      readonly fee: Amount
      readonly minimum: Amount
      readonly dailyLeft: Amount
      readonly approvalsNeeded: number
      readonly twoPersonThreshold: Amount
      readonly reviewWithinMs: number
      readonly arrivalWithinMs: number
      readonly quotedMs: number
      readonly expiresMs: number
    }
  | {
      readonly outcome: 'refused'
      readonly refusal: JudgedRefusal
      readonly minimum: Amount
      readonly dailyLeft: Amount
      readonly untilMs: number | null
    }

type OfferRow = Known<
  withdrawal.WithdrawalOfferRow,
  | 'fee'
  | 'minimum'
  | 'daily_left'
  | 'approvals_needed'
  | 'two_person_threshold'
  | 'review_ms'
  | 'arrival_ms'
  | 'quoted_ms'
  | 'expires_ms'
>

/** Quotes a withdrawal; replaces the previous quote of the same asset. */
export async function quoteWithdrawal(
  pool: Pool,
  wanted: { customerId: bigint; amount: Amount; methodId: bigint },
): Promise<Offer> {
  const { rows } = await pool.query<OfferRow>('select * from withdrawal.quote_withdrawal($1, $2, $3, $4)', [
    wanted.customerId,
    assetCode(wanted.amount.asset),
    wanted.amount.units,
    wanted.methodId,
  ])
  const row = onlyRow(rows, 'withdrawal.quote_withdrawal')
  const { asset } = wanted.amount
  const figures = { minimum: amount(asset, row.minimum), dailyLeft: amount(asset, row.daily_left) }
  if (row.refusal !== null)
    return { outcome: 'refused', refusal: judged(row.refusal), ...figures, untilMs: numberOrNull(row.until_ms) }
  if (row.quote_id === null) throw new Error('a quote has no id')
  return {
    outcome: 'offered',
    quoteId: row.quote_id,
    fee: amount(asset, row.fee),
    ...figures,
    approvalsNeeded: row.approvals_needed,
    twoPersonThreshold: amount(asset, row.two_person_threshold),
    reviewWithinMs: Number(row.review_ms),
    arrivalWithinMs: Number(row.arrival_ms),
    quotedMs: Number(row.quoted_ms),
    expiresMs: Number(row.expires_ms),
  }
}

/** The values bound by a quote. */
export interface QuotedTerms {
  readonly amount: Amount
  readonly fee: Amount
  readonly methodId: bigint
  /** From this amount on two operators approve, and an authenticator's code is asked. */
  readonly twoPersonThreshold: Amount
  /** A withdrawal was made of it. */
  readonly isUsed: boolean
}

/** The terms of this customer's quote, open or used; null when the id is unknown. */
export async function readQuote(pool: Pool, customerId: bigint, quoteId: string): Promise<QuotedTerms | null> {
  const { rows } = await pool.query<
    Pick<withdrawal.WithdrawalQuoteRow, 'asset' | 'amount' | 'method_id'> &
      Pick<withdrawal.WithdrawalTermsRow, 'fee' | 'two_person_threshold'> & { readonly is_used: boolean }
  >(
    `select q.asset, q.amount, t.fee, q.method_id, t.two_person_threshold, false as is_used
       from withdrawal.withdrawal_quote as q
       join withdrawal.withdrawal_terms as t on t.version = q.terms_version where q.customer_id = $1 and q.quote_id = $2
     union all select asset, amount, fee, method_id, two_person_threshold, true from withdrawal.withdrawal
       where customer_id = $1 and quote_id = $2`,
    [customerId, quoteId],
  )
  const [row] = rows
  if (row === undefined) return null
  const asset = assetOf(row.asset)
  return {
    amount: amount(asset, row.amount),
    fee: amount(asset, row.fee),
    methodId: row.method_id,
    twoPersonThreshold: amount(asset, row.two_person_threshold),
    isUsed: row.is_used,
  }
}

/** The ledger's result for a request. */
export type Requested =
  | { readonly outcome: 'requested' | 'repeated'; readonly withdrawalId: bigint }
  | { readonly outcome: JudgedRefusal | 'quote-changed' | 'conflict'; readonly untilMs: number | null }

/**
 * Holds a quoted amount. Throws OutcomeUnknownError when the response was lost, and LedgerHaltedError when the books
 * are halted.
 */
export async function requestWithdrawal(
  pool: Pool,
  wanted: { customerId: bigint; requestId: string; quoteId: string },
): Promise<Requested> {
  const row = await book<Known<withdrawal.WithdrawalAnswerRow, 'outcome'>>(
    pool,
    'select * from withdrawal.request_withdrawal($1, $2, $3)',
    [wanted.customerId, wanted.requestId, wanted.quoteId],
  )
  const { outcome, withdrawal_id: withdrawalId } = row
  if (outcome === 'requested' || outcome === 'repeated') {
    if (withdrawalId === null) throw new Error(`a withdrawal is ${outcome} without a number`)
    return { outcome, withdrawalId }
  }
  const untilMs = numberOrNull(row.until_ms)
  if (outcome === 'quote-changed' || outcome === 'conflict') return { outcome, untilMs }
  return { outcome: judged(outcome), untilMs }
}

/**
 * Cancels a withdrawal. Returns its state: `cancelled` on success, `conflict` when the request cancelled another one,
 * or `not-found`. Throws like requestWithdrawal.
 */
export async function cancelWithdrawal(
  pool: Pool,
  wanted: { customerId: bigint; requestId: string; withdrawalId: bigint },
): Promise<WithdrawalState | 'conflict' | 'not-found'> {
  const { customerId, requestId, withdrawalId } = wanted
  const row = await book<{ answer: WithdrawalState | 'conflict' | 'not-found' }>(
    pool,
    'select withdrawal.cancel_withdrawal($1, $2, $3) as answer',
    [customerId, requestId, withdrawalId],
  )
  return row.answer
}

/** Runs one statement that books and returns its one row. */
async function book<Row extends object>(pool: Pool, text: string, values: unknown[]): Promise<Row> {
  return onlyRow(await queryBooking<Row>(pool, { text, values }), 'the ledger')
}

type WithdrawalRow = Pick<
  withdrawal.WithdrawalRow,
  | 'withdrawal_id'
  | 'customer_id'
  | 'asset'
  | 'amount'
  | 'fee'
  | 'method_id'
  | 'state'
  | 'reason'
  | 'reference'
  | 'approvals_needed'
  | 'two_person_threshold'
  | 'created_ms'
  | 'review_due_ms'
  | 'approved_ms'
  | 'sending_due_ms'
  | 'arrival_due_ms'
  | 'sent_ms'
  | 'ended_ms'
> &
  Pick<payout.MethodRow, 'shown'> &
  Pick<withdrawal.WithdrawalTermsRow, 'sending_ms' | 'arrival_ms'> & { readonly approvals_ms: bigint[] }

/** The columns of a withdrawal, of those that `chosen` chooses. */
const selectWithdrawals = (chosen: string) => `
  select w.withdrawal_id, w.customer_id, w.asset, w.amount, w.fee, w.method_id, m.shown, w.state, w.reason,
    w.reference, w.approvals_needed,
    array(select at_ms from withdrawal.withdrawal_approval as a where a.withdrawal_id = w.withdrawal_id order by at_ms,
      operator_id) as approvals_ms,
    w.two_person_threshold, t.sending_ms, t.arrival_ms, w.created_ms, w.review_due_ms, w.approved_ms, w.sending_due_ms, w.arrival_due_ms,
    w.sent_ms, w.ended_ms
  from (${chosen}) as w
  join withdrawal.withdrawal_terms as t on t.version = w.terms_version
  join payout.method as m using (method_id)`

/** A withdrawal by its number, or null. */
export async function readWithdrawal(pool: Pool, withdrawalId: bigint): Promise<WithdrawalRecord | null> {
  const { rows } = await pool.query<WithdrawalRow>(
    selectWithdrawals('select * from withdrawal.withdrawal where withdrawal_id = $1'),
    [withdrawalId],
  )
  const [row] = rows
  return row === undefined ? null : recordOf(row)
}

/** Withdrawals of a customer below `before`, newest first. */
export async function listWithdrawals(
  pool: Pool,
  wanted: OwnRecordsWanted<WithdrawalState>,
): Promise<WithdrawalRecord[]> {
  const { rows } = await pool.query<WithdrawalRow>(
    `${selectWithdrawals(`select * from withdrawal.withdrawal where customer_id = $1 and ($2::bigint is null or withdrawal_id < $2)
       and ($3::withdrawal.withdrawal_state is null or state = $3) order by withdrawal_id desc limit $4`)}
     order by w.withdrawal_id desc`,
    [wanted.customerId, wanted.before, wanted.state, wanted.limit],
  )
  return rows.map(recordOf)
}

/** Withdrawals that await an operator, earliest promise first. */
export async function listOpenWithdrawals(
  pool: Pool,
  wanted: { state: WithdrawalState | null; limit: number },
): Promise<WithdrawalRecord[]> {
  const { rows } = await pool.query<WithdrawalRow>({
    name: 'open-withdrawals',
    text: `${selectWithdrawals(`select * from withdrawal.withdrawal where state in ('under-review', 'approved', 'sent')
       and ($1::withdrawal.withdrawal_state is null or state = $1) order by created_ms, withdrawal_id limit $2`)}
     order by coalesce(case w.state when 'approved' then w.sending_due_ms when 'sent' then w.arrival_due_ms end,
       w.review_due_ms), w.withdrawal_id`,
    values: [wanted.state, wanted.limit],
  })
  return rows.map(recordOf)
}

/** Withdrawals that have ended, below an id, the newest request first. */
export async function listEndedWithdrawals(
  pool: Pool,
  wanted: { state: WithdrawalState | null; belowId: bigint | null; limit: number },
): Promise<WithdrawalRecord[]> {
  const { rows } = await pool.query<WithdrawalRow>(
    `${selectWithdrawals(`select * from withdrawal.withdrawal
       where state not in ('under-review', 'approved', 'sent') and ($1::withdrawal.withdrawal_state is null or state = $1)
         and withdrawal_id < coalesce($2::bigint, 9223372036854775807) order by withdrawal_id desc limit $3`)}
     order by w.withdrawal_id desc`,
    [wanted.state, wanted.belowId, wanted.limit],
  )
  return rows.map(recordOf)
}

/** The least that may be withdrawn of an asset, and the fee of each withdrawal of it. */
export interface WithdrawalPrice {
  readonly minimum: Amount
  readonly fee: Amount
}

/** The newest minimum and fee of each asset. */
export async function readPrices(pool: Pool): Promise<ReadonlyMap<Asset, WithdrawalPrice>> {
  const { rows } = await pool.query<Pick<withdrawal.WithdrawalTermsRow, 'asset' | 'minimum' | 'fee'>>(
    'select distinct on (asset) asset, minimum, fee from withdrawal.withdrawal_terms order by asset, version desc',
  )
  const prices = rows.map((row) => ({ minimum: amountOf(row.asset, row.minimum), fee: amountOf(row.asset, row.fee) }))
  return new Map(prices.map((price) => [price.minimum.asset, price]))
}

/** Notices overdue promises, each once. Returns the number of new ones. */
export async function noticeOverdue(pool: Pool): Promise<number> {
  return Number(await callRoutine<bigint>(pool, 'withdrawal.notice_overdue_withdrawals'))
}

/** How many withdrawals wait for longer than was promised. */
export async function countOverdue(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ overdue: bigint }>(
    `select count(*) as overdue from withdrawal.withdrawal as w cross join lateral withdrawal.withdrawal_due(w) as due
     where w.state in ('under-review', 'approved', 'sent') and due.due_ms < clock.now_ms()`,
  )
  return Number(rows[0]?.overdue ?? 0n)
}

function recordOf(row: WithdrawalRow): WithdrawalRecord {
  const asset = assetOf(row.asset)
  return {
    withdrawalId: row.withdrawal_id,
    customerId: row.customer_id,
    amount: amount(asset, row.amount),
    fee: amount(asset, row.fee),
    methodId: row.method_id,
    destination: z.parse(shownDestination, row.shown),
    state: row.state,
    reason: row.reason,
    reference: row.reference,
    approvalsNeeded: row.approvals_needed,
    approvalsMs: row.approvals_ms.map(Number),
    twoPersonThreshold: amount(asset, row.two_person_threshold),
    sendingWithinMs: Number(row.sending_ms),
    arrivalWithinMs: Number(row.arrival_ms),
    createdMs: Number(row.created_ms),
    reviewDueMs: Number(row.review_due_ms),
    approvedMs: numberOrNull(row.approved_ms),
    sendingDueMs: numberOrNull(row.sending_due_ms),
    arrivalDueMs: numberOrNull(row.arrival_due_ms),
    sentMs: numberOrNull(row.sent_ms),
    endedMs: numberOrNull(row.ended_ms),
  }
}

function judged(refusal: string): JudgedRefusal {
  return knownName(judgedRefusals, refusal, 'refusal of a withdrawal')
}
