import type { Pool, PoolClient } from 'pg'
import type { AttemptKind, AttemptRecord } from './login-attempts.ts'

/** The two counters that one attempt counts in, by keyed hashes. */
export interface AttemptSubjects {
  readonly account: Buffer
  readonly network: Buffer
}

interface AttemptRow {
  kind: AttemptKind
  failures: number
  last_ms: bigint
}

/** Locks both counters, the account's first, so that parallel attempts are counted one after the other. */
export async function lockAttempts(client: PoolClient, { account, network }: AttemptSubjects): Promise<Record<AttemptKind, AttemptRecord>> {
  await client.query(
    `insert into identity.attempt (kind, subject, failures, last_ms) values ('account', $1, 0, 0), ('network', $2, 0, 0) on conflict do nothing`,
    [account, network],
  )
  const { rows } = await client.query<AttemptRow>(
    `select kind, failures, last_ms from identity.attempt
     where (kind = 'account' and subject = $1) or (kind = 'network' and subject = $2) order by kind for no key update`,
    [account, network],
  )
  const recordOf = (kind: AttemptKind): AttemptRecord => {
    const row = rows.find((candidate) => candidate.kind === kind)
    return { failures: row?.failures ?? 0, lastMs: Number(row?.last_ms ?? 0n) }
  }
  return { account: recordOf('account'), network: recordOf('network') }
}

/** Writes how many failures a counter holds, after `lockAttempts` in the same transaction. */
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

/** Takes back one attempt that was no failure. */
export async function takeBackAttempt(pool: Pool, kind: AttemptKind, subject: Buffer): Promise<void> {
  await pool.query('update identity.attempt set failures = greatest(failures - 1, 0) where kind = $1 and subject = $2', [kind, subject])
}

/** Forgets the failures of a counter. */
export async function clearAttempts(pool: Pool, kind: AttemptKind, subject: Buffer): Promise<void> {
  await pool.query('update identity.attempt set failures = 0 where kind = $1 and subject = $2', [kind, subject])
}

export async function deleteOldAttempts(pool: Pool, beforeMs: number): Promise<void> {
  await pool.query('delete from identity.attempt where last_ms < $1', [beforeMs])
}
