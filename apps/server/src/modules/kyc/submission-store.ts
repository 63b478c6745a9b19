import type { Pool } from 'pg'
import type { KycCountry, KycDocumentType } from '@candor/api'
import type * as identity from '../../../database/rows/identity.ts'
import type * as kyc from '../../../database/rows/kyc.ts'
import type * as operator from '../../../database/rows/operator.ts'
import { onlyRow } from '../../platform/only-row.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import type { StoredPhoto, SubmissionRecord, ViewReason } from './kyc.ts'

/** A submission before its photos are checked. */
export interface Claim {
  readonly customerId: bigint
  readonly requestId: string
  readonly fingerprint: Buffer
  readonly numberHash: Buffer
}

/** The database's result for a submission. */
export type SubmissionOutcome =
  | 'submitted'
  | 'repeat'
  | 'conflict'
  | 'under-review'
  | 'wait-for-review'
  | 'already-approved'
  | 'id-number-taken'
  | 'submission-failed'

/** The result that a submission would get now. */
export async function checkSubmission(
  pool: Pool,
  { customerId, requestId, fingerprint, numberHash }: Claim,
): Promise<Exclude<SubmissionOutcome, 'submitted'> | 'may-submit'> {
  return callRoutine(pool, 'kyc.check_submission', customerId, requestId, fingerprint, numberHash)
}

/** A submission whose photos are in the vault. */
export interface StoredClaim extends Claim {
  readonly country: KycCountry
  readonly documentType: KycDocumentType
  readonly detailsSealed: Buffer
}

/** The values that `kyc.submit` and `kyc.recover` begin with. */
export function claimValues(claim: StoredClaim): unknown[] {
  const { customerId, requestId, fingerprint, country, documentType, detailsSealed, numberHash } = claim
  return [customerId, requestId, fingerprint, country, documentType, detailsSealed, numberHash]
}

/** Submits photos that are in the vault. */
export async function submit(
  pool: Pool,
  claim: StoredClaim & {
    /** Of name and birth date: recognises a person whatever the document. */
    readonly personHash: Buffer
  },
  photos: readonly StoredPhoto[],
): Promise<SubmissionOutcome> {
  return callRoutine(pool, 'kyc.submit', ...claimValues(claim), claim.personHash, JSON.stringify(photos))
}

export async function appeal(
  pool: Pool,
  { customerId, requestId, appealSealed }: { customerId: bigint; requestId: string; appealSealed: Buffer },
): Promise<'appealed' | 'repeat' | 'not-allowed'> {
  return callRoutine(pool, 'kyc.appeal', customerId, requestId, appealSealed)
}

type SubmissionRow = Pick<
  kyc.SubmissionRow,
  | 'submission_id'
  | 'customer_id'
  | 'request_id'
  | 'country'
  | 'document_type'
  | 'details_sealed'
  | 'appeal_sealed'
  | 'state'
  | 'resubmit'
  | 'reasons'
  | 'round'
  | 'sent_ms'
  | 'promised_ms'
  | 'first_checked_ms'
  | 'decided_ms'
  | 'acknowledged_ms'
  | 'recovery_email'
> & {
  readonly country: KycCountry
  readonly photos_until_ms: bigint | null
  readonly photos_destroyed_ms: bigint | null
}

const selectSubmissions = `
  select s.submission_id, s.customer_id, s.request_id, s.country, s.document_type, s.details_sealed, s.appeal_sealed,
    s.state, s.resubmit,
    s.reasons, s.round, s.sent_ms, s.promised_ms, s.first_checked_ms, s.decided_ms, s.acknowledged_ms,
    s.recovery_email, s.decided_ms + r.retention_ms as photos_until_ms,
    (select max(p.destroyed_ms) from kyc.photo as p where p.submission_id = s.submission_id) as photos_destroyed_ms
  from kyc.submission as s cross join kyc.rule as r`

/** The customer's state, the newest submission, and how long a review is promised to take at most. */
export async function readState(
  pool: Pool,
  customerId: bigint,
): Promise<{ state: 'none' | SubmissionRecord['state']; promiseMs: number; newest: SubmissionRecord | null }> {
  const [customer, newest] = await Promise.all([
    pool.query<Pick<identity.CustomerRow, 'kyc_state'> & Pick<kyc.RuleRow, 'promise_ms'>>(
      'select kyc_state, promise_ms from identity.customer cross join kyc.rule where customer_id = $1',
      [customerId],
    ),
    readNewestSubmission(pool, customerId),
  ])
  const { kyc_state: state, promise_ms: promiseMs } = onlyRow(customer.rows, 'the customer')
  return { state, promiseMs: Number(promiseMs), newest }
}

/** The country in which a customer was verified, by two letters; null for one who is not. */
export async function readVerifiedCountry(pool: Pool, customerId: bigint): Promise<string | null> {
  const { rows } = await pool.query<Pick<kyc.SubmissionRow, 'country'>>({
    name: 'kyc-verified-country',
    text: `select country from kyc.submission
      where customer_id = $1 and state = 'verified' and recovery_email is null order by submission_id desc limit 1`,
    values: [customerId],
  })
  return rows[0]?.country ?? null
}

