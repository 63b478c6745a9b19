import type { Pool, PoolClient } from 'pg'
import type * as kyc from '../../../database/rows/kyc.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import type { StoredPhoto } from './kyc.ts'
import { claimValues } from './submission-store.ts'
import type { Claim, StoredClaim } from './submission-store.ts'

/** A recovery before its photos are checked. */
export interface RecoveryClaim extends Claim {
  /** The mailbox that the account is to have (lower case). */
  readonly email: string
}

/** The database's result for a recovery. */
export type RecoveryOutcome =
  | 'submitted'
  | 'repeat'
  | 'conflict'
  | 'details-differ'
  | 'wait-for-review'
  | 'already-registered'

/** The result that a recovery would get now. */
export async function checkRecovery(
  pool: Pool,
  { customerId, requestId, fingerprint, numberHash, email }: RecoveryClaim,
): Promise<Exclude<RecoveryOutcome, 'submitted'> | 'may-submit'> {
  return callRoutine(pool, 'kyc.check_recovery', customerId, requestId, fingerprint, numberHash, email)
}

/** Submits a recovery whose photos are in the vault. */
export async function recover(
  client: PoolClient,
  claim: RecoveryClaim & StoredClaim,
  photos: readonly StoredPhoto[],
): Promise<RecoveryOutcome> {
  return callRoutine(client, 'kyc.recover', ...claimValues(claim), JSON.stringify(photos), claim.email)
}

/** Ends an open recovery in the transaction in which the account's own mailbox proved that it is read. */
export async function stopRecovery(client: PoolClient, customerId: bigint): Promise<void> {
  await client.query('select kyc.stop_recovery($1)', [customerId])
}

/** The promised decision time of a recovery. */
export async function readRecoveryPromise(pool: Pool, customerId: bigint, requestId: string): Promise<number> {
  const { rows } = await pool.query<Pick<kyc.SubmissionRow, 'promised_ms'>>(
    'select promised_ms from kyc.submission where customer_id = $1 and request_id = $2',
    [customerId, requestId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a recovery is not there')
  return Number(row.promised_ms)
}
