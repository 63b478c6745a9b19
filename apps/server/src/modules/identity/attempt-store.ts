import type { Pool, PoolClient } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import type { AttemptKind, AttemptRecord } from './login-attempts.ts'

/** A counter of attempts, identified by a keyed hash. */
export interface AttemptCounter {
  readonly kind: AttemptKind
  readonly subject: Buffer
}

type AttemptRow = Pick<identity.AttemptRow, 'kind' | 'failures' | 'last_ms'> & { readonly kind: AttemptKind }

/**
 * Locks the counters of one attempt, one of each kind, always in the same order: parallel attempts count one after the
 * other.
 */
export async function lockAttempts(
  client: PoolClient,
  counters: readonly AttemptCounter[],
): Promise<readonly (AttemptCounter & AttemptRecord)[]> {
  const keys = [counters.map(({ kind }) => kind), counters.map(({ subject }) => subject)]
  await client.query(
    `insert into identity.attempt (kind, subject, failures, last_ms)
     select kind, subject, 0, 0 from unnest($1::text[], $2::bytea[]) as wanted (kind, subject)
       order by kind on conflict do nothing`,
    keys,
  )
  const { rows } = await client.query<AttemptRow>(
    `select kind, failures, last_ms from identity.attempt
     where (kind, subject) in (select kind, subject from unnest($1::text[], $2::bytea[]) as wanted (kind, subject))
     order by kind for no key update`,
    keys,
  )
  return counters.map((counter) => {
    const row = rows.find(({ kind }) => kind === counter.kind)
    return { ...counter, failures: row?.failures ?? 0, lastMs: Number(row?.last_ms ?? 0n) }
  })
}

/** Stores a counter's number of failures, after `lockAttempts` in the same transaction. */
export async function putFailures(
  client: PoolClient,
  counter: { kind: AttemptKind; subject: Buffer; failures: number; lastMs: number },
): Promise<void> {
  await client.query(
    `insert into identity.attempt (kind, subject, failures, last_ms) values ($1, $2, $3, $4)
     on conflict (kind, subject) do update set failures = excluded.failures, last_ms = excluded.last_ms`,
    [counter.kind, counter.subject, counter.failures, counter.lastMs],
  )
}

/** Reverts one attempt that was not a failure. */
export async function takeBackAttempt(pool: Pool, kind: AttemptKind, subject: Buffer): Promise<void> {
  await pool.query(
    'update identity.attempt set failures = greatest(failures - 1, 0) where kind = $1 and subject = $2',
    [kind, subject],
  )
}

/** Forgets the failures of a counter. */
export async function clearAttempts(pool: Pool, kind: AttemptKind, subject: Buffer): Promise<void> {
  await pool.query('update identity.attempt set failures = 0 where kind = $1 and subject = $2', [kind, subject])
}

export async function deleteOldAttempts(pool: Pool, beforeMs: number): Promise<void> {
  await pool.query('delete from identity.attempt where last_ms < $1', [beforeMs])
}
