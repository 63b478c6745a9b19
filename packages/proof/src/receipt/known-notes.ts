import { parseCheckpoint } from '../checkpoint.ts'
import type { Checkpoint } from '../checkpoint.ts'
import { noteVerifier } from '../cosignature.ts'
import { ensure } from '../errors.ts'
import type { VerifierKey } from '../note-key.ts'
import { parseNote, verifyNote } from '../note.ts'
import type { Note } from '../note.ts'
import type { PolicyWitness } from '../policy.ts'
import { acceptParsedCheckpoint } from '../policy-checkpoint.ts'
import type { AcceptedCheckpoint } from '../policy-checkpoint.ts'
import { acceptanceOrigin, parseAcceptance } from './acceptance.ts'
import type { Acceptance } from './acceptance.ts'
import { asyncMemory, TextMemory } from './text-memory.ts'

/** The logs of a receipt. */
export type LogName = 'ticks' | 'events'

/** The keys that notes are verified by. */
interface NoteKeys extends Readonly<Record<LogName, readonly VerifierKey[]>> {
  readonly acceptance: readonly VerifierKey[]
  readonly witnesses: readonly PolicyWitness[]
}

/** A checkpoint whose log has signed it, with the witnesses that cosigned. */
export interface SignedShard extends Pick<AcceptedCheckpoint, 'checkpoint' | 'cosigned'> {
  readonly origin: Origin
}

/** The parts of `<host>/<log>/<shard>`. */
interface Origin {
  readonly host: string
  readonly log: string
  readonly shard: string
}

/** How the signed notes of receipts are opened. */
export interface Notes {
  /** The checkpoint of a shard, before its signatures are verified. Throws a ProofError. */
  checkpoint(note: string): Checkpoint
  /** The checkpoint of a shard of a log. Throws a ProofError. */
  shard(note: string, log: LogName): Promise<SignedShard>
  /** Throws a ProofError. */
  acceptance(note: string): Promise<Acceptance>
}

/**
 * The signed notes of receipts, each verified once by one set of keys. The receipts of one run share their checkpoints
 * and, with the orders of their batch, their acceptance.
 */
export class KnownNotes implements Notes {
  readonly #keys: NoteKeys
  readonly #checkpoints = new TextMemory(parsedCheckpoint)
  readonly #shards = { ticks: this.#shardsOf('ticks'), events: this.#shardsOf('events') }
  readonly #acceptances = asyncMemory((note) => this.#verifyAcceptance(note))
  #signatures = 0

  constructor(keys: NoteKeys) {
    this.#keys = keys
  }

  /** How many signatures were computed and found valid so far. */
  get signatures(): number {
    return this.#signatures
  }

  /** The checkpoint of a shard, before its signatures are verified. Throws a ProofError. */
  checkpoint(note: string): Checkpoint {
    return this.#checkpoints.of(note).checkpoint
  }

  /** The checkpoint of a shard, signed by one of its log's keys. Throws a ProofError. */
  shard(note: string, log: LogName): Promise<SignedShard> {
    return this.#shards[log].of(note)
  }

  /** The acceptance, signed by one of the keys. Throws a ProofError. */
  acceptance(note: string): Promise<Acceptance> {
    return this.#acceptances.of(note)
  }

  #shardsOf(log: LogName): TextMemory<Promise<SignedShard>> {
    return asyncMemory(async (note) => {
      const { parsed, checkpoint } = this.#checkpoints.of(note)
      const accepted = await acceptParsedCheckpoint(parsed, checkpoint, {
        logs: this.#keys[log].map((key) => ({ key })),
        witnesses: this.#keys.witnesses,
        quorum: { kind: 'none' },
      })
      this.#signatures += accepted.signatureCount
      return { ...accepted, origin: originOf(checkpoint, log) }
    })
  }

  async #verifyAcceptance(note: string): Promise<Acceptance> {
    const parsed = parseNote(note)
    const acceptance = parseAcceptance(parsed.text)
    const origin = acceptanceOrigin(acceptance.host)
    const keys = this.#keys.acceptance.filter(({ name }) => name === origin)
    const { signatures } = await verifyNote(parsed, keys.map(noteVerifier))
    this.#signatures += signatures.length
    return acceptance
  }
}

/** Throws `unknown-origin` for the checkpoint of another log. */
export function originOf({ origin }: Checkpoint, log: LogName): Origin {
  const [, host, name, shard] = /^([^\s+]+)\/(ticks|events)\/([^/]+)$/.exec(origin) ?? []
  ensure(
    host !== undefined && name === log && shard !== undefined,
    'unknown-origin',
    `A checkpoint is not of the log of ${log}.`,
  )
  return { host, log, shard }
}

export function parsedCheckpoint(note: string): { readonly parsed: Note; readonly checkpoint: Checkpoint } {
  const parsed = parseNote(note)
  return { parsed, checkpoint: parseCheckpoint(parsed.text) }
}
