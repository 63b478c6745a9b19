import type { OutputOf, transparencyCheckpoints } from '@candor/api'
import {
  equalBytes,
  fromBase64,
  hashesFromTiles,
  openLogCheckpoint,
  ProofError,
  tilePath,
  toBase64,
  utf8Text,
  verifyExtension,
} from '@candor/proof'
import type { Checkpoint, ReadTile } from '@candor/proof'

export type ListedShard = OutputOf<typeof transparencyCheckpoints>['shards'][number]

/** The head of a shard that this browser has verified and remembers. */
export interface SeenHead {
  readonly vkey: string
  readonly size: number
  /** In base64. */
  readonly root: string
  readonly seenMs: number
}

/**
 * What this browser found: the checkpoint verifies, and it is the `first`, the `same` or one that `extends` the one
 * before; another key signs now; the log `differs` from what was seen; or the checkpoint or its tiles are `refused`.
 */
export interface ShardCheck {
  readonly state: 'first' | 'same' | 'extends' | 'new-key' | 'differs' | 'refused'
  readonly note: string
  /** Null for a checkpoint that is refused. */
  readonly head: SeenHead | null
  readonly before: SeenHead | null
}

type Read = (path: string) => Promise<Uint8Array>

/** Verifies the newest checkpoint of a shard from its files. Throws what `read` throws. */
export async function checkShard(
  { log, shard, vkey }: Pick<ListedShard, 'log' | 'shard' | 'vkey'>,
  before: SeenHead | null,
  { read, nowMs }: { readonly read: Read; readonly nowMs: number },
): Promise<ShardCheck> {
  const file = (name: string) => read(`/log/${log}/${shard}/${name}`)
  const bytes = await file('checkpoint')
  const note = textOf(bytes)
  try {
    const checkpoint = await openLogCheckpoint(bytes, vkey)
    const readTile: ReadTile = (tile) => file(tilePath(tile))
    // The tiles at the right edge lead to the root.
    await hashesFromTiles(checkpoint, readTile)([])
    const head = { vkey, size: checkpoint.size, root: toBase64(checkpoint.root), seenMs: nowMs }
    return { state: await compared(checkpoint, vkey, { before, readTile }), note, head, before }
  } catch (error) {
    if (error instanceof ProofError) return { state: 'refused', note, head: null, before }
    throw error
  }
}

async function compared(
  newest: Checkpoint,
  vkey: string,
  { before, readTile }: { readonly before: SeenHead | null; readonly readTile: ReadTile },
): Promise<Exclude<ShardCheck['state'], 'refused'>> {
  if (before === null) return 'first'
  if (before.vkey !== vkey) return 'new-key'
  const root = fromBase64(before.root)
  if (newest.size === before.size) return equalBytes(newest.root, root) ? 'same' : 'differs'
  if (newest.size < before.size) return 'differs'
  if (before.size === 0) return 'extends'
  try {
    await verifyExtension({ size: before.size, root }, newest, readTile)
    return 'extends'
  } catch (error) {
    if (error instanceof ProofError) return 'differs'
    throw error
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8Text(bytes)
  } catch (error) {
    if (error instanceof ProofError) return ''
    throw error
  }
}
