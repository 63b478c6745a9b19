import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { addressFor, enableLogin, migrate } from './migrate.ts'
import type { DatabaseAddresses } from './migrate.ts'

/** The migrated database that test databases are cloned from. */
export const testTemplate = 'candor_template'

/** Passwords of throw-away test clusters, which listen on this machine only. */
export const testPasswords = {
  owner: 'test-owner',
  app: 'test-app',
  market: 'test-market',
  watcher: 'test-watcher',
  verifier: 'test-verifier',
  log: 'test-log',
} as const

/** Creates and migrates the template on a new test cluster, and lets the server's roles log in. */
export async function migrateTemplate(clusterUrl: string): Promise<void> {
  await asOwner(clusterUrl, `create database ${testTemplate}`)
  await migrate(addressFor(clusterUrl, { database: testTemplate }))
  await enableLogin(clusterUrl, 'candor_app', testPasswords.app)
  await enableLogin(clusterUrl, 'candor_market', testPasswords.market)
  await enableLogin(clusterUrl, 'candor_watcher', testPasswords.watcher)
  await enableLogin(clusterUrl, 'candor_verifier', testPasswords.verifier)
  await enableLogin(clusterUrl, 'candor_log', testPasswords.log)
}

/** A database of its own on a test cluster. */
export interface ClonedDatabase extends DatabaseAddresses {
  /** Drops it. */
  close(): Promise<void>
}

/** A database that nothing has been done to. */
export interface EmptyDatabase {
  readonly ownerUrl: string
  /** Drops it. */
  close(): Promise<void>
}

/** Creates an empty database on a test cluster: for tests of the migrator. */
export async function openEmptyDatabase(clusterUrl: string): Promise<EmptyDatabase> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await asOwner(clusterUrl, `create database ${name} template template0`)
  return {
    ownerUrl: addressFor(clusterUrl, { database: name }),
    close: () => asOwner(clusterUrl, `drop database ${name} with (force)`),
  }
}

/** Clones the template of a test cluster. */
export async function cloneTemplate(clusterUrl: string): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(clusterUrl, `create database ${name} template ${testTemplate} strategy file_copy`)
  return { ...testAddresses(clusterUrl, name), close: () => asOwner(clusterUrl, `drop database ${name} with (force)`) }
}

/** The addresses of one database of a test cluster. */
export function testAddresses(clusterUrl: string, database: string): DatabaseAddresses {
  return {
    ownerUrl: addressFor(clusterUrl, { database }),
    appUrl: addressFor(clusterUrl, { database, user: 'candor_app', password: testPasswords.app }),
    marketUrl: addressFor(clusterUrl, { database, user: 'candor_market', password: testPasswords.market }),
    watcherUrl: addressFor(clusterUrl, { database, user: 'candor_watcher', password: testPasswords.watcher }),
    verifierUrl: addressFor(clusterUrl, { database, user: 'candor_verifier', password: testPasswords.verifier }),
    logUrl: addressFor(clusterUrl, { database, user: 'candor_log', password: testPasswords.log }),
  }
}

async function asOwner(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
