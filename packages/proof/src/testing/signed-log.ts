import {
  bundlePath,
  formatVerifierKey,
  leafHash,
  noteSigner,
  serialiseBundle,
  serialiseTile,
  signCheckpoint,
  signerKey,
  signWith,
  tilePath,
  treeRoot,
  utf8Bytes,
} from '../index.ts'
import type { SignerKey } from '../index.ts'

/** The half-year of each log that `signedLog` makes. */
export const shard = '2026h2'

interface SignedLogOptions {
  readonly origin?: string
  /** Another key for each. */
  readonly seed?: number
}

/**
 * The files of a log of a few entries that a key signs, by their paths below the folder of the log: the checkpoint, a
 * tile of hashes and a bundle of entries.
 */
export async function logFiles(
  signer: SignerKey,
  entries: readonly Uint8Array[],
  origin = signer.key.name,
): Promise<Map<string, Uint8Array>> {
  const hashes = entries.map(leafHash)
  const width = hashes.length
  const checkpoint = { origin, size: width, root: treeRoot(hashes), extensions: [] }
  const note = await signCheckpoint(checkpoint, [noteSigner(signer.key, signWith(signer))])
  return new Map([
    ['checkpoint', utf8Bytes(note)],
    [tilePath({ level: 0, index: 0, width }), serialiseTile(hashes)],
    [bundlePath({ index: 0, width }), serialiseBundle(entries)],
  ])
}

/** Files by their paths, below a folder. */
export function inFolder(folder: string, files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  return new Map([...files].map(([path, bytes]) => [`${folder}/${path}`, bytes]))
}

/** A log of a few entries, signed by a key of its own, with the files below `/log/` that a server serves of it. */
export async function signedLog(
  log: 'ticks' | 'events',
  entries: readonly Uint8Array[],
  { origin = `candor.example/${log}/${shard}`, seed = 7 }: SignedLogOptions = {},
) {
  const signer = await signerKey({ name: origin, type: 'ed25519', seed: new Uint8Array(32).fill(seed) })
  const folder = `/log/${log}/${shard}`
  const files = inFolder(folder, await logFiles(signer, entries))
  const tile = `${folder}/${tilePath({ level: 0, index: 0, width: entries.length })}`
  const read = (path: string) => {
    const file = files.get(path)
    return file === undefined ? Promise.reject(new Error(`there is no ${path}`)) : Promise.resolve(file)
  }
  return { listed: { log, shard, vkey: formatVerifierKey(signer.key) }, tile, files, read }
}
