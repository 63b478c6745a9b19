import { noteVerifier, openCheckpoint, parseVerifierKey, ProofError } from '@candor/proof'
import type { Findings } from './findings.ts'
import type { ShardHead } from './signed-head.ts'

/**
 * Verifies the signature of a checkpoint by the key that is known of its origin, or by one that the log of events has
 * announced after it. Returns the key that signed; null where none of them did, which is a failure.
 */
export async function judgeKeys(
  { name, note, checkpoint: { origin }, knownVkey, listedVkey }: ShardHead,
  announced: readonly string[],
  findings: Findings,
): Promise<string | null> {
  const later = laterThan(announced, knownVkey)
  const unannounced = announced.length === 0 && knownVkey === null && listedVkey !== null ? [listedVkey] : []
  const accepted = [...later.toReversed(), ...(knownVkey === null ? [] : [knownVkey]), ...unannounced]
  if (accepted.length === 0) {
    findings.leaveUnchecked('checkpoints', `No key of ${origin} is known: name one with --trust.`)
    return null
  }
  const signer = await firstSigner(note, origin, accepted)
  if (signer === null) {
    findings.fail('checkpoints', `The checkpoint of ${name} is signed by no key that is known or announced.`)
    return null
  }
  findings.hold('checkpoints')
  findings.hold('keys')
  if (listedVkey !== null && !accepted.includes(listedVkey))
    findings.fail('keys', `The server names a key of ${name} that the log of events has not announced.`)
  if (knownVkey === null)
    findings.leaveUnchecked('keys', `The key of ${origin} was taken from the log itself: compare ${signer}.`)
  if (knownVkey !== null && signer !== knownVkey)
    findings.leaveUnchecked(
      'keys',
      `The key of ${origin} has changed to ${signer}, as the log announces; that the old key signed this was not seen.`,
    )
  if (announced.length === 0) findings.leaveUnchecked('keys', `The log of events does not name the key of ${name} yet.`)
  return signer
}

/** The keys that were announced after a known one; all where none is known, none where the log never had it. */
function laterThan(announced: readonly string[], known: string | null): readonly string[] {
  if (known === null) return announced
  return announced.includes(known) ? announced.slice(announced.lastIndexOf(known) + 1) : []
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
