import { noteVerifier, openCheckpoint, parseVerifierKey, ProofError } from '@candor/proof'
import type { Findings } from './findings.ts'
import type { ShardHead } from './signed-head.ts'

/** The keys that the log of events names. */
export interface NamedKeys {
  /** For the origin of the shard, in their order. */
  readonly announced: readonly string[]
  /** Those to which known keys lead, for any origin. */
  readonly followed: readonly string[]
}

/** The key that signed a checkpoint, and why it is trusted. */
export interface Signer {
  readonly vkey: string
  readonly trust: 'known' | 'announced under a known key' | 'taken from the log itself'
}

/**
 * Verifies the signature of a checkpoint by a key that is known of its log, or by one to which known keys lead; where
 * none is known, by those that the log itself names. Null where none of them signed, which is a failure.
 */
export async function judgeKeys(
  { name, note, checkpoint: { origin }, knownVkeys, listedVkey }: ShardHead,
  { announced, followed }: NamedKeys,
  findings: Findings,
): Promise<Signer | null> {
  const own = announced.length > 0 || listedVkey === null ? announced : [listedVkey]
  const accepted = knownVkeys === null ? own : [...followed, ...knownVkeys]
  if (accepted.length === 0 && knownVkeys === null) {
    findings.leaveUnchecked('checkpoints', `No key of ${origin} is known: name one with --trust.`)
    return null
  }
  const vkey = await firstSigner(note, origin, accepted.toReversed())
  if (vkey === null) {
    findings.fail('checkpoints', `The checkpoint of ${name} is signed by no key that is known or announced.`)
    return null
  }
  findings.hold('checkpoints')
  findings.hold('keys')
  if (listedVkey !== null && !accepted.includes(listedVkey))
    findings.fail('keys', `The server names a key of ${name} that the log of events has not announced.`)
  if (knownVkeys === null)
    findings.leaveUnchecked('keys', `The key of ${origin} was taken from the log itself: compare ${vkey}.`)
  if (announced.length === 0) findings.leaveUnchecked('keys', `The log of events does not name the key of ${name} yet.`)
  if (knownVkeys === null) return { vkey, trust: 'taken from the log itself' }
  return { vkey, trust: knownVkeys.includes(vkey) ? 'known' : 'announced under a known key' }
}

async function firstSigner(note: string, origin: string, vkeys: readonly string[]): Promise<string | null> {
  for (const vkey of vkeys) {
    try {
      const key = parseVerifierKey(vkey)
      if (key.name !== origin) continue
      await openCheckpoint(note, [noteVerifier(key)])
      return vkey
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
    }
  }
  return null
}
