import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatSignerKey, fromBase64, parseSignerKey, signerKey, toBase64 } from '@candor/proof'
import type { SignerKey } from '@candor/proof'
import * as z from 'zod/mini'
import type { SeenCheckpoint, WitnessState } from './add-checkpoint.ts'

const seenFile = z.strictObject({ origin: z.string(), size: z.int(), root: z.string(), note: z.string() })

/** The newest checkpoint of a log that a witness cosigned, with all signatures. */
export type StoredCheckpoint = z.infer<typeof seenFile>

/** What a witness keeps in a folder: its private key and the newest checkpoint of each log. */
export interface WitnessFolder extends WitnessState {
  readonly key: SignerKey
  /** The stored checkpoint of a log, or null. */
  stored(origin: string): Promise<StoredCheckpoint | null>
}

/** Opens the folder of a witness of this name, and makes its key at the first start. Only its user may read it. */
export async function openWitnessFolder(path: string, name: string): Promise<WitnessFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const key = await keyOf(join(path, 'key'), name)
  const fileOf = (origin: string) => join(path, `${createHash('sha256').update(origin).digest('hex')}.json`)
  const stored = async (origin: string): Promise<StoredCheckpoint | null> => {
    const text = await readIfThere(fileOf(origin))
    return text === null ? null : z.parse(seenFile, JSON.parse(text))
  }
  return {
    key,
    stored,
    async read(origin) {
      const found = await stored(origin)
      return found === null ? null : { size: found.size, root: fromBase64(found.root) }
    },
    async write(origin: string, { size, root }: SeenCheckpoint, note: string) {
      const found: StoredCheckpoint = { origin, size, root: toBase64(root), note }
      await writeDurably(path, fileOf(origin), `${JSON.stringify(found)}\n`)
    },
  }
}

async function keyOf(file: string, name: string): Promise<SignerKey> {
  const text = await readIfThere(file)
  if (text !== null) return parseSignerKey(text.trim())
  const made = await signerKey({ name, type: 'cosignature', seed: randomBytes(32) })
  await writeFile(file, `${formatSignerKey(made)}\n`, { mode: 0o600, flag: 'wx' })
  return made
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Replaces a file as a whole. When it returns, the new content survives a loss of power. */
async function writeDurably(folder: string, file: string, text: string): Promise<void> {
  const next = `${file}.next`
  const handle = await open(next, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
