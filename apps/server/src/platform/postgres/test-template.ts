import pg from 'pg'
import { addressFor, enableLogin, migrate } from './migrate.ts'

/** The migrated database that test databases are cloned from. */
export const testTemplate = 'candor_template'

/** Passwords of throw-away test clusters, which listen on this machine only. */
export const testPasswords = { owner: 'test-owner', app: 'test-app', market: 'test-market' } as const

/** Creates and migrates the template on a new test cluster, and lets the server's roles log in. */
export async function migrateTemplate(clusterUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(`create database ${testTemplate}`)
  } finally {
    await client.end()
  }
  await migrate(addressFor(clusterUrl, { database: testTemplate }))
  await enableLogin(clusterUrl, 'candor_app', testPasswords.app)
  await enableLogin(clusterUrl, 'candor_market', testPasswords.market)
}
