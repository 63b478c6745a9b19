import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { checkLedger } from '../../../server/src/modules/soundness/index.ts'
import { restoredMarker } from '../../../server/src/modules/transparency/index.ts'
import type { Config } from '../../../server/src/platform/config/index.ts'
import { startEmbeddedPostgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../../../server/src/platform/postgres/migrate.ts'
import { withPool } from '../../../server/src/platform/postgres/pool.ts'
import type { Database } from '../../../server/src/platform/transaction.ts'
import { flushFolder } from '../../../server/src/platform/whole-file.ts'
import { version } from '../../../server/src/roles/version.ts'
import { openDataFolder, requireFinishedRotation } from '../data-folder.ts'
import type { DataFolder } from '../data-folder.ts'
import { addressesOf, openKnownFolder } from '../database-access.ts'
import { readKey, readKeyEncryptionKeys } from '../key-encryption-key.ts'
import { LaunchError } from '../launch-error.ts'
import { readArchive, writeArchive } from './archive.ts'

type Settings = Pick<Config, 'data' | 'databaseUrl' | 'kek' | 'formerKek' | 'backupKey'>

/** What was found in a restored database. */
export interface Verified {
  /** Batches of the ledger, over all stripes. */
  readonly batches: bigint
  /** When the backup was begun, in milliseconds since 1970. */
  readonly takenMs: number
}

/**
 * Backs up a data folder, whether Candor runs or not, to a new file in the folder `to`, and verifies it: the file is
 * restored beside itself, and has its name only once the restored ledger and audit are sound. Throws LaunchError.
 */
export async function backUp(config: Settings, to: string): Promise<Verified & { readonly file: string }> {
  const key = await requireKey(config)
  if (config.databaseUrl !== '')
    throw new LaunchError(
      'The database is at DATABASE_URL, whose own server backs it up; this saves the one of a data folder.',
    )
  const folder = await openKnownFolder(config)
  requireFinishedRotation(folder)
  if (`${resolve(to)}${sep}`.startsWith(`${folder.path}${sep}`))
    throw new LaunchError('A backup within the data folder would be lost with it; name another folder with --to.')
  await mkdir(to, { recursive: true })
  const takenMs = Date.now()
  const file = join(to, `candor-${new Date(takenMs).toISOString().replaceAll(':', '-')}.backup`)
  const draft = `${file}.part`
  try {
    await writeDraft(draft, { folder, key, takenMs })
    const verified = await tryOut(draft, { config, key })
    await rename(draft, file)
    await flushFolder(to)
    return { ...verified, file }
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDraft(
  draft: string,
  { folder, key, takenMs }: { readonly folder: DataFolder; readonly key: string; readonly takenMs: number },
): Promise<void> {
  const access = await addressesOf(folder, '')
  try {
    const label = { format: 'candor-backup-1', takenMs, version } as const
    await writeArchive(draft, { folder: folder.path, ownerUrl: access.ownerUrl, key, label })
  } finally {
    await access.close()
  }
}

/** Restores a draft beside it and throws that away again. */
async function tryOut(
  draft: string,
  { config, key }: { readonly config: Settings; readonly key: string },
): Promise<Verified> {
  const trial = await mkdtemp(`${draft}-trial-`)
  try {
    return await restoreInto(trial, draft, { config, key, durable: false })
  } finally {
    await remove(trial)
  }
}

/**
 * Restores a backup as the new data folder `to`, all or nothing, and verifies it. `log` is the folder of the logs'
 * files as they were published last: by them the logs know whether they may go on. Without it they sign nothing until a
 * person decides. Throws LaunchError.
 */
export async function restore(
  config: Settings,
  { file, to, log }: { readonly file: string; readonly to: string; readonly log: string | null },
): Promise<Verified> {
  const key = await requireKey(config)
  const target = resolve(to)
  const present = await readdir(target).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new LaunchError(`${to} is a file, or may not be read.`)
  })
  if (present.length > 0) throw new LaunchError(`${to} is not empty: a backup is restored into a new folder only.`)
  await readdir(log ?? '.').catch(() => {
    throw new LaunchError(`There is no folder of the logs at ${String(log)}.`)
  })
  await mkdir(dirname(target), { recursive: true })
  const draft = await mkdtemp(join(dirname(target), `${basename(target)}.restoring-`))
  try {
    const verified = await restoreInto(draft, file, { config, key, durable: true })
    await settleLogs(join(draft, 'log'), log, verified.takenMs)
    await chmod(draft, 0o755)
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
    await flushFolder(dirname(target))
    return verified
  } finally {
    await remove(draft)
  }
}

async function settleLogs(own: string, newest: string | null, takenMs: number): Promise<void> {
  if (newest === null) {
    await mkdir(own, { recursive: true })
    await writeFile(join(own, restoredMarker), `${new Date(takenMs).toISOString()}\n`)
    return
  }
  await remove(own)
  await cp(newest, own, { recursive: true })
}

async function requireKey({ backupKey }: Settings): Promise<string> {
  const key = await readKey('CANDOR_BACKUP_KEY', backupKey)
  if (key === null)
    throw new LaunchError('Set CANDOR_BACKUP_KEY to a key of at least 32 characters, which you keep elsewhere.')
  return key
}

async function restoreInto(
  folder: string,
  file: string,
  { config, key, durable }: { readonly config: Settings; readonly key: string; readonly durable: boolean },
): Promise<Verified> {
  const { takenMs } = await readArchive(file, folder, { key, flush: durable })
  const dataDir = join(folder, 'postgres')
  await chmod(dataDir, 0o700)
  const { secrets } = await openDataFolder(folder, await readKeyEncryptionKeys(config))
  const postgres = await startEmbeddedPostgres({ dataDir, password: secrets.ownerPassword, durable })
  try {
    return { takenMs, batches: await requireSound(addressFor(postgres.url, { database: 'candor' })) }
  } finally {
    await postgres.stop()
  }
}

/** Checks every invariant of the ledger and the chain of the audit. Returns the number of batches. */
async function requireSound(ownerUrl: string): Promise<bigint> {
  const check = async (pool: Database): Promise<bigint> => {
    const { mismatches } = await checkLedger(pool)
    const [first] = mismatches
    if (first !== undefined)
      throw new LaunchError(`The ledger of this backup is broken: ${first.invariant} (${first.detail}).`)
    const audit = await pool.query<{ broken_seq: bigint | null }>('select broken_seq from audit.verify()')
    const broken = audit.rows[0]?.broken_seq ?? null
    if (broken !== null) throw new LaunchError(`The audit of this backup is broken from its entry ${broken} on.`)
    const { rows } = await pool.query<{ batches: bigint }>('select count(*) as batches from ledger.batch')
    return rows[0]?.batches ?? 0n
  }
  return withPool(ownerUrl, 'backup', check, { queryTimeoutMs: 0 })
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true })
}
