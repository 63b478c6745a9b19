import { equalBytes } from './bytes.ts'
import { openCheckpoint } from './checkpoint.ts'
import type { Checkpoint } from './checkpoint.ts'
import { noteVerifier } from './cosignature.ts'
import { ensure } from './errors.ts'
import { leafHash } from './hash.ts'
import { parseVerifierKey } from './note-key.ts'
import { hashesFromTiles, readVerifiedTile } from './tile-reader.ts'
import type { ReadTile, TreeHead } from './tile-reader.ts'
import { tileWidth } from './tiles.ts'
import { verifyConsistency } from './tree.ts'
import { carryOut, planConsistency } from './tree-plan.ts'

/**
 * Opens the checkpoint of a log by its key, whose name is the log's origin. Throws `unknown-origin` for the checkpoint
 * of another log, and as `openCheckpoint` does.
 */
export async function openLogCheckpoint(note: Uint8Array | string, vkey: string): Promise<Checkpoint> {
  const key = parseVerifierKey(vkey)
  const { checkpoint } = await openCheckpoint(note, [noteVerifier(key)])
  ensure(checkpoint.origin === key.name, 'unknown-origin', 'The checkpoint is of another log than its key.')
  return checkpoint
}

/** An entry is `present` at its index, `beyond` the checkpoint, or the log has an `other` one there. */
export type FoundEntry = 'present' | 'beyond' | 'other'

/** Looks an entry up in a log, by its tiles, none of which is trusted. Throws as `hashesFromTiles` does. */
export async function findEntry(
  head: TreeHead,
  { index, entry }: { readonly index: number; readonly entry: Uint8Array },
  readTile: ReadTile,
): Promise<FoundEntry> {
  if (index >= head.size) return 'beyond'
  const hashes = await readVerifiedTile(head, { level: 0, index: Math.floor(index / tileWidth) }, readTile)
  const found = hashes[index % tileWidth]
  return found !== undefined && equalBytes(found, leafHash(entry)) ? 'present' : 'other'
}

/**
 * Verifies by its tiles that a log extends an older state of it: nothing was changed or removed. Throws `wrong-proof`
 * where it does not, `out-of-range` where it is smaller, and as `hashesFromTiles` does.
 */
export async function verifyExtension(older: TreeHead, newer: TreeHead, readTile: ReadTile): Promise<void> {
  const sizes = { oldSize: older.size, newSize: newer.size }
  const proof = await carryOut(planConsistency(sizes), hashesFromTiles(newer, readTile))
  verifyConsistency({ ...sizes, oldRoot: older.root, newRoot: newer.root, proof })
}
