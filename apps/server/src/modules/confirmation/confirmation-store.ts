import type { ConfirmedAct } from '@candor/api/operator'
import type { Pool } from 'pg'
import type * as confirmation from '../../../database/rows/confirmation.ts'
import type * as operator from '../../../database/rows/operator.ts'
import { onlyRow } from '../../platform/only-row.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Dense, Known } from '../../platform/postgres/columns.ts'

/** What waits to be signed, and the credentials that may sign it. */
export interface BegunConfirmation {
  readonly confirmationId: bigint
  readonly bytes: string
  readonly credentialIds: readonly string[]
}

type BegunRow = Dense<Known<confirmation.BeginResult>>

function begunOf(row: BegunRow): BegunConfirmation {
  return { confirmationId: row.confirmation_id, bytes: row.bytes, credentialIds: row.credential_ids }
}

/** Begins to confirm an act on a case. Null where it needs no signature now. */
export async function beginConfirmation(
  pool: Pool,
  secret: string,
  { act, id, reference }: { readonly act: ConfirmedAct; readonly id: bigint; readonly reference: string | null },
): Promise<BegunConfirmation | null> {
  const { rows } = await pool.query<BegunRow>(
    'select confirmation_id, bytes, credential_ids from confirmation.begin($1, $2, $3, $4)',
    [secret, act, id, reference],
  )
  return rows[0] === undefined ? null : begunOf(rows[0])
}

/** Begins to add a passkey. */
export async function beginPasskey(pool: Pool, secret: string): Promise<BegunConfirmation> {
  const { rows } = await pool.query<BegunRow>(
    'select confirmation_id, bytes, credential_ids from operator.begin_passkey($1)',
    [secret],
  )
  return begunOf(onlyRow(rows, 'operator.begin_passkey'))
}

/** A passkey of an operator. */
export interface OperatorPasskey {
  readonly passkeyId: bigint
  readonly name: string
  readonly createdMs: number
  readonly lastUsedMs: number | null
}

/** The passkeys of a session's operator, newest first. */
export async function listOperatorPasskeys(pool: Pool, secret: string): Promise<OperatorPasskey[]> {
  const { rows } = await pool.query<Known<operator.PasskeysResult, 'passkey_id' | 'name' | 'created_ms'>>(
    'select passkey_id, name, created_ms, last_used_ms from operator.passkeys($1)',
    [secret],
  )
  return rows.map((row) => ({
    passkeyId: row.passkey_id,
    name: row.name,
    createdMs: Number(row.created_ms),
    lastUsedMs: numberOrNull(row.last_used_ms),
  }))
}
