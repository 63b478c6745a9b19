import { concatBytes, fromHex, utf8Bytes } from '../bytes.ts'
import { signCheckpoint } from '../checkpoint.ts'
import { cosigner, noteSigner } from '../cosignature.ts'
import type { Sign } from '../cosignature.ts'
import { sha256 } from '../hash.ts'
import { formatVerifierKey, signerKey } from '../note-key.ts'
import type { KeyType, VerifierKey } from '../note-key.ts'
import { signNote } from '../note.ts'
import { acceptanceOrigin, formatAcceptance } from '../receipt/index.ts'
import type { Acceptance } from '../receipt/index.ts'
import type { MemoryTree } from './memory-tree.ts'

interface SyntheticKey {
  readonly key: VerifierKey
  readonly sign: Sign
}

const keys = new Map<string, Promise<SyntheticKey>>()

/** The key of a name, always the same one. Never used outside of tests. */
function syntheticKey(name: string, type: KeyType = 'ed25519'): Promise<SyntheticKey> {
  const known = keys.get(`${type} ${name}`) ?? makeKey(name, type)
  keys.set(`${type} ${name}`, known)
  return known
}

/** WebCrypto signs many times as fast as JavaScript does. */
async function makeKey(name: string, type: KeyType): Promise<SyntheticKey> {
  const seed = sha256(utf8Bytes(`synthetic ${name}`))
  const { key } = await signerKey({ name, type, seed })
  const pkcs8 = concatBytes(fromHex('302e020100300506032b657004220420'), seed)
  const privateKey = await crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), 'Ed25519', false, ['sign'])
  const sign = async (message: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new Uint8Array(message)))
  return { key, sign }
}

/** The public key of a name as a vkey. */
export async function syntheticVkey(name: string, type: KeyType = 'ed25519'): Promise<string> {
  return formatVerifierKey((await syntheticKey(name, type)).key)
}

/** Signs the checkpoint of a tree, with a cosignature of each named witness. */
export async function syntheticCheckpoint(
  { origin, tree, size = tree.size }: { readonly origin: string; readonly tree: MemoryTree; readonly size?: number },
  witnesses: readonly string[] = [],
): Promise<string> {
  return signedCheckpoint({ origin, size, root: tree.root(size) }, witnesses)
}

/** Signs a checkpoint whose root comes from elsewhere. */
export async function signedCheckpoint(
  { origin, size, root }: { readonly origin: string; readonly size: number; readonly root: Uint8Array },
  witnesses: readonly string[] = [],
): Promise<string> {
  const log = await syntheticKey(origin)
  const cosigners = await Promise.all(
    witnesses.map(async (name) => {
      const { key, sign } = await syntheticKey(name, 'cosignature')
      return cosigner(key, sign, cosignedSeconds)
    }),
  )
  return signCheckpoint({ origin, size, root, extensions: [] }, [noteSigner(log.key, log.sign), ...cosigners])
}

/** When synthetic witnesses cosign. */
export const cosignedSeconds = 1_790_009_000

/** Signs an acceptance. */
export async function signedAcceptance(acceptance: Acceptance): Promise<string> {
  const { key, sign } = await syntheticKey(acceptanceOrigin(acceptance.host))
  return signNote(formatAcceptance(acceptance), [noteSigner(key, sign)])
}