/** The newest identity check of a customer, recoveries excluded. */
export async function readNewestSubmission(pool: Pool, customerId: bigint): Promise<SubmissionRecord | null> {
  const { rows } = await pool.query<SubmissionRow>(
    `${selectSubmissions} where s.customer_id = $1 and s.recovery_email is null order by s.submission_id desc limit 1`,
    [customerId],
  )
  return rows[0] === undefined ? null : recordOf(rows[0])
}

/** The submissions with these ids, in no particular order. */
export async function readSubmissions(pool: Pool, submissionIds: readonly bigint[]): Promise<SubmissionRecord[]> {
  const { rows } = await pool.query<SubmissionRow>(`${selectSubmissions} where s.submission_id = any($1::bigint[])`, [
    submissionIds,
  ])
  return rows.map(recordOf)
}

/** Submissions that were decided, below an id, the newest first. */
export async function readDecidedSubmissions(
  pool: Pool,
  belowId: bigint | null,
  limit: number,
): Promise<SubmissionRecord[]> {
  const { rows } = await pool.query<SubmissionRow>(
    `${selectSubmissions} where s.state in ('verified', 'rejected')
       and s.submission_id < coalesce($1::bigint, 9223372036854775807) order by s.submission_id desc limit $2`,
    [belowId, limit],
  )
  return rows.map(recordOf)
}

/** All submissions of a customer, the newest first. */
export async function readSubmissionsOf(pool: Pool, customerId: bigint): Promise<SubmissionRecord[]> {
  const { rows } = await pool.query<SubmissionRow>(
    `${selectSubmissions} where s.customer_id = $1 order by s.submission_id desc limit 50`,
    [customerId],
  )
  return rows.map(recordOf)
}

/** Marks the newest submission, if it was decided so, as acknowledged. */
export async function acknowledge(pool: Pool, customerId: bigint, state: 'verified' | 'rejected'): Promise<void> {
  await pool.query(
    `update kyc.submission set acknowledged_ms = clock.now_ms()
     where acknowledged_ms is null and state = $2
       and submission_id = (select max(submission_id) from kyc.submission where customer_id = $1
         and recovery_email is null)`,
    [customerId, state],
  )
}

/** The operators who opened a customer's photos, newest first. */
export interface PhotoViewRecord {
  readonly viewId: bigint
  readonly submissionId: bigint
  readonly atMs: number
  readonly side: StoredPhoto['side']
  readonly reason: ViewReason
  readonly operatorId: bigint
  readonly operatorName: string
  readonly isSandboxReviewer: boolean
}

export async function readPhotoViews(pool: Pool, customerId: bigint, limit: number): Promise<PhotoViewRecord[]> {
  const { rows } = await pool.query<kyc.PhotoViewRow & Known<Pick<operator.DirectoryRow, 'name' | 'is_sandbox'>>>(
    `select v.view_id, v.submission_id, v.at_ms, v.side, v.reason, v.operator_id, o.name, o.is_sandbox
     from kyc.photo_view as v join kyc.submission as s using (submission_id)
       join operator.directory as o using (operator_id)
     where s.customer_id = $1 order by v.view_id desc limit $2`,
    [customerId, limit],
  )
  return rows.map((row) => ({
    viewId: row.view_id,
    submissionId: row.submission_id,
    atMs: Number(row.at_ms),
    side: row.side,
    reason: row.reason,
    operatorId: row.operator_id,
    operatorName: row.name,
    isSandboxReviewer: row.is_sandbox,
  }))
}

function recordOf(row: SubmissionRow): SubmissionRecord {
  return {
    submissionId: row.submission_id,
    customerId: row.customer_id,
    requestId: row.request_id,
    country: row.country,
    documentType: row.document_type,
    detailsSealed: row.details_sealed,
    appealSealed: row.appeal_sealed,
    state: row.state,
    resubmit: row.resubmit,
    reasons: row.reasons,
    round: row.round,
    sentMs: Number(row.sent_ms),
    promisedMs: Number(row.promised_ms),
    firstCheckedMs: numberOrNull(row.first_checked_ms),
    decidedMs: numberOrNull(row.decided_ms),
    isAcknowledged: row.acknowledged_ms !== null,
    photosUntilMs: numberOrNull(row.photos_until_ms),
    photosDestroyedMs: numberOrNull(row.photos_destroyed_ms),
    recoveryEmail: row.recovery_email,
  }
}

/** The hash among these by which a number is known, or null. */
export async function findNumberHash(pool: Pool, hashes: readonly Buffer[]): Promise<Buffer | null> {
  const { rows } = await pool.query<Pick<kyc.SubmissionRow, 'number_hash'>>(
    'select number_hash from kyc.submission where number_hash = any($1::bytea[]) limit 1',
    [hashes],
  )
  return rows[0]?.number_hash ?? null
}

/** The hash among these by which a person is known, or null. */
export async function findPersonHash(pool: Pool, hashes: readonly Buffer[]): Promise<Buffer | null> {
  const { rows } = await pool.query<Pick<kyc.SubmissionRow, 'person_hash'>>(
    'select person_hash from kyc.submission where person_hash = any($1::bytea[]) limit 1',
    [hashes],
  )
  return rows[0]?.person_hash ?? null
}
