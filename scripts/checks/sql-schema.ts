import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { migrate, MigrationError } from '../../apps/server/src/platform/postgres/migrate.ts'
import { readDatabaseSources } from '../../apps/server/src/platform/postgres/sql-sources.ts'
import { describeDatabase } from './sql-catalogue-text.ts'

const schemaFile = 'apps/server/database/current-schema.sql'
const cacheFile = 'node_modules/.cache/candor-schema/current'

/** The faults of `current-schema.sql`: none while it shows what the sources below `root` make of an empty database. */
export async function checkSchema(root: string): Promise<string[]> {
  try {
    const committed = await readFile(join(root, schemaFile), 'utf8').catch(() => '')
    const digest = await digestOf(root, committed)
    const known = await readFile(join(root, cacheFile), 'utf8').catch(() => '')
    if (digest === known) return []
    const faults = differences(committed, await describeSources(root))
    if (faults.length === 0) await remember(root, digest)
    return faults
  } catch (error) {
    if (error instanceof MigrationError) return [error.message]
    throw error
  }
}

/** Writes `current-schema.sql` anew. */
export async function writeSchema(root: string): Promise<void> {
  const text = await describeSources(root)
  await writeFile(join(root, schemaFile), text)
  await remember(root, await digestOf(root, text))
}

/** Where the committed text leaves the catalogue's, in one sentence; none where they are equal. */
export function differences(committed: string, current: string): string[] {
  if (committed === current) return []
  const [old, fresh] = [committed.split('\n'), current.split('\n')]
  const index = fresh.findIndex((line, at) => line !== old[at])
  const line = index === -1 ? fresh.length : index
  const shown = (text: string | undefined) => JSON.stringify(text?.slice(0, 120) ?? '')
  return [
    `${schemaFile}:${line + 1}: stale: it says ${shown(old[line])}, the catalogue ${shown(fresh[line])}. Run \`npm run schema\`.`,
  ]
}

/** Of the sources, of the committed text and of this program: while none changes, the answer does not. */
async function digestOf(root: string, committed: string): Promise<string> {
  const program = await readFile(join(import.meta.dirname, 'sql-catalogue-text.ts'), 'utf8')
  const { digest } = await readDatabaseSources(join(root, 'apps/server'))
  return createHash('sha256')
    .update(JSON.stringify([digest, committed, program]))
    .digest('hex')
}

async function remember(root: string, digest: string): Promise<void> {
  await mkdir(dirname(join(root, cacheFile)), { recursive: true })
  await writeFile(join(root, cacheFile), digest)
}

/** Migrates a database on a throw-away cluster and describes it. */
async function describeSources(root: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'candor-schema-'))
  // PostgreSQL may run as another user, who has to reach its data.
  await chmod(dir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), password: 'schema', durable: false })
  try {
    return await describeMigrated(postgres.url, join(root, 'apps/server'))
  } finally {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

async function describeMigrated(url: string, root: string): Promise<string> {
  await migrate(url, root)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await describeDatabase(client)
  } finally {
    await client.end()
  }
}
