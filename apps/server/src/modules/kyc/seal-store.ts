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
  /** Whether another submission, whose text has been deleted, has the same hash. */
  readonly keepsNumberHash: boolean
  readonly keepsPersonHash: boolean
}

type SealedParts = { readonly [Part in 'details' | 'appeal' | 'number' | 'person']?: Buffer | null }

/** Locks the submissions that keep something sealed, and returns them. */
export async function listSealed(owner: PoolClient): Promise<SealedSubmission[]> {
  const { rows } = await owner.query<
    Pick<
      kyc.SubmissionRow,
      'submission_id' | 'customer_id' | 'request_id' | 'country' | 'details_sealed' | 'appeal_sealed'
    > & { readonly keeps_number_hash: boolean; readonly keeps_person_hash: boolean }
  >(
    `select submission_id, customer_id, request_id, country, details_sealed, appeal_sealed,
      number_hash in (select number_hash from kyc.submission where details_sealed is null) as keeps_number_hash,
      coalesce(person_hash in (select person_hash from kyc.submission where details_sealed is null
        and person_hash is not null), false) as keeps_person_hash
     from kyc.submission where details_sealed is not null or appeal_sealed is not null order by submission_id for update`,
  )
  return rows.map((row) => ({
    submissionId: row.submission_id,
    customerId: row.customer_id,
    requestId: row.request_id,
    country: row.country,
    detailsSealed: row.details_sealed,
    appealSealed: row.appeal_sealed,
    keepsNumberHash: row.keeps_number_hash,
    keepsPersonHash: row.keeps_person_hash,
  }))
}

/** Replaces sealed texts and hashes of a submission; null keeps one. */
export async function replaceSealed(
  owner: PoolClient,
  submissionId: bigint,
  { details = null, appeal = null, number = null, person = null }: SealedParts,
): Promise<void> {
  await owner.query(
    `update kyc.submission set details_sealed = coalesce($2, details_sealed),
      appeal_sealed = coalesce($3, appeal_sealed), number_hash = coalesce($4, number_hash),
      person_hash = coalesce($5, person_hash) where submission_id = $1`,
    [submissionId, details, appeal, number, person],
  )
}
