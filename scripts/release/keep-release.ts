import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import type { Client } from 'pg'
import { parseConfig } from '../../apps/server/src/platform/config/index.ts'
import { freePort } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { readDatabaseSources, serverRoot } from '../../apps/server/src/platform/postgres/sql-sources.ts'
import { version } from '../../apps/server/src/roles/version.ts'
import { startCandor } from '../../apps/launcher/src/candor.ts'
import { openAccess } from '../../apps/launcher/src/database-access.ts'
import { ownFlags } from '../../apps/launcher/src/own-flags.ts'
import { definedSchemas } from '../checks/sql-catalogue-text.ts'
import { withClient, writeKeptRelease } from './kept-release.ts'
import type { KeptRelease } from './kept-release.ts'
import { playRelease } from './release-story.ts'

/** Of each of these the rows that a release keeps; of other tables all. Charts and raw ticks need no more. */
const keptRows: Readonly<Record<string, string>> = {
  'market.candle': 'instrument_id = 1 and interval_seconds = 86400',
  'market.tick_record': 'slot >= (select max(slot) - 20 from market.tick_record)',
}
/** The database, program output, and the logs, which are made again from the database. */
const leftOut = /^(?:postgres.*|logs|log)$|(?:^|[/.])(?:lock|new)$/

/**
 * Plays a story on a new sandbox of this version with simulated prices, and keeps its data folder as that of the
 * release.
 */
export async function keepRelease(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-release-'))
  try {
    // PostgreSQL may run as another user, who needs access to its data.
    await chmod(folder, 0o755)
    const config = parseConfig({}, [...ownFlags(folder, await freePort()), '--feed', 'simulated:7'])
    const candor = await startCandor(config, print, { app: false })
    try {
      await playRelease(candor, print)
    } finally {
      await candor.stop()
    }
    const access = await openAccess(config)
    try {
      const kept = await withClient(access.ownerUrl, (client) => readRelease(client, folder))
      const { file, bytes } = await writeKeptRelease(kept)
      print(`${relative(process.cwd(), file)}: ${Math.ceil(bytes / 1000)} kB`)
    } finally {
      await access.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readRelease(client: Client, folder: string): Promise<KeptRelease> {
  const { steps } = await readDatabaseSources(serverRoot)
  return {
    format: 'candor-release-1',
    version,
    keptMs: Date.now(),
    steps: steps.map(({ path }) => path.replace(/^database\//, '')),
    sources: await readSources(),
    tables: await readTables(client),
    sequences: await readSequences(client),
    files: await readFiles(folder),
  }
}

/** The files that the migrator reads, but for baseline and deltas: those are kept for good. */
async function readSources(): Promise<Record<string, string>> {
  const layoutFile = 'database/layout.json'
  const modules = (await readdir(join(serverRoot, 'src'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.sql'),
  )
  const paths = [layoutFile, ...modules.map((entry) => relative(serverRoot, join(entry.parentPath, entry.name)))]
  const read = async (path: string) => [path, await readFile(join(serverRoot, path), 'utf8')] as const
  return Object.fromEntries(await Promise.all(paths.toSorted().map(read)))
}

async function readTables(client: Client): Promise<KeptRelease['tables']> {
  const { rows: found } = await client.query<{ name: string; columns: string[] }>(
    `select c.oid::regclass::text as name,
       array(select quote_ident(attname) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class as c join (${definedSchemas} or nspname = 'migration') as n on n.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
       -- Digests of the sources, which the migrator makes again.
       and c.oid <> 'migration.source'::regclass order by 1`,
  )
  const tables: KeptRelease['tables'][number][] = []
  for (const { name, columns } of found) {
    const { rows } = await client.query<{ rows: string }>(
      `select coalesce(jsonb_agg(to_jsonb(kept)), '[]')::text as rows
       from (select * from ${name} where ${keptRows[name] ?? 'true'}) as kept`,
    )
    tables.push({ name, columns, rows: rows[0]?.rows ?? '[]' })
  }
  return tables
}

async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where last_value is not null
       and schemaname in (select nspname from (${definedSchemas}) as n) order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

async function readFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !leftOut.test(path.split('/')[0] ?? '') && !leftOut.test(path))
  const read = async (path: string) => [path, (await readFile(join(folder, path))).toString('base64')] as const
  return Object.fromEntries(await Promise.all(paths.toSorted().map(read)))
}
