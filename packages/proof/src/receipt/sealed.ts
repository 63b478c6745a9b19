import { equalBytes, toBase64 } from '../bytes.ts'
import { batchEvent, itemLeafHash } from '../encoding/index.ts'
import type { CellPlace } from '../encoding/index.ts'
import { ensureSame, ProofError } from '../errors.ts'
import { leafHash } from '../hash.ts'
import { rootOfInclusion } from '../tree.ts'
import type { Acceptance } from './acceptance.ts'
import type { Notes } from './known-notes.ts'
import { rootOfLeafSet } from './leaf-set.ts'
import type { ProvenLeaf } from './leaf-set.ts'
import type { LoggedItem, LoggedPlacing, SealedItem, ShardProof } from './receipt.ts'

/** The movement of batches that place orders, and of those that settle them. */
export const placedKind = 'contract-placed'
export const settledKind = 'contract-settled'

/** Verifies that an item is among those of a batch. Throws a ProofError. */
export function ensureSealed(
  { salt, item, index, path }: SealedItem<unknown>,
  { itemCount, itemsRoot }: { readonly itemCount: number; readonly itemsRoot: Uint8Array },
): void {
  const root = rootOfInclusion({ index, size: itemCount, leafHash: itemLeafHash(salt, item.bytes), proof: path })
  ensureSameRoot(root, itemsRoot, 'The item is not among those of its batch.')
}

/** The cell of a batch and the number of its entry there; empty where it names none. */
export function placeOf({ cell, sequence }: Partial<CellPlace>): Partial<CellPlace> {
  return cell === undefined || sequence === undefined ? {} : { cell, sequence }
}

/**
 * Verifies that a batch is of the cell whose logs the verifier trusts, if both name one. Throws a ProofError. A batch
 * without a cell may be from before they did: that none follows one with a cell is shown by the whole log.
 */
export function ensureOfCell({ cell }: Partial<CellPlace>, trusted: { readonly cell?: number }): void {
  if (trusted.cell === undefined || cell === undefined) return
  const difference = { stated: `${cell}`, expected: `${trusted.cell}` }
  ensureSame(difference, 'wrong-data', 'The batch is of another cell than the log.')
}

/** The entry that an acceptance promises, with what it does not say. */
export function placedBatch(acceptance: Acceptance, { entryCount, batchHash, ...logged }: LoggedPlacing): Uint8Array {
  const { stripe, seq, acceptedMs, itemCount, itemsRoot } = acceptance
  return batchEvent.encode({
    stripe,
    seq,
    atMs: acceptedMs,
    kind: placedKind,
    entryCount,
    itemCount,
    itemsRoot,
    batchHash,
    ...placeOf(logged),
  })
}

/** The entry of a batch as a leaf of the log of events. */
export function batchLeaf({ batch, leaf }: Pick<LoggedItem<unknown>, 'batch' | 'leaf'>): ProvenLeaf {
  return { index: leaf, hash: leafHash(batch.bytes) }
}

/** Verifies that leaves and proof of a shard lead to the root of its checkpoint. Throws a ProofError. */
export function ensureLogged(
  { checkpoint, proof }: ShardProof,
  leaves: readonly ProvenLeaf[],
  { notes }: { readonly notes: Notes },
): void {
  const { size, root } = notes.checkpoint(checkpoint)
  const found = rootOfLeafSet({ size, leaves, proof })
  ensureSameRoot(found, root, 'The entries are not in the log where the receipt says.')
}

/** Throws `wrong-proof` with both roots unless the one that follows from the receipt is the signed one. */
export function ensureSameRoot(stated: Uint8Array, expected: Uint8Array, message: string): void {
  if (!equalBytes(stated, expected))
    throw new ProofError('wrong-proof', message, { stated: toBase64(stated), expected: toBase64(expected) })
}
