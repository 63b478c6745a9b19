import type { Pool, PoolClient } from 'pg'
import type { KycReason, KycSide } from '@candor/api'
import type { kycStage } from '@candor/api/operator'
import type * as z from 'zod/mini'
import type * as identity from '../../../database/rows/identity.ts'
import type * as kyc from '../../../database/rows/kyc.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { callRoutine, operatorRoutine } from '../../platform/postgres/routine.ts'
import type { Verdict } from '../../platform/verdict.ts'
import type { Resubmit, SubmissionRecord, ViewReason } from './kyc.ts'

export type Stage = z.output<typeof kycStage>

/** A submission that waits, as one operator may see it. */
export interface QueuedCase {
  readonly submissionId: bigint
  readonly stage: Stage
  readonly hasDecided: boolean
  readonly mayDecide: boolean
}

/** Waiting cases, the nearest promise first; only one submission when its id is given. Fails with CO001 and CO002. */
export async function readQueue(
  pool: Pool,
  secret: string,
  { limit, submissionId = null }: { limit: number; submissionId?: bigint | null },
): Promise<QueuedCase[]> {
  const { rows } = await pool.query<
    Known<kyc.QueueResult, 'submission_id' | 'has_decided' | 'may_decide'> & { readonly stage: Stage }
  >('select * from kyc.queue($1, $2, $3)', [secret, limit, submissionId])
  return rows.map((row) => ({
    submissionId: row.submission_id,
    stage: row.stage,
    hasDecided: row.has_decided,
    mayDecide: row.may_decide,
  }))
}

/** Reviews and appeals that wait, the longest first, and since when. */
export async function readWaiting(
  pool: Pool,
  limit: number,
): Promise<{ submissionId: bigint; sinceMs: number; isForThird: boolean }[]> {
  const { rows } = await pool.query<
    Pick<kyc.SubmissionRow, 'submission_id'> & {
      readonly since_ms: bigint
      readonly is_appeal: boolean
    }
  >({
    name: 'reviews-since',
    text: `select s.submission_id, s.promised_ms - r.promise_ms as since_ms, s.round = 2 as is_appeal
     from kyc.submission as s cross join kyc.rule as r where s.state = 'under-review' order by s.promised_ms limit $1`,
    values: [limit],
  })
  return rows.map((row) => ({
    submissionId: row.submission_id,
    sinceMs: Number(row.since_ms),
    isForThird: row.is_appeal,
  }))
}

/** An operator's decision. */
export interface DecisionRecord {
  readonly operatorId: bigint
  readonly operatorName: string
  readonly round: number
  readonly verdict: Verdict
  readonly resubmit: Resubmit | null
  readonly reasons: unknown
  readonly note: string
  readonly decidedMs: number
}

/** The decisions visible to the caller. Fails with CO001 and CO002. */
export async function readDecisions(pool: Pool, secret: string, submissionId: bigint): Promise<DecisionRecord[]> {
  const { rows } = await pool.query<
    Known<kyc.DecisionsResult, 'operator_id' | 'name' | 'round' | 'note' | 'decided_ms'> & {
      readonly verdict: Verdict
      readonly resubmit: Resubmit | null
    }
  >('select * from kyc.decisions($1, $2)', [secret, submissionId])
  return rows.map((row) => ({
    operatorId: row.operator_id,
    operatorName: row.name,
    round: row.round,
    verdict: row.verdict,
    resubmit: row.resubmit,
    reasons: row.reasons,
    note: row.note,
    decidedMs: Number(row.decided_ms),
  }))
}

/**
 * Opens a photo on the operator's behalf: the view is recorded in the same statement. Null when it no longer exists.
 */
export const openPhoto = operatorRoutine<{ submissionId: bigint; side: KycSide; reason: ViewReason }, string | null>(
  'kyc.open_photo',
  ({ submissionId, side, reason }) => [submissionId, side, reason],
)

/** An operator's decision request. */
export interface WantedDecision {
  readonly submissionId: bigint
  readonly verdict: Verdict
  readonly resubmit: Resubmit | null
  readonly reasons: readonly KycReason[]
  readonly note: string
}

/** What a decision led to. */
export interface Decided {
  readonly outcome: 'recorded' | 'verified' | 'rejected'
  readonly customerId: bigint
  readonly numberHash: Buffer
}

