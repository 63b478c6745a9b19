import type { Checkpoint } from '../checkpoint.ts'
import { ensure } from '../errors.ts'
import { keyIdText, parseNote } from '../note.ts'
import type { Note } from '../note.ts'
import { acceptanceOrigin, parseAcceptance } from './acceptance.ts'
import type { Acceptance } from './acceptance.ts'
import { originOf, parsedCheckpoint } from './known-notes.ts'
import type { LogName, Notes, SignedShard } from './known-notes.ts'
import type { Step, Verdict } from './verdict.ts'
import { verifyAcceptanceBy, verifyReceiptBy } from './verify-receipt.ts'
import type { StepName } from './verify-receipt.ts'

/** The outcome of a check without keys. A receipt that agrees with itself may still be forged as a whole. */
export interface KeylessVerdict {
  readonly verdict: 'failed' | 'not-verified'
  /** As those of a verification; the steps that take keys are `not-judged`. */
  readonly steps: readonly Step<StepName>[]
  /** The keys that are said to have signed, as `<name>+<key ID>`: a receipt does not contain the keys themselves. */
  readonly keys: readonly string[]
}

/** These say who signed, so they mean nothing without trusted keys. */
const stepsOfKeys: ReadonlySet<StepName> = new Set<StepName>(['acceptance', 'signatures', 'witnesses'])

/**
 * Checks whether a receipt agrees with itself, in the steps of a verification without the signatures: what holds for
 * the keys named in it. For readers who have no trusted keys. Never throws a ProofError, and never returns `passed`.
 */
export async function checkWithoutKeys(
  receipt: string,
  kind: 'receipt' | 'acceptance',
  nowMs?: number,
): Promise<KeylessVerdict> {
  const notes = new NamedNotes()
  const trusted = nowMs === undefined ? { notes } : { notes, nowMs }
  const { verdict, steps }: Verdict<StepName> =
    kind === 'receipt' ? await verifyReceiptBy(trusted, receipt) : await verifyAcceptanceBy(trusted, receipt)
  return { verdict: verdict === 'failed' ? 'failed' : 'not-verified', steps: steps.map(withoutKeys), keys: notes.keys }
}

function withoutKeys(step: Step<StepName>): Step<StepName> {
  return step.state !== 'failed' && stepsOfKeys.has(step.name) ? { ...step, state: 'not-judged', evidence: {} } : step
}

/** Opens notes by their form alone, and collects the keys that are said to have signed them. */
class NamedNotes implements Notes {
  readonly #keys = new Set<string>()

  get keys(): readonly string[] {
    return [...this.#keys]
  }

  checkpoint(note: string): Checkpoint {
    return parsedCheckpoint(note).checkpoint
  }

  async shard(note: string, log: LogName): Promise<SignedShard> {
    const { parsed, checkpoint } = parsedCheckpoint(note)
    const origin = originOf(checkpoint, log)
    this.#nameKeys(parsed, checkpoint.origin)
    return { checkpoint, origin, cosigned: [] }
  }

  async acceptance(note: string): Promise<Acceptance> {
    const parsed = parseNote(note)
    const acceptance = parseAcceptance(parsed.text)
    this.#nameKeys(parsed, acceptanceOrigin(acceptance.host))
    return acceptance
  }

  #nameKeys({ signatures }: Note, origin: string): void {
    const own = signatures.filter(({ name }) => name === origin)
    ensure(own.length > 0, 'not-signed', 'A note names no key of its own log.')
    for (const { name, keyId } of own) this.#keys.add(`${name}+${keyIdText(keyId)}`)
  }
}
