import {
  formatVerifierKey,
  leafHash,
  noteSigner,
  serialiseTile,
  signCheckpoint,
  signerKey,
  signWith,
  treeRoot,
  utf8Bytes,
} from '../index.ts'

/** The half-year of each log that `signedLog` makes. */
export const shard = '2026h2'

interface SignedLogOptions {
  readonly origin?: string
  /** Another key for each. */
  readonly seed?: number
}

/** A log of a few entries, signed by a key of its own, with the files below `/log/` that a server serves of it. */
export async function signedLog(
  log: 'ticks' | 'events',
  entries: readonly Uint8Array[],
  { origin = `candor.example/${log}/${shard}`, seed = 7 }: SignedLogOptions = {},
) {
  const signer = await signerKey({ name: origin, type: 'ed25519', seed: new Uint8Array(32).fill(seed) })
  const hashes = entries.map(leafHash)
  const checkpoint = { origin, size: hashes.length, root: treeRoot(hashes), extensions: [] }
  const note = await signCheckpoint(checkpoint, [noteSigner(signer.key, signWith(signer))])
  const tile = `/log/${log}/${shard}/tile/0/000.p/${hashes.length}`
  const files = new Map([
    [`/log/${log}/${shard}/checkpoint`, utf8Bytes(note)],
    [tile, serialiseTile(hashes)],
  ])
  const read = (path: string) => {
    const file = files.get(path)
    return file === undefined ? Promise.reject(new Error(`there is no ${path}`)) : Promise.resolve(file)
  }
  return { listed: { log, shard, vkey: formatVerifierKey(signer.key) }, tile, files, read }
}
