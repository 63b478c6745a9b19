import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/** PostgreSQL lists a connection for a moment after its client has closed it. */
const closingTries = 20
const closingPauseMs = 100

/** Whether Candor's processes, or its start, have connections to this database, and keep them for two seconds. */
export async function isInUse(owner: Pool): Promise<boolean> {
  for (let tries = 1; tries < closingTries; tries += 1) {
    if (!(await hasConnections(owner))) return false
    await sleep(closingPauseMs)
  }
  return hasConnections(owner)
}

async function hasConnections(owner: Pool): Promise<boolean> {
  const { rows } = await owner.query<{ is_in_use: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'candor-%') as is_in_use`,
  )
  return rows[0]?.is_in_use !== false
}

/** Replaces the password of the role that this pool is logged in as. */
export async function changeOwnPassword(owner: Pool, password: string): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query(`alter role current_user password ${client.escapeLiteral(password)}`)
  } finally {
    client.release()
  }
}
