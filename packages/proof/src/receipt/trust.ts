import type { TermsEvent } from '../encoding/index.ts'
import { ensure } from '../errors.ts'
import { parseVerifierKey } from '../note-key.ts'
import { hasQuorum } from '../policy.ts'
import type { Policy } from '../policy.ts'
import type { Acceptance } from './acceptance.ts'
import { KnownNotes } from './known-notes.ts'
import type { Notes, SignedShard } from './known-notes.ts'
import type { ShardProof } from './receipt.ts'
import type { Judgement } from './verdict.ts'

/** What a verifier trusts, from elsewhere than the receipt. Keys are vkeys; each shard of a log has its own name. */
export interface Trusted {
  readonly ticks: readonly string[]
  readonly events: readonly string[]
  readonly acceptance: readonly string[]
  /** The first slot of a shard of the log of ticks, by its origin. */
  readonly firstSlots?: Readonly<Record<string, number>>
  /** The cell whose logs these keys sign, where the platform has several: batches of others are refused. */
  readonly cell?: number
  /** Witnesses and their quorum. Its logs are not read. */
  readonly policy?: Policy
  /** The verifier's time. Nothing may be dated more than a minute after it. */
  readonly nowMs?: number
  /** Contract terms, as the log of events has them; with them fee, profit and windows are recomputed. */
  readonly terms?: readonly TermsEvent[]
}

/** `Trusted` with its keys parsed, and the notes that are opened by them. */
export interface TrustedKeys<Opened extends Notes = Notes> extends Omit<Trusted, 'ticks' | 'events' | 'acceptance'> {
  readonly notes: Opened
}

/** Throws `wrong-key` or `malformed` for keys that a note cannot have: an error of the caller, not of a receipt. */
export function parseTrusted({ ticks, events, acceptance, ...rest }: Trusted): TrustedKeys<KnownNotes> {
  const parse = (vkeys: readonly string[]) => vkeys.map(parseVerifierKey)
  const keys = { ticks: parse(ticks), events: parse(events), acceptance: parse(acceptance) }
  return { ...rest, notes: new KnownNotes({ ...keys, witnesses: rest.policy?.witnesses ?? [] }) }
}

/** Verifies the note of an acceptance by the pinned keys and parses it. Throws a ProofError. */
export async function openAcceptance(note: string, { notes, nowMs }: TrustedKeys): Promise<Acceptance> {
  const acceptance = await notes.acceptance(note)
  ensureNotAfter(acceptance.acceptedMs, nowMs)
  return acceptance
}

const maxLeadMs = 60_000

/** Throws `out-of-range` for a time that is more than a minute after the verifier's own, if it has one. */
export function ensureNotAfter(timeMs: number, nowMs: number | undefined): void {
  ensure(nowMs === undefined || timeMs <= nowMs + maxLeadMs, 'out-of-range', 'A time lies in the future.')
}

/** The checkpoints of a receipt, by their logs. */
export interface Checkpoints {
  readonly ticks: readonly ShardProof[]
  readonly events: readonly ShardProof[]
}

/**
 * Verifies that pinned keys signed each checkpoint, that its origin is of the log it stands for, and that all are of
 * one host and of at most two neighbouring shards. Throws a ProofError.
 */
export async function judgeSignatures(
  { ticks, events }: Checkpoints,
  { notes }: TrustedKeys,
  host?: string,
): Promise<Judgement<readonly SignedShard[]>> {
  const shards = await Promise.all([
    ...ticks.map(({ checkpoint }) => notes.shard(checkpoint, 'ticks')),
    ...events.map(({ checkpoint }) => notes.shard(checkpoint, 'events')),
  ])
  const hosts = new Set([...shards.map(({ origin }) => origin.host), ...(host === undefined ? [] : [host])])
  ensure(hosts.size === 1, 'unknown-origin', 'The checkpoints and the acceptance are not all of one host.')
  const origins = new Set(shards.map(({ checkpoint }) => checkpoint.origin))
  ensure(origins.size === shards.length, 'unknown-origin', 'Two checkpoints of the receipt are of one shard.')
  const names = new Set(shards.map(({ origin }) => origin.shard))
  ensure(names.size <= 2, 'unknown-origin', 'The checkpoints are of more than two shards.')
  const evidence = Object.fromEntries(shards.map(({ checkpoint: { origin, size } }) => [origin, String(size)]))
  return { value: shards, evidence }
}

/**
 * Judges cosignatures by the policy. Without a policy, or where it asks for none and there is none, witnesses are
 * absent. Throws `no-quorum` where the policy asks for more.
 */
export function judgeWitnesses(shards: readonly SignedShard[], { policy, nowMs }: TrustedKeys): Judgement<null> {
  const evidence: Record<string, string> = {}
  for (const { checkpoint, cosigned } of shards) {
    for (const { timeSeconds } of cosigned) ensureNotAfter(timeSeconds * 1000, nowMs)
    const hasEnough =
      policy === undefined || hasQuorum(policy.quorum, (one) => cosigned.some(({ witness }) => witness === one))
    ensure(hasEnough, 'no-quorum', 'A checkpoint is not cosigned by enough witnesses.')
    evidence[checkpoint.origin] = cosigned.map(({ witness }) => witness.name).join(' ')
  }
  const isWitnessed = shards.every(({ cosigned }) => cosigned.length > 0)
  return { value: null, evidence, state: isWitnessed ? 'passed' : 'absent' }
}