/**
 * Records a decision and, where it was the last one, its outcome. A number that is taken in another cell rejects what
 * would be verified. Fails with CO001 to CO004.
 */
export async function decide(
  pool: Pool | PoolClient,
  secret: string,
  wanted: WantedDecision,
  isNumberTaken = false,
): Promise<Decided> {
  const { rows } = await pool.query<
    Known<kyc.DecideResult, 'customer_id' | 'number_hash'> & { readonly outcome: Decided['outcome'] }
  >('select * from kyc.decide($1, $2, $3, $4, $5, $6, $7)', [
    secret,
    wanted.submissionId,
    wanted.verdict,
    wanted.resubmit,
    JSON.stringify(wanted.reasons),
    wanted.note,
    isNumberTaken,
  ])
  const [row] = rows
  if (row === undefined) throw new Error('a decision had no outcome')
  return { outcome: row.outcome, customerId: row.customer_id, numberHash: row.number_hash }
}

/** Until when a customer's withdrawals wait; 0 where they do not. */
export async function withdrawalsHeldUntilMs(client: PoolClient, customerId: bigint): Promise<number> {
  return Number(await callRoutine<bigint>(client, 'security.withdrawals_held_until_ms', customerId))
}

/** The account numbers and registration times of customers, by id. */
export async function readAccounts(
  pool: Pool,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, { readonly account: string; readonly registeredMs: number }>> {
  const { rows } = await pool.query<Pick<identity.CustomerRow, 'customer_id' | 'public_id' | 'created_ms'>>(
    'select customer_id, public_id, created_ms from identity.customer where customer_id = any($1::bigint[])',
    [customerIds],
  )
  return new Map(rows.map((row) => [row.customer_id, { account: row.public_id, registeredMs: Number(row.created_ms) }]))
}

/** The measurements of a submission's photos. */
export async function readPhotos(pool: Pool, submissionId: bigint) {
  const { rows } = await pool.query<
    Pick<kyc.PhotoRow, 'side' | 'width_px' | 'height_px' | 'sharpness' | 'glare' | 'destroyed_ms'>
  >(
    `select side, width_px, height_px, sharpness, glare, destroyed_ms from kyc.photo where submission_id = $1
     order by side desc`,
    [submissionId],
  )
  return rows.map((row) => ({
    side: row.side,
    widthPx: row.width_px,
    heightPx: row.height_px,
    sharpness: row.sharpness,
    glare: row.glare,
    isDestroyed: row.destroyed_ms !== null,
  }))
}

/** Excluded or disabled customers who sent the same name and birth date, whatever the document. */
export async function readSamePerson(
  pool: Pool,
  submissionId: bigint,
): Promise<{ account: string; isDisabled: boolean; excludedUntilMs: number | null }[]> {
  const { rows } = await pool.query<
    Pick<identity.CustomerRow, 'public_id' | 'state'> & { readonly until_ms: bigint | null }
  >(
    `select distinct c.public_id, c.state, e.until_ms
     from kyc.submission as own
     join kyc.submission as other on other.person_hash = own.person_hash and other.customer_id <> own.customer_id
     join identity.customer as c on c.customer_id = other.customer_id
     left join security.exclusion as e on e.customer_id = c.customer_id and e.until_ms > clock.now_ms()
     where own.submission_id = $1 and (c.state = 0 or e.customer_id is not null) order by c.public_id limit 20`,
    [submissionId],
  )
  return rows.map((row) => ({
    account: row.public_id,
    isDisabled: row.state === 0,
    excludedUntilMs: numberOrNull(row.until_ms),
  }))
}

/** Other accounts that sent the same number, with the state of their newest such submission. */
export async function readSameNumber(
  pool: Pool,
  submissionId: bigint,
): Promise<{ account: string; state: SubmissionRecord['state'] }[]> {
  const { rows } = await pool.query<Pick<identity.CustomerRow, 'public_id'> & Pick<kyc.SubmissionRow, 'state'>>(
    `select distinct on (other.customer_id) c.public_id, other.state
     from kyc.submission as own
     join kyc.submission as other on other.number_hash = own.number_hash and other.customer_id <> own.customer_id
     join identity.customer as c on c.customer_id = other.customer_id
     where own.submission_id = $1 order by other.customer_id, other.submission_id desc limit 20`,
    [submissionId],
  )
  return rows.map((row) => ({ account: row.public_id, state: row.state }))
}
