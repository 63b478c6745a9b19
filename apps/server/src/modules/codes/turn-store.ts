import type { Pool, PoolClient } from 'pg'

/** A turn is kept for longer than any transaction takes. */
const keptMs = 3_600_000

/** Lets one transaction with this name work at a time: the others wait until it ends. */
export async function takeTurn(client: PoolClient, name: string, nowMs: number): Promise<void> {
  await client.query(
    `insert into identity.turn as mine (name, taken_ms) values ($1, $2)
     on conflict (name) do update set taken_ms = greatest(mine.taken_ms, excluded.taken_ms)`,
    [name, nowMs],
  )
}

export async function deleteOldTurns(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('delete from identity.turn where taken_ms <= $1', [nowMs - keptMs])
}
