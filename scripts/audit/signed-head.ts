import { equalBytes, parseCheckpoint, parseNote, ProofError, toBase64 } from '@candor/proof'
import type { Checkpoint } from '@candor/proof'
import type { SeenHead } from './audit-state.ts'
import type { Findings } from './findings.ts'
import { keysOfShard } from './known-keys.ts'
import { plainBytes, SourceError } from './log-source.ts'
import type { ListedShard, LogSource } from './log-source.ts'

/** A shard with its newest checkpoint. */
export interface ShardHead {
  /** Such as `ticks/2026h2`. */
  readonly name: string
  readonly log: 'ticks' | 'events'
  readonly note: string
  readonly checkpoint: Checkpoint
  /** The key that the source names; null where it names none. */
  readonly listedVkey: string | null
  /** The keys of the last run and of `--trust`; null where they have none of the log. */
  readonly knownVkeys: readonly string[] | null
  readonly firstSlot: number | null
}

const maxCheckpointBytes = 65_536
/** Half a year has 32 million slots; events are bounded to what no machine of one house books. */
const maxLeaves = { ticks: 32_000_000, events: 4_000_000_000 } as const

/** Reads the newest checkpoint of a shard; null where it has none yet. Its signature is verified on its own. */
export async function readHead(
  source: LogSource,
  { log, shard, vkey, firstSlot }: ListedShard,
  known: readonly string[],
): Promise<ShardHead | null> {
  const name = `${log}/${shard}`
  const file = await source.read(`${name}/checkpoint`, maxCheckpointBytes)
  if (file === null) return null
  try {
    const note = plainBytes(file, maxCheckpointBytes, `${name}/checkpoint`).toString('utf8')
    const checkpoint = parseCheckpoint(parseNote(note).text)
    if (!checkpoint.origin.endsWith(`/${name}`))
      throw new SourceError(`${name}/checkpoint is of another log, ${checkpoint.origin}.`)
    if (checkpoint.size > maxLeaves[log])
      throw new SourceError(`${name}/checkpoint claims ${checkpoint.size} leaves, more than half a year can have.`)
    const knownVkeys = keysOfShard(known, checkpoint.origin)
    return { name, log, note, checkpoint, listedVkey: vkey, knownVkeys, firstSlot }
  } catch (error) {
    if (error instanceof ProofError) throw new SourceError(`${name}/checkpoint is no checkpoint: ${error.message}`)
    throw error
  }
}

/** Compares a checkpoint with the one of the last run, as far as sizes and names go. Whether the head may be used. */
export function compareWithSeen(
  { name, checkpoint }: ShardHead,
  seen: SeenHead | undefined,
  findings: Findings,
): boolean {
  if (seen === undefined) return true
  if (seen.origin !== checkpoint.origin) {
    findings.fail('checkpoints', `${name} was ${seen.origin} in the last run, and is ${checkpoint.origin} now.`)
    return false
  }
  if (checkpoint.size < seen.size) {
    findings.fail(
      'checkpoints',
      `FORK: ${name} had ${seen.size} signed leaves in the last run, and has ${checkpoint.size} now.`,
    )
    return false
  }
  if (checkpoint.size === seen.size && toBase64(checkpoint.root) !== seen.root) {
    findings.fail('checkpoints', `FORK: ${name} has two signed roots over its first ${seen.size} leaves.`)
    return false
  }
  return true
}

/** Compares the root over the first leaves with the one that was signed in the last run. */
export function compareRoots(name: string, size: number, made: Uint8Array, seen: Uint8Array, findings: Findings): void {
  if (equalBytes(made, seen)) findings.hold('checkpoints')
  else
    findings.fail(
      'checkpoints',
      `FORK: the first ${size} leaves of ${name} are not those that it had signed in the last run.`,
    )
}
