import type { Pool } from 'pg'
import type * as operator from '../../../database/rows/operator.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import type { UsedPasskey } from './verifier-messages.ts'

/** A passkey of the operator who confirms. */
export interface SigningPasskey {
  readonly passkeyId: bigint
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly signCount: number
}

/** What waits to be signed. */
export interface Awaited {
  readonly isNewPasskey: boolean
  readonly challenge: Buffer
  /** For a new passkey, while the owner's code is good. */
  readonly codeKey: Buffer | null
  /** The passkey of the credential that was asked for; null where it is none of the operator's. */
  readonly passkey: SigningPasskey | null
}

/** What waits under a number; null where nothing does. */
export async function readAwaited(pool: Pool, confirmationId: bigint, credentialId: string): Promise<Awaited | null> {
  const { rows } = await pool.query<Known<operator.AwaitedConfirmationResult, 'kind' | 'challenge'>>(
    `select kind, challenge, code_key, passkey_id, public_key, sign_count
     from operator.awaited_confirmation($1, $2)`,
    [confirmationId, credentialId],
  )
  const [row] = rows
  if (row === undefined) return null
  const { passkey_id: passkeyId, public_key: publicKey, sign_count: signCount } = row
  return {
    isNewPasskey: row.kind === 'passkey.add',
    challenge: row.challenge,
    codeKey: row.code_key,
    passkey:
      passkeyId === null || publicKey === null || signCount === null
        ? null
        : { passkeyId, publicKey: Uint8Array.from(publicKey), signCount: Number(signCount) },
  }
}

/** A signature that was verified. */
export interface Signed {
  readonly passkeyId: bigint
  readonly signCount: number
  readonly used: UsedPasskey
}

/** Writes that a case is confirmed. False where that is too late, or the passkey has signed meanwhile. */
export function confirmCase(pool: Pool, confirmationId: bigint, { passkeyId, signCount, used }: Signed) {
  return outcomeOf(pool, 'operator.confirm_case($1, $2, $3, $4)', [confirmationId, passkeyId, signCount, used])
}

/** Writes that a reviewer of the sandbox confirms. False for everybody else. */
export function confirmForReviewer(pool: Pool, confirmationId: bigint) {
  return outcomeOf(pool, 'operator.confirm_for_reviewer($1)', [confirmationId])
}

/** A new passkey that was verified. */
export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly signCount: number
  readonly name: string
  /** What the authenticator sent, with the proof. */
  readonly evidence: object
  /** Null where the owner's code permits it. */
  readonly by: Omit<Signed, 'used'> | null
}

/** Adds a passkey. False where that is too late, or the credential is known. */
export function enrolPasskey(pool: Pool, confirmationId: bigint, passkey: NewPasskey) {
  const { credentialId, publicKey, signCount, name, evidence, by } = passkey
  return outcomeOf(pool, 'operator.enrol_passkey($1, $2, $3, $4, $5, $6, $7, $8)', [
    confirmationId,
    credentialId,
    Buffer.from(publicKey),
    signCount,
    name,
    evidence,
    by?.passkeyId ?? null,
    by?.signCount ?? null,
  ])
}

async function outcomeOf(pool: Pool, call: string, values: readonly unknown[]): Promise<boolean> {
  const { rows } = await pool.query<{ is_done: boolean }>(`select ${call} as is_done`, [...values])
  return rows[0]?.is_done === true
}
