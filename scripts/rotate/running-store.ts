import type { Pool } from 'pg'

/** Whether Candor's processes, or its start, have connections to this database. */
export async function isInUse(owner: Pool): Promise<boolean> {
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
