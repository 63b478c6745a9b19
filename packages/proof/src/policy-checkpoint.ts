import { parseCheckpoint } from './checkpoint.ts'
import type { Checkpoint } from './checkpoint.ts'
import { noteVerifier, parseCosignature } from './cosignature.ts'
import type { KeyVerifier } from './cosignature.ts'
import { ensure } from './errors.ts'
import { parseNote, verifyNote } from './note.ts'
import type { Note } from './note.ts'
import { hasQuorum } from './policy.ts'
import type { Policy, PolicyLog, PolicyWitness } from './policy.ts'

/** A checkpoint that a policy accepts. */
export interface AcceptedCheckpoint {
  readonly checkpoint: Checkpoint
  readonly log: PolicyLog
  /** The witnesses of the policy that cosigned, each once, with the latest of its times in seconds since 1970. */
  readonly cosigned: readonly { readonly witness: PolicyWitness; readonly timeSeconds: number }[]
  /** How many signatures of the note were verified. */
  readonly signatureCount: number
}

/**
 * Accepts a checkpoint by a policy: signed by a listed log of its origin, and cosigned by a quorum of the witnesses.
 * Throws `unknown-origin` where no log of the policy has the origin, `not-signed` where it did not sign, `no-quorum`,
 * and `wrong-signature` where a signature of a known log or witness does not verify, even if others would suffice; and
 * as `parseNote` and `parseCheckpoint` do. Times are not judged.
 */
export async function acceptCheckpoint(note: Uint8Array | string, policy: Policy): Promise<AcceptedCheckpoint> {
  const parsed = parseNote(note)
  return acceptParsedCheckpoint(parsed, parseCheckpoint(parsed.text), policy)
}

/** As `acceptCheckpoint`, of a note and the checkpoint that its text is. */
export async function acceptParsedCheckpoint(
  note: Note,
  checkpoint: Checkpoint,
  policy: Policy,
): Promise<AcceptedCheckpoint> {
  const logs = policy.logs.filter(({ key }) => key.name === checkpoint.origin)
  ensure(logs.length > 0, 'unknown-origin', 'The checkpoint is of a log that the policy does not list.')
  const known: readonly PartyVerifier[] = [
    ...logs.map((log) => ({ ...noteVerifier(log.key), log })),
    ...policy.witnesses.map((witness) => ({ ...noteVerifier(witness.key), witness })),
  ]
  const { signatures } = await verifyNote(note, known)
  const log = signatures.find(({ by }) => by.log !== undefined)?.by.log
  ensure(log !== undefined, 'not-signed', 'The checkpoint is not signed by its log.')
  const times = new Map<PolicyWitness, number>()
  for (const { by, signature } of signatures) {
    if (by.witness === undefined) continue
    const { timeSeconds } = parseCosignature(by.key.type, signature)
    times.set(by.witness, Math.max(timeSeconds, times.get(by.witness) ?? 0))
  }
  ensure(
    hasQuorum(policy.quorum, (witness) => times.has(witness)),
    'no-quorum',
    'The checkpoint is not cosigned by enough witnesses.',
  )
  const cosigned = [...times].map(([witness, timeSeconds]) => ({ witness, timeSeconds }))
  return { checkpoint, log, cosigned, signatureCount: signatures.length }
}

/** A key with the party of the policy that it belongs to. */
interface PartyVerifier extends KeyVerifier {
  readonly log?: PolicyLog
  readonly witness?: PolicyWitness
}
