/** One leaf of a log, with what is served beside its entry. */
export interface LogLeaf {
  /** The bytes whose hash is in the tree. */
  readonly entry: Uint8Array
  /** The encoded records of a frame; null for leaves without. */
  readonly records: readonly Uint8Array[] | null
}

/** The shard that a log opens next. */
export interface NextShard {
  readonly shard: string
  /** The slot of its first leaf; null for a log whose leaves are no slots. */
  readonly firstSlot: number | null
}

/** What a sealer reads the leaves of a log from. */
export interface LeafSource {
  /** Whether files of records lie beside the bundles of entries. */
  readonly hasRecords: boolean
  /**
   * Gives what is new its place in a shard, for a log whose order only its sealer knows. Null where another sealer has
   * begun.
   */
  collect?(shard: OpenShard, fence: bigint): Promise<Collected | null>
  /**
   * The leaves of a shard from an index on, in order, at most `most`, only those that never change any more. Throws
   * LogStopped where a leaf that the shard must have is gone.
   */
  read(shard: OpenShard, from: number, most: number): Promise<readonly LogLeaf[]>
  /** The shard to open after `current`, which has `size` leaves; null where it goes on or none can begin yet. */
  next(current: OpenShard | null, size: number): Promise<NextShard | null>
  /** When the first leaf that is not among the first `size` was stored, in unix milliseconds; null where none waits. */
  waitingSinceMs(shard: OpenShard, size: number): Promise<number | null>
}

/** A shard after a look for what is new. */
export interface Collected {
  /** The leaves that it has; null where that is not known, because some were appended. */
  readonly size: number | null
}

export interface OpenShard {
  readonly shard: string
  readonly firstSlot: number | null
}
