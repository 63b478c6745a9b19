import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import tar from 'tar-stream'
import type { Header, Pack } from 'tar-stream'
import { LaunchError } from '../launch-error.ts'
import { copyCluster } from './base-backup.ts'
import { opening, sealing } from './sealed-stream.ts'

/** What a backup says of itself, in its first entry. */
export type BackupLabel = z.output<typeof labelSchema>

const labelSchema = z.object({ format: z.literal('candor-backup-1'), takenMs: z.int(), version: z.string() })
const labelName = 'candor-backup.json'
const manifestName = 'postgres/backup_manifest'
const logFolder = 'log'
/** What is made again by itself, or is PostgreSQL's own, which it copies itself. */
const leftOut = /^(postgres|postgres\.log|logs|log|postgres-binaries-.*|.*\.(lock|new))$/

/**
 * Writes the data folder and its running database to `file`, encrypted under the operator's key. The files of the logs
 * are first: they may be older than the database, which then completes them, and never newer. Photos are last: each
 * that a row of the database names is there.
 */
export async function writeArchive(
  file: string,
  what: { readonly folder: string; readonly ownerUrl: string; readonly key: string; readonly label: BackupLabel },
): Promise<void> {
  const pack = tar.pack()
  const written = pipeline(pack, createGzip({ level: 1 }), sealing(what.key), createWriteStream(file, { mode: 0o600 }))
  const filled = fill(pack, what).catch((error: unknown) => {
    pack.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  await bothOf(filled, written)
}

async function fill(
  pack: Pack,
  { folder, ownerUrl, label }: { readonly folder: string; readonly ownerUrl: string; readonly label: BackupLabel },
): Promise<void> {
  await add(pack, { name: labelName }, Buffer.from(JSON.stringify(label)))
  await addBelow(pack, folder, logFolder)
  await addCluster(pack, ownerUrl)
  for (const name of await readdir(folder)) if (!leftOut.test(name)) await addBelow(pack, folder, name)
  pack.finalize()
}

/** PostgreSQL's archive, entry by entry, below `postgres`. */
async function addCluster(pack: Pack, ownerUrl: string): Promise<void> {
  const archive = tar.extract({ highWaterMark: 1 << 20 })
  // Its own streams behave as those of Node, and are typed apart.
  const sink = archive as unknown as Writable
  const copied = copyCluster(ownerUrl, sink).then((manifest) => {
    sink.end()
    return manifest
  })
  const moved = (async () => {
    for await (const entry of archive) {
      const header = { ...entry.header, name: `postgres/${entry.header.name}` }
      if (header.type === 'symlink')
        throw new LaunchError('The database has table spaces of its own, which no backup here holds.')
      await pipeline(entry, pack.entry(header))
    }
  })()
  await bothOf(copied, moved)
  await add(pack, { name: manifestName, mode: 0o600 }, await copied)
}

/** A file, or all files of a folder. One that is removed meanwhile is left out. */
async function addBelow(pack: Pack, folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  const found = await stat(path).catch(() => null)
  if (found?.isFile() === true) {
    const bytes = await readFile(path).catch(() => null)
    if (bytes !== null) await add(pack, { name, mode: found.mode & 0o777 }, bytes)
    return
  }
  if (found?.isDirectory() !== true) return
  const names = await readdir(path).catch(() => [])
  for (const each of names) if (!each.endsWith('.new')) await addBelow(pack, folder, `${name}/${each}`)
}

function add(pack: Pack, header: Partial<Header> & Pick<Header, 'name'>, bytes: Buffer): Promise<void> {
  return new Promise((done, fail) => {
    pack.entry(header, bytes, (error) => (error ? fail(error) : done()))
  })
}

/**
 * Restores a backup into an empty folder and compares every file of the database with PostgreSQL's own manifest. Throws
 * LaunchError where the key is wrong or the file was changed; what was written by then is the caller's to remove.
 */
export async function readArchive(
  file: string,
  folder: string,
  { key, flush }: { readonly key: string; readonly flush: boolean },
): Promise<BackupLabel> {
  const archive = tar.extract({ highWaterMark: 1 << 20 })
  const digests = new Map<string, string>()
  let label: BackupLabel | null = null
  const stored = (async () => {
    for await (const entry of archive) {
      const { name, type, mode } = entry.header
      if (name === labelName) label = await readLabel(entry as Bytes)
      else if (type === 'directory') await mkdir(inside(folder, name), { recursive: true, mode: 0o700 })
      else digests.set(name, await store(entry as Bytes, inside(folder, name), { mode, flush }))
      entry.resume()
    }
  })()
  await bothOf(pipeline(createReadStream(file), opening(key), createGunzip(), archive), stored)
  if (label === null) throw new LaunchError('The file is no backup of Candor.')
  await requireManifest(folder, digests)
  return label
}

/** The content of an entry, whose type says nothing of it. */
type Bytes = AsyncIterable<Uint8Array>

async function readLabel(entry: Bytes): Promise<BackupLabel> {
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(Buffer.from(part))
  const read = z.safeParse(labelSchema, JSON.parse(Buffer.concat(parts).toString()))
  if (!read.success) throw new LaunchError('The backup is of another version of Candor, which has to restore it.')
  return read.data
}

function inside(folder: string, name: string): string {
  const path = resolve(folder, name)
  if (!path.startsWith(`${resolve(folder)}${sep}`)) throw new LaunchError(`The backup names a file outside: ${name}.`)
  return path
}

async function store(
  entry: Bytes,
  path: string,
  { mode, flush }: { readonly mode: number; readonly flush: boolean },
): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const hashed = async function* (parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      hash.update(part)
      yield part
    }
  }
  await pipeline(entry, hashed, createWriteStream(path, { mode, flush }))
  return hash.digest('hex')
}

const manifestSchema = z.object({
  Files: z.array(
    z.object({ Path: z.optional(z.string()), 'Encoded-Path': z.optional(z.string()), Checksum: z.string() }),
  ),
})

async function requireManifest(folder: string, digests: ReadonlyMap<string, string>): Promise<void> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => '{}')
  const manifest = z.safeParse(manifestSchema, JSON.parse(text))
  if (!manifest.success) throw new LaunchError('The backup has no list of the files of its database.')
  for (const file of manifest.data.Files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString()
    if (digests.get(`postgres/${path}`) !== file.Checksum)
      throw new LaunchError(`The backup lacks a file of its database, or has it changed: ${relative('', path)}.`)
  }
}

/** Waits for both, so that nothing goes on after a failure; the error that an operator can read goes first. */
async function bothOf(one: Promise<unknown>, other: Promise<unknown>): Promise<void> {
  const outcomes = await Promise.allSettled([one, other])
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (errors.length > 0) throw errors.find((error) => error instanceof LaunchError) ?? errors[0]
}
