import type pg from 'pg'
import { createClient } from '../../server/src/platform/postgres/connection.ts'
import { LaunchError } from './launch-error.ts'

/** The schema uses nothing newer: `npm run check` applies it to the packaged one, the trial `failover` to 15. */
export const oldestPostgres = 15

/** What PostgreSQL says of itself and of the user of `DATABASE_URL`. */
export interface DatabaseFacts {
  /** As in `server_version_num`. */
  readonly versionNumber: number
  readonly encoding: string
  readonly isReadOnly: boolean
  readonly isSuperuser: boolean
  readonly mayCreateRoles: boolean
  readonly mayCreateSchemas: boolean
  /** A pooler gives each transaction whichever connection is free. */
  readonly isPooledByTransaction: boolean
}

/** Why a database cannot be used, each reason a sentence that says what to do; empty where it can. */
export function databaseFaults(facts: DatabaseFacts): string[] {
  const major = Math.floor(facts.versionNumber / 10_000)
  const faults: string[] = []
  if (major < oldestPostgres)
    faults.push(`PostgreSQL ${major} at DATABASE_URL is too old: Candor needs ${oldestPostgres} or newer.`)
  if (facts.isPooledByTransaction)
    faults.push(
      'The pooler at DATABASE_URL changes connections between transactions: set its pool_mode to session, ' +
        'because statements are prepared once a connection.',
    )
  if (facts.encoding !== 'UTF8')
    faults.push(`The database at DATABASE_URL stores ${facts.encoding}: create one with encoding UTF8.`)
  if (facts.isReadOnly)
    faults.push('The PostgreSQL at DATABASE_URL accepts no writes: name the primary, or all hosts with commas.')
  if (!facts.isSuperuser && !facts.mayCreateRoles)
    faults.push('The user of DATABASE_URL may not create the roles of Candor: alter role … createrole.')
  if (!facts.isSuperuser && !facts.mayCreateSchemas)
    faults.push('The user of DATABASE_URL may not create schemas: grant create on database … to it.')
  return faults
}

/** Refuses a database elsewhere that Candor cannot work on, before anything is changed there. Throws LaunchError. */
export async function requireUsableDatabase(ownerUrl: string): Promise<void> {
  const open = () => createClient(ownerUrl, { application_name: 'candor-start', connectionTimeoutMillis: 10_000 })
  const [client, other] = [open(), open()]
  try {
    await client.connect()
    await other.connect()
    const isPooledByTransaction = await changesConnections(client, other)
    const faults = databaseFaults({ ...(await readFacts(client)), isPooledByTransaction })
    if (faults.length > 0) throw new LaunchError(faults.join('\n'))
  } finally {
    for (const opened of [client, other]) await opened.end().catch(() => undefined)
  }
}

/** Takes the connection of the last transaction away, and looks whether the next one runs on another. */
async function changesConnections(client: pg.Client, other: pg.Client): Promise<boolean> {
  const processOf = async () => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid
  }
  const before = await processOf()
  await other.query('begin')
  await other.query('select 1')
  const after = await processOf()
  await other.query('rollback')
  return before !== after
}

async function readFacts(client: pg.Client): Promise<Omit<DatabaseFacts, 'isPooledByTransaction'>> {
  const { rows } = await client.query<{
    version_number: number
    encoding: string
    is_read_only: boolean
    is_superuser: boolean
    may_create_roles: boolean
    may_create_schemas: boolean
  }>(`
    select current_setting('server_version_num')::integer as version_number,
      current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only')::boolean as is_read_only,
      rolsuper as is_superuser, rolcreaterole as may_create_roles,
      has_database_privilege(current_database(), 'create') as may_create_schemas
    from pg_roles where rolname = current_user`)
  const [facts] = rows
  if (facts === undefined) throw new LaunchError('PostgreSQL at DATABASE_URL does not know the user that it let in.')
  return {
    versionNumber: facts.version_number,
    encoding: facts.encoding,
    isReadOnly: facts.is_read_only,
    isSuperuser: facts.is_superuser,
    mayCreateRoles: facts.may_create_roles,
    mayCreateSchemas: facts.may_create_schemas,
  }
}
