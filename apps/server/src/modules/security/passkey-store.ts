import type { Pool, PoolClient } from 'pg'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type * as security from '../../../database/rows/security.ts'

/** A passkey as stored. */
export interface StoredPasskey {
  readonly passkeyId: bigint
  readonly customerId: bigint
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly name: string
  readonly createdMs: number
  readonly lastUsedMs: number | null
}

type PasskeyRow = Pick<
  security.PasskeyRow,
  'passkey_id' | 'customer_id' | 'credential_id' | 'public_key' | 'counter' | 'name' | 'created_ms' | 'last_used_ms'
>

const columns = 'passkey_id, customer_id, credential_id, public_key, counter, name, created_ms, last_used_ms'

function passkeyOf(row: PasskeyRow): StoredPasskey {
  return {
    passkeyId: row.passkey_id,
    customerId: row.customer_id,
    credentialId: row.credential_id,
    publicKey: Uint8Array.from(row.public_key),
    counter: Number(row.counter),
    name: row.name,
    createdMs: Number(row.created_ms),
    lastUsedMs: numberOrNull(row.last_used_ms),
  }
}

export async function listPasskeys(pool: Pool, customerId: bigint): Promise<StoredPasskey[]> {
  const { rows } = await pool.query<PasskeyRow>(
    `select ${columns} from security.passkey where customer_id = $1 order by passkey_id desc`,
    [customerId],
  )
  return rows.map(passkeyOf)
}

export async function findPasskey(pool: Pool, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await pool.query<PasskeyRow>(`select ${columns} from security.passkey where credential_id = $1`, [
    credentialId,
  ])
  return rows[0] === undefined ? null : passkeyOf(rows[0])
}

/** Stores a passkey. Null when its credential is already known. */
export async function insertPasskey(
  client: PoolClient,
  passkey: Omit<StoredPasskey, 'passkeyId' | 'lastUsedMs'>,
): Promise<StoredPasskey | null> {
  const { rows } = await client.query<PasskeyRow>(
    `insert into security.passkey (customer_id, credential_id, public_key, counter, transports, name, created_ms)
     values ($1, $2, $3, $4, '{}', $5, $6) on conflict do nothing returning ${columns}`,
    [
      passkey.customerId,
      passkey.credentialId,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.name,
      passkey.createdMs,
    ],
  )
  return rows[0] === undefined ? null : passkeyOf(rows[0])
}

/** Records a use of a passkey. False when it was removed, or used with this counter or a later one meanwhile. */
export async function markPasskeyUsed(
  pool: Pool,
  passkey: StoredPasskey,
  used: { readonly counter: number; readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update security.passkey set counter = $2, last_used_ms = $3 where passkey_id = $1 and (counter < $2 or $2 = 0)',
    [passkey.passkeyId, used.counter, used.nowMs],
  )
  return rowCount === 1
}

export async function deletePasskey(client: PoolClient, customerId: bigint, passkeyId: bigint): Promise<boolean> {
  const { rowCount } = await client.query('delete from security.passkey where customer_id = $1 and passkey_id = $2', [
    customerId,
    passkeyId,
  ])
  return rowCount === 1
}

/** Stores the challenge of a customer who adds a passkey. */
export async function insertChallenge(
  pool: Pool,
  challenge: { readonly challenge: string; readonly customerId: bigint; readonly expiresMs: number },
): Promise<void> {
  await pool.query('insert into security.passkey_challenge (challenge, customer_id, expires_ms) values ($1, $2, $3)', [
    challenge.challenge,
    challenge.customerId,
    challenge.expiresMs,
  ])
}

/** Consumes a challenge. False when it is unknown, another customer's, expired, or used. */
export async function takeChallenge(
  pool: Pool,
  taken: { readonly challenge: string; readonly customerId: bigint; readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'delete from security.passkey_challenge where challenge = $1 and customer_id = $2 and expires_ms > $3',
    [taken.challenge, taken.customerId, taken.nowMs],
  )
  return rowCount === 1
}

/** Uses up the challenge of a sign-in, which is stored by this alone. False when it was used before. */
export async function spendLoginChallenge(
  pool: Pool,
  used: { readonly challenge: string; readonly expiresMs: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into security.passkey_challenge (challenge, customer_id, expires_ms) values ($1, null, $2)
     on conflict do nothing`,
    [used.challenge, used.expiresMs],
  )
  return rowCount === 1
}

export async function deleteOldChallenges(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('delete from security.passkey_challenge where expires_ms <= $1', [nowMs])
}
