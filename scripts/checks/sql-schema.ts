import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { migrate, MigrationError } from '../../apps/server/src/platform/postgres/migrate.ts'
import { readDatabaseSources } from '../../apps/server/src/platform/postgres/sql-sources.ts'
import { describeRows } from './row-types.ts'
import { describeDatabase } from './sql-catalogue-text.ts'

const schemaFile = 'apps/server/database/current-schema.sql'
const rowsFolder = 'apps/server/database/rows'
const cacheFile = 'node_modules/.cache/candor-schema/current'

/** Generated files by their path below the root. */
type GeneratedFiles = ReadonlyMap<string, string>

/** The generated files that differ from what the sources below `root` make of an empty database, one sentence each. */
export async function checkSchema(root: string): Promise<string[]> {
  try {
    const committed = await readCommitted(root)
    const digest = await digestOf(root, committed)
    const known = await readFile(join(root, cacheFile), 'utf8').catch(() => '')
    if (digest === known) return []
    const violations = differences(committed, await describeSources(root))
    if (violations.length === 0) await remember(root, digest)
    return violations
  } catch (error) {
    if (error instanceof MigrationError) return [error.message]
    throw error
  }
}

/** Writes the generated files, and removes those of schemas that no longer exist. */
export async function writeSchema(root: string): Promise<void> {
  const files = await describeSources(root)
  await rm(join(root, rowsFolder), { recursive: true, force: true })
  await mkdir(join(root, rowsFolder), { recursive: true })
  await Promise.all([...files].map(([path, text]) => writeFile(join(root, path), text)))
  await remember(root, await digestOf(root, files))
}

async function readCommitted(root: string): Promise<GeneratedFiles> {
  const names = await readdir(join(root, rowsFolder)).catch((): string[] => [])
  const paths = [schemaFile, ...names.toSorted().map((name) => `${rowsFolder}/${name}`)]
  const read = async (path: string) => [path, await readFile(join(root, path), 'utf8').catch(() => '')] as const
  return new Map(await Promise.all(paths.map(read)))
}

/** The first line of each committed file that differs from the catalogue's. */
function differences(committed: GeneratedFiles, current: GeneratedFiles): string[] {
  const paths = new Set([...current.keys(), ...committed.keys()])
  return [...paths].flatMap((path) => difference(path, committed.get(path) ?? '', current.get(path) ?? ''))
}

function difference(path: string, committed: string, current: string): string[] {
  if (committed === current) return []
  const [old, fresh] = [committed.split('\n'), current.split('\n')]
  const index = fresh.findIndex((line, at) => line !== old[at])
  const line = index === -1 ? fresh.length : index
  const shown = (text: string | undefined) => JSON.stringify(text?.slice(0, 120) ?? '')
  return [
    `${path}:${line + 1}: stale: it says ${shown(old[line])}, the catalogue ${shown(fresh[line])}. Run \`npm run schema\`.`,
  ]
}

/** Covers the sources, the committed files and this program: while none changes, neither does the result. */
async function digestOf(root: string, committed: GeneratedFiles): Promise<string> {
  const programs = ['sql-catalogue-text.ts', 'row-types.ts'].map((name) =>
    readFile(join(import.meta.dirname, name), 'utf8'),
  )
  const { digest } = await readDatabaseSources(join(root, 'apps/server'))
  return createHash('sha256')
    .update(JSON.stringify([digest, [...committed], await Promise.all(programs)]))
    .digest('hex')
}

async function remember(root: string, digest: string): Promise<void> {
  await mkdir(dirname(join(root, cacheFile)), { recursive: true })
  await writeFile(join(root, cacheFile), digest)
}

/** Migrates a database on a throw-away cluster and describes it. */
async function describeSources(root: string): Promise<GeneratedFiles> {
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

async function describeMigrated(url: string, root: string): Promise<GeneratedFiles> {
  await migrate(url, root)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const files = new Map([[schemaFile, await describeDatabase(client)]])
    for (const [name, text] of await describeRows(client)) files.set(`${rowsFolder}/${name}`, text)
    return files
  } finally {
    await client.end()
  }
}
