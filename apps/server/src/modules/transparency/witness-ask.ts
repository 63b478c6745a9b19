import { join } from 'node:path'
import {
  noteVerifier,
  parseCosignature,
  parseDecimal,
  parseNote,
  parseSignatureLines,
  ProofError,
  signatureLine,
  toBase64,
  utf8Text,
  verifyNote,
} from '@candor/proof'
import type { VerifierKey } from '@candor/proof'
import type { LogName } from './log-names.ts'
import { consistencyProof } from './log-proofs.ts'
import { addCheckpoint, WitnessUnreachable } from './witness-call.ts'
import type { CallLimits } from './witness-call.ts'
import type { Witness } from './witness-list.ts'

/** A checkpoint to be cosigned. */
export interface OfferedHead {
  readonly log: LogName
  readonly shard: string
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
  /** Signed by the log; during a change of keys by both of them. */
  readonly note: string
}

/** How a request ended. `disagrees`: the witness has cosigned leaves that are not in this log. */
export const witnessOutcomes = [
  'cosigned',
  'unreachable',
  'refused',
  'wrong-signature',
  'malformed',
  'disagrees',
] as const
export type WitnessOutcome = (typeof witnessOutcomes)[number]

export interface AskResult {
  readonly outcome: WitnessOutcome
  /** One sentence; empty for a cosignature. */
  readonly text: string
  /** The line of the cosignature. */
  readonly line: string | null
}

/** The clock of a witness may differ from this machine's by so much. */
const clockToleranceMs = 600_000

export interface AskOptions {
  /** The folder of all logs. */
  readonly folder: string
  /** The size that the witness last confirmed; 0 for none. */
  readonly confirmedSize: number
  readonly nowMs: number
  readonly limits?: CallLimits | undefined
}

/**
 * Asks a witness to cosign a checkpoint (c2sp.org/tlog-witness 1.0.0), once more with its own size where it has another
 * one. Verifies the cosignature. Throws only for errors of this machine, such as missing files.
 */
export async function askWitness(
  witness: Pick<Witness, 'key'> & { readonly url: string },
  head: OfferedHead,
  options: AskOptions,
): Promise<AskResult> {
  try {
    const first = await offer(witness, head, Math.min(options.confirmedSize, head.size), options)
    if (typeof first !== 'number') return first
    const second = await offer(witness, head, first, options)
    return typeof second === 'number' ? failed('malformed', 'Its size changes from one response to the next.') : second
  } catch (error) {
    if (error instanceof WitnessUnreachable) return failed('unreachable', error.message)
    throw error
  }
}

/** Sends the checkpoint with a proof from a size. Returns the size of the witness where that is another one. */
async function offer(
  { url, key }: Pick<Witness, 'key'> & { readonly url: string },
  head: OfferedHead,
  oldSize: number,
  { folder, limits, nowMs }: AskOptions,
): Promise<AskResult | number> {
  const proof = await consistencyProof(join(folder, head.log, head.shard), oldSize, head)
  const request = `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${head.note}`
  const { status, body } = await addCheckpoint(url, request, limits)
  switch (status) {
    case 200:
      return cosignatureIn(body, head.note, key, nowMs)
    case 409:
      return sizeIn(body, oldSize, head.size)
    case 422:
      return failed('disagrees', `It says that the proof from ${oldSize} leaves does not verify.`)
    default:
      return failed('refused', `It responded with the status ${status}.`)
  }
}

/** The size that a witness says it has cosigned, where the log can prove that it contains it. */
function sizeIn(body: Uint8Array, oldSize: number, size: number): AskResult | number {
  let found: number
  try {
    found = parseDecimal(utf8Text(body).replace(/\n$/, ''))
  } catch (error) {
    if (error instanceof ProofError) return failed('malformed', 'Its size is no number.')
    throw error
  }
  if (found > size) return failed('disagrees', `It has cosigned ${found} leaves, and the log has ${size}.`)
  if (found !== oldSize) return found
  return oldSize === size
    ? failed('disagrees', `It has cosigned other ${found} leaves than the log has.`)
    : failed('malformed', 'It refuses the size that it has.')
}

/** Verifies what a witness returned. Lines by other keys are ignored. */
async function cosignatureIn(body: Uint8Array, note: string, key: VerifierKey, nowMs: number): Promise<AskResult> {
  try {
    const { text } = parseNote(note)
    const { signatures } = await verifyNote({ text, signatures: parseSignatureLines(body) }, [noteVerifier(key)])
    const usable = signatures.find(({ signature }) => isTimely(key, signature, nowMs))
    if (usable === undefined) return failed('wrong-signature', 'The time of its cosignature is not the present.')
    return { outcome: 'cosigned', text: '', line: signatureLine({ ...key, signature: usable.signature }) }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const isForged = error.code === 'wrong-signature' || error.code === 'not-signed'
    return failed(isForged ? 'wrong-signature' : 'malformed', error.message)
  }
}

/** Only a cosignature by ML-DSA-44 may have no time: it is 0 then. */
function isTimely({ type }: VerifierKey, signature: Uint8Array, nowMs: number): boolean {
  const { timeSeconds } = parseCosignature(type, signature)
  if (type === 'mldsaCosignature' && timeSeconds === 0) return true
  return Math.abs(timeSeconds * 1_000 - nowMs) <= clockToleranceMs
}

function failed(outcome: WitnessOutcome, text: string): AskResult {
  return { outcome, text, line: null }
}
