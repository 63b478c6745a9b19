import { signCheckpoint } from '../checkpoint.ts'
import { cosigner, noteSigner, signWith } from '../cosignature.ts'
import { sha256 } from '../hash.ts'
import { utf8Bytes } from '../bytes.ts'
import { signNote } from '../note.ts'
import { formatVerifierKey, signerKey } from '../note-key.ts'
import type { KeyType, SignerKey } from '../note-key.ts'
import type { Acceptance } from '../receipt/index.ts'
import { acceptanceOrigin, formatAcceptance } from '../receipt/index.ts'
import type { MemoryTree } from './memory-tree.ts'

/** The key of a name, always the same one. Never used outside of tests. */
export function syntheticKey(name: string, type: KeyType = 'ed25519'): Promise<SignerKey> {
  return signerKey({ name, type, seed: sha256(utf8Bytes(`synthetic ${name}`)) })
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
      const witness = await syntheticKey(name, 'cosignature')
      return cosigner(witness.key, signWith(witness), cosignedSeconds)
    }),
  )
  return signCheckpoint({ origin, size, root, extensions: [] }, [noteSigner(log.key, signWith(log)), ...cosigners])
}

/** When synthetic witnesses cosign. */
export const cosignedSeconds = 1_790_009_000

/** Signs an acceptance. */
export async function signedAcceptance(acceptance: Acceptance): Promise<string> {
  const key = await syntheticKey(acceptanceOrigin(acceptance.host))
  return signNote(formatAcceptance(acceptance), [noteSigner(key.key, signWith(key))])
}
