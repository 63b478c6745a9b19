/**
 * Why a proof, or a text that should be one, was refused:
 *
 * - `malformed`: the bytes do not follow the format
 * - `too-large`: a bound on sizes or counts is exceeded
 * - `out-of-range`: an index, a size or another number is outside of what the rule allows
 * - `wrong-key`: a key is malformed, of an unsupported type or named twice
 * - `wrong-proof`: the hashes do not lead to the root
 * - `wrong-data`: tiles or entries differ from what the checkpoint commits to
 * - `wrong-signature`: a signature by a known key does not verify
 * - `not-signed`: no signature is by a known key
 * - `unknown-origin`: the checkpoint is of a log that is not among the accepted ones
 * - `no-quorum`: too few witnesses cosigned
 */
export type ProofErrorCode =
  | 'malformed'
  | 'too-large'
  | 'out-of-range'
  | 'wrong-key'
  | 'wrong-proof'
  | 'wrong-data'
  | 'wrong-signature'
  | 'not-signed'
  | 'unknown-origin'
  | 'no-quorum'

/** Two values that should be the same: the one of the receipt or proof, and the one that the rule or the log has. */
export interface Difference {
  readonly stated: string
  readonly expected: string
}

/**
 * The only error that parsers and verifiers of this package throw. The message is one English sentence for a developer
 * or an operator; it quotes no input of unknown size.
 */
export class ProofError extends Error {
  override readonly name = 'ProofError'
  readonly code: ProofErrorCode
  /** What differs, where that is known: prices and amounts in decimal, hashes in base64. */
  readonly difference: Difference | null

  constructor(code: ProofErrorCode, message: string, difference: Difference | null = null) {
    super(message)
    this.code = code
    this.difference = difference
  }
}

/** Throws a ProofError with the code and the message unless the condition is true. */
export function ensure(condition: boolean, code: ProofErrorCode, message: string): asserts condition {
  if (!condition) throw new ProofError(code, message)
}

/** Throws a ProofError with the difference and the message unless both values are the same. */
export function ensureSame({ stated, expected }: Difference, code: ProofErrorCode, message: string): void {
  if (stated !== expected) throw new ProofError(code, message, { stated, expected })
}

/** What `read` returns; null where it refuses its input with a ProofError. */
export function nullIfMalformed<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProofError) return null
    throw error
  }
}
