import type { PoolClient } from 'pg'
import type * as kyc from '../../../database/rows/kyc.ts'

/** What a submission keeps sealed; null where it has been deleted, or was never written. */
export interface SealedSubmission {
  readonly submissionId: bigint
  readonly customerId: bigint
  readonly requestId: string
  readonly country: string
  readonly detailsSealed: Buffer | null
  readonly appealSealed: Buffer | null
}

/** Locks the submissions that keep something sealed, and returns them. */
export async function listSealed(owner: PoolClient): Promise<SealedSubmission[]> {
  const { rows } = await owner.query<
    Pick<
      kyc.SubmissionRow,
      'submission_id' | 'customer_id' | 'request_id' | 'country' | 'details_sealed' | 'appeal_sealed'
    >
  >(
    `select submission_id, customer_id, request_id, country, details_sealed, appeal_sealed from kyc.submission
     where details_sealed is not null or appeal_sealed is not null order by submission_id for update`,
  )
  return rows.map((row) => ({
    submissionId: row.submission_id,
    customerId: row.customer_id,
    requestId: row.request_id,
    country: row.country,
    detailsSealed: row.details_sealed,
    appealSealed: row.appeal_sealed,
  }))
}

/** Replaces sealed texts; null keeps one. */
export async function replaceSealed(
  owner: PoolClient,
  submissionId: bigint,
  sealed: { readonly details: Buffer | null; readonly appeal: Buffer | null },
): Promise<void> {
  await owner.query(
    `update kyc.submission set details_sealed = coalesce($2, details_sealed),
      appeal_sealed = coalesce($3, appeal_sealed) where submission_id = $1`,
    [submissionId, sealed.details, sealed.appeal],
  )
}

export async function replaceNumberHash(owner: PoolClient, submissionId: bigint, numberHash: Buffer): Promise<void> {
  await owner.query('update kyc.submission set number_hash = $2 where submission_id = $1', [submissionId, numberHash])
}
