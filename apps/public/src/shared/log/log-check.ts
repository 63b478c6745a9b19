import type { OutputOf, transparencyCheckpoints } from '@candor/api'
import {
  equalBytes,
  fromBase64,
  hashesFromTiles,
  nullIfMalformed,
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
 * before; it does, and a `followed` key signs now, which the log announces; or a `new-key` does, to which no seen key
 * leads; the log `differs` from what was seen; or the checkpoint or its tiles are `refused`.
 */
export interface ShardCheck {
  readonly state: 'first' | 'same' | 'extends' | 'followed' | 'new-key' | 'differs' | 'refused'
  readonly note: string
  /** Null for a checkpoint that is refused. */
  readonly head: SeenHead | null
  readonly before: SeenHead | null
}

/** What passes: everything else has its words and what to do. */
export const passingStates: readonly ShardCheck['state'][] = ['first', 'same', 'extends', 'followed']

/** Whether the keys that this browser has seen lead to the present key of a shard. */
export type LeadsTo = (shard: Pick<ListedShard, 'log' | 'vkey' | 'origin'>) => Promise<boolean>

interface CheckOptions {
  read(path: string): Promise<Uint8Array>
  readonly nowMs: number
  readonly leadsTo: LeadsTo
}

/** Verifies the newest checkpoint of a shard from its files. Throws what `read` throws. */
export async function checkShard(
  listed: Pick<ListedShard, 'log' | 'shard' | 'vkey' | 'origin'>,
  before: SeenHead | null,
  { read, nowMs, leadsTo }: CheckOptions,
): Promise<ShardCheck> {
  const { log, shard, vkey } = listed
  const file = (name: string) => read(`/log/${log}/${shard}/${name}`)
  const bytes = await file('checkpoint')
  const note = textOf(bytes)
  try {
    const checkpoint = await openLogCheckpoint(bytes, vkey)
    const readTile: ReadTile = (tile) => file(tilePath(tile))
    // The tiles at the right edge lead to the root.
    await hashesFromTiles(checkpoint, readTile)([])
    const head = { vkey, size: checkpoint.size, root: toBase64(checkpoint.root), seenMs: nowMs }
    if (before === null) return { state: 'first', note, head, before }
    const isOtherKey = before.vkey !== vkey
    if (isOtherKey && !(await leadsTo(listed))) return { state: 'new-key', note, head, before }
    const state = await compared(checkpoint, before, readTile)
    return { state: isOtherKey && state !== 'differs' ? 'followed' : state, note, head, before }
  } catch (error) {
    if (error instanceof ProofError) return { state: 'refused', note, head: null, before }
    throw error
  }
}

async function compared(
  newest: Checkpoint,
  before: SeenHead,
  readTile: ReadTile,
): Promise<'same' | 'extends' | 'differs'> {
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
  return nullIfMalformed(() => utf8Text(bytes)) ?? ''
}
