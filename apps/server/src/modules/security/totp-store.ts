import type { Pool, PoolClient } from 'pg'
import type * as security from '../../../database/rows/security.ts'

/** An authenticator as stored. */
export interface StoredTotp {
  readonly sealedSecret: Buffer
  readonly isConfirmed: boolean
}

export async function findTotp(client: Pool | PoolClient, customerId: bigint): Promise<StoredTotp | null> {
  const { rows } = await client.query<Pick<security.TotpRow, 'sealed_secret'> & { readonly is_confirmed: boolean }>(
    'select sealed_secret, confirmed_ms is not null as is_confirmed from security.totp where customer_id = $1',
    [customerId],
  )
  return rows[0] === undefined ? null : { sealedSecret: rows[0].sealed_secret, isConfirmed: rows[0].is_confirmed }
}

/** Stores an unconfirmed secret. False when one is already enabled. */
export async function putTotp(pool: Pool, customerId: bigint, sealedSecret: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into security.totp as stored (customer_id, sealed_secret) values ($1, $2)
     on conflict (customer_id) do update set sealed_secret = excluded.sealed_secret where stored.confirmed_ms is null`,
    [customerId, sealedSecret],
  )
  return rowCount === 1
}

/** Counts an attempt as failed before it is verified. Null where too many have failed since `sinceMs`. */
export async function countTotpAttempt(
  pool: Pool,
  customerId: bigint,
  limit: { readonly most: number; readonly sinceMs: number; readonly nowMs: number },
): Promise<StoredTotp | null> {
  const { rows } = await pool.query<Pick<security.TotpRow, 'sealed_secret'> & { readonly is_confirmed: boolean }>(
    `update security.totp set failures = case when tried_ms < $3 then 1 else failures + 1 end, tried_ms = $4
     where customer_id = $1 and (failures < $2 or tried_ms < $3)
     returning sealed_secret, confirmed_ms is not null as is_confirmed`,
    [customerId, limit.most, limit.sinceMs, limit.nowMs],
  )
  return rows[0] === undefined ? null : { sealedSecret: rows[0].sealed_secret, isConfirmed: rows[0].is_confirmed }
}

/** Uses the code of a step up, and forgets the failures. False where it, or a later one, was used before. */
export async function spendStep(client: Pool | PoolClient, customerId: bigint, step: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'update security.totp set last_step = $2, failures = 0 where customer_id = $1 and last_step < $2',
    [customerId, step],
  )
  return rowCount === 1
}

/** Consumes a recovery code by its hashes under each key. False when it is unknown or used. */
export async function spendRecoveryCode(
  client: Pool | PoolClient,
  customerId: bigint,
  codeHashes: readonly Buffer[],
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update security.recovery_code set used_ms = $3 where customer_id = $1 and code_hash = any($2) and used_ms is null',
    [customerId, codeHashes, nowMs],
  )
  if (rowCount === 1) await client.query('update security.totp set failures = 0 where customer_id = $1', [customerId])
  return rowCount === 1
}

/** Turns a secret on and puts its recovery codes. False where it is on already. */
export async function confirmTotp(
  client: PoolClient,
  customerId: bigint,
  confirmed: { readonly nowMs: number; readonly codeHashes: readonly Buffer[] },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update security.totp set confirmed_ms = $2 where customer_id = $1 and confirmed_ms is null',
    [customerId, confirmed.nowMs],
  )
  if (rowCount !== 1) return false
  await client.query('delete from security.recovery_code where customer_id = $1', [customerId])
  await client.query('insert into security.recovery_code (customer_id, code_hash) select $1, unnest($2::bytea[])', [
    customerId,
    confirmed.codeHashes,
  ])
  return true
}

export async function deleteTotp(client: PoolClient, customerId: bigint): Promise<void> {
  await client.query('delete from security.totp where customer_id = $1', [customerId])
  await client.query('delete from security.recovery_code where customer_id = $1', [customerId])
}

export async function countRecoveryCodes(pool: Pool, customerId: bigint): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from security.recovery_code where customer_id = $1 and used_ms is null',
    [customerId],
  )
  return rows[0]?.count ?? 0
}

/** Locks all authenticators, or those alone whose sealed secret is bound to no customer, and returns them. */
export async function lockTotps(
  owner: PoolClient,
  isUnboundOnly: boolean,
): Promise<{ readonly customerId: bigint; readonly sealedSecret: Buffer }[]> {
  const { rows } = await owner.query<Pick<security.TotpRow, 'customer_id' | 'sealed_secret'>>(
    `select customer_id, sealed_secret from security.totp
     where not $1 or octet_length(sealed_secret) <> 49 order by customer_id for update`,
    [isUnboundOnly],
  )
  return rows.map((row) => ({ customerId: row.customer_id, sealedSecret: row.sealed_secret }))
}

export async function replaceSealedTotp(owner: PoolClient, customerId: bigint, sealedSecret: Buffer): Promise<void> {
  await owner.query('update security.totp set sealed_secret = $2 where customer_id = $1', [customerId, sealedSecret])
}
