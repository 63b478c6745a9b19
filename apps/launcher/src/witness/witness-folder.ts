import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatSignerKey, fromBase64, parseSignerKey, signerKey, toBase64 } from '@candor/proof'
import type { SignerKey } from '@candor/proof'
import * as z from 'zod/mini'
import { flushFolder, readIfPresent, replaceFile } from '../../../server/src/platform/whole-file.ts'
import type { SeenCheckpoint, WitnessState } from './add-checkpoint.ts'
import { lockFolder } from './folder-lock.ts'

const seenFile = z.strictObject({ origin: z.string(), size: z.int(), root: z.string(), note: z.string() })

/** The newest checkpoint of a log that a witness cosigned, with all signatures. */
export type StoredCheckpoint = z.infer<typeof seenFile>

/** What a witness keeps in a folder: its private key and the newest checkpoint of each log. */
export interface WitnessFolder extends WitnessState {
  readonly key: SignerKey
  /** The stored checkpoint of a log, or null. */
  stored(origin: string): Promise<StoredCheckpoint | null>
  /** Lets another process open the folder. */
  close(): void
}

/**
 * Opens the folder of a witness of this name, and makes its key at the first start. Only its user may read it. Throws
 * FolderTaken while another witness has it: the two could cosign two histories.
 */
export async function openWitnessFolder(path: string, name: string): Promise<WitnessFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const lock = lockFolder(path)
  const key = await keyOf(join(path, 'key'), name).catch((error: unknown) => {
    lock.release()
    throw error
  })
  const fileOf = (origin: string) => join(path, `${createHash('sha256').update(origin).digest('hex')}.json`)
  const stored = async (origin: string): Promise<StoredCheckpoint | null> => {
    const bytes = await readIfPresent(fileOf(origin))
    return bytes === null ? null : z.parse(seenFile, JSON.parse(bytes.toString()))
  }
  return {
    key,
    stored,
    close: lock.release,
    async read(origin) {
      const found = await stored(origin)
      return found === null ? null : { size: found.size, root: fromBase64(found.root) }
    },
    async write(origin: string, { size, root }: SeenCheckpoint, note: string) {
      const found: StoredCheckpoint = { origin, size, root: toBase64(root), note }
      await replaceFile(fileOf(origin), `${JSON.stringify(found)}\n`, { mode: 0o600 })
      await flushFolder(path)
    },
  }
}

async function keyOf(file: string, name: string): Promise<SignerKey> {
  const bytes = await readIfPresent(file)
  if (bytes !== null) return parseSignerKey(bytes.toString().trim())
  const made = await signerKey({ name, type: 'cosignature', seed: randomBytes(32) })
  await writeFile(file, `${formatSignerKey(made)}\n`, { mode: 0o600, flag: 'wx' })
  return made
}
