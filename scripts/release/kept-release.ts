import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { dayMs } from '@candor/formulas'
import type { Client } from 'pg'
import * as z from 'zod/mini'
import { createClient } from '../../apps/server/src/platform/postgres/connection.ts'
import { migrate } from '../../apps/server/src/platform/postgres/migrate.ts'
import { serverRoot } from '../../apps/server/src/platform/postgres/sql-sources.ts'
import { withNewDatabase } from '../../apps/launcher/src/testing/new-database.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** The data folder of a release in one file: what its database was made of, its rows, and the small files beside it. */
export type KeptRelease = z.output<typeof keptSchema>

const texts = z.record(z.string(), z.string())
const keptSchema = z.object({
  format: z.literal('candor-release-1'),
  version: z.string(),
  keptMs: z.int(),
  /** The names of the steps that the database had, as the migrator records them. */
  steps: z.array(z.string()),
  /** Routines, views, triggers, grants and the layout by their path below the server's folder. */
  sources: texts,
  /** Rows as JSON, which PostgreSQL reads itself: numbers may be larger than those of JavaScript. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.string() })),
  sequences: texts,
  /** Files of the data folder in base64, by their path. */
  files: texts,
})

/** Where releases are kept. */
export const releasesFolder = join(serverRoot, 'database', 'releases')
const extension = '.json.br'

/** The file of the release that is kept. Throws where there is none, or several. */
export async function keptReleaseFile(folder: string = releasesFolder): Promise<string> {
  const [name, ...others] = (await readdir(folder)).filter((each) => each.endsWith(extension))
  if (name === undefined || others.length > 0) throw new Error(`${folder} should hold the file of one release.`)
  return join(folder, name)
}

/** Writes the release in place of the one that was kept, and returns its file and size. */
export async function writeKeptRelease(kept: KeptRelease): Promise<{ file: string; bytes: number }> {
  const options = { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } }
  const bytes = await compress(JSON.stringify(kept), options)
  await rm(releasesFolder, { recursive: true, force: true })
  await mkdir(releasesFolder, { recursive: true })
  const file = join(releasesFolder, `${kept.version}${extension}`)
  await writeFile(file, bytes)
  return { file, bytes: bytes.length }
}

/** Reads a kept release. */
export async function readKeptRelease(file: string): Promise<KeptRelease> {
  return z.parse(keptSchema, JSON.parse((await decompress(await readFile(file))).toString()))
}

/** Makes the data folder of a release again, with its database, which is stopped then. */
export async function restoreRelease(kept: KeptRelease, folder: string): Promise<void> {
  await writeTree(folder, kept.files, 'base64')
  await withNewDatabase(folder, async (ownerUrl) => {
    await makeDatabase(kept, ownerUrl)
    await withClient(ownerUrl, (client) => fill(client, kept))
  })
}

/** The release's schema: the steps that it had, whose texts never change, and its own routines. */
async function makeDatabase(kept: KeptRelease, ownerUrl: string): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'candor-release-'))
  try {
    const steps = await Promise.all(
      kept.steps.map(async (name) => {
        const path = join('database', name)
        return [path, await readFile(join(serverRoot, path), 'utf8')] as const
      }),
    )
    await writeTree(root, { ...kept.sources, ...Object.fromEntries(steps) }, 'utf8')
    await migrate(ownerUrl, root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Replaces what the migration stored by the release's rows. Triggers and foreign keys saw these rows before. */
async function fill(client: Client, { tables, sequences }: KeptRelease): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const { name, columns, rows } of tables) {
    if (name === 'ledger.entry')
      await client.query(
        `select ledger.create_entry_days(at_ms, 0) from (
           select distinct on (at_ms / $2) at_ms from jsonb_to_recordset($1) as entry (at_ms bigint)) as day`,
        [rows, dayMs],
      )
    const list = columns.join(', ')
    await client.query(
      `insert into ${name} (${list}) overriding system value select ${list} from jsonb_populate_recordset(null::${name}, $1)`,
      [rows],
    )
  }
  for (const [name, value] of Object.entries(sequences)) await client.query('select setval($1, $2)', [name, value])
  await client.query('commit')
}

/** Runs `work` on a connection as the owner. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(url, { application_name: 'candor-release' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function writeTree(
  root: string,
  files: Readonly<Record<string, string>>,
  encoding: 'base64' | 'utf8',
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), Buffer.from(content, encoding), { mode: 0o600 })
  }
}
