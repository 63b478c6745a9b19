import {
  cosigner,
  emptyRoot,
  equalBytes,
  formatCheckpoint,
  fromBase64,
  noteVerifier,
  openCheckpoint,
  parseDecimal,
  parseNote,
  parseCheckpoint,
  ProofError,
  signNote,
  signWith,
  utf8Text,
  verifyConsistency,
} from '@candor/proof'
import type { Checkpoint, SignerKey, VerifierKey } from '@candor/proof'

/** The longest request: 63 hashes and a checkpoint with its signatures. */
export const maxRequestBytes = 100_000
const maxProofLines = 63

/** A response of the protocol. The body is empty or ends with a newline. */
export interface WitnessResponse {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422
  readonly type: string
  readonly body: string
}

/** What a witness remembers of one log: the newest checkpoint that it cosigned. */
export interface SeenCheckpoint {
  readonly size: number
  readonly root: Uint8Array
}

/** Where a witness keeps what it has seen. */
export interface WitnessState {
  /** The newest cosigned checkpoint of a log, or null. */
  read(origin: string): Promise<SeenCheckpoint | null>
  /** Stores a newer one durably. `note` is the checkpoint with the log's signatures and the witness's own. */
  write(origin: string, seen: SeenCheckpoint, note: string): Promise<void>
}

export interface WitnessOptions {
  readonly key: SignerKey
  readonly state: WitnessState
  /** The public keys of a log by its origin. Empty for a log that the witness does not know. */
  keysOf(origin: string): Promise<readonly VerifierKey[]>
  /** Seconds since 1970. */
  readonly nowSeconds: () => number
  /** Called after each cosignature. */
  readonly onCosigned?: () => void
}

interface Request {
  readonly oldSize: number
  readonly proof: readonly Uint8Array[]
  readonly note: string
  readonly checkpoint: Checkpoint
}

/** The call `add-checkpoint` of c2sp.org/tlog-witness 1.0.0: verifies, stores, and cosigns. */
export class Witness {
  readonly #options: WitnessOptions
  /** The last call of each log: comparing the old size and storing the new one must not be interrupted. */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(options: WitnessOptions) {
    this.#options = options
  }

  async addCheckpoint(body: Uint8Array): Promise<WitnessResponse> {
    let request: Request
    try {
      request = parseRequest(body)
    } catch (error) {
      if (error instanceof ProofError) return refusal(400, error.message)
      throw error
    }
    const { origin } = request.checkpoint
    const keys = await this.#options.keysOf(origin)
    if (keys.length === 0) return refusal(404, 'This witness does not know the log.')
    try {
      await openCheckpoint(request.note, keys.map(noteVerifier))
    } catch (error) {
      if (error instanceof ProofError) return refusal(403, error.message)
      throw error
    }
    return this.#inTurn(origin, () => this.#cosign(request))
  }

  async #cosign({ oldSize, proof, note, checkpoint }: Request): Promise<WitnessResponse> {
    const { key, state, nowSeconds, onCosigned } = this.#options
    const { origin, size, root } = checkpoint
    if (oldSize > size) return refusal(400, 'The old size is larger than the checkpoint.')
    const seen = (await state.read(origin)) ?? { size: 0, root: emptyRoot }
    if (oldSize !== seen.size) return conflict(seen.size)
    if (oldSize === size && !equalBytes(root, seen.root)) return conflict(seen.size)
    try {
      if (oldSize > 0) verifyConsistency({ oldSize, oldRoot: seen.root, newSize: size, newRoot: root, proof })
      else if (proof.length > 0) return refusal(422, 'The proof from an empty tree is not empty.')
    } catch (error) {
      if (error instanceof ProofError) return refusal(422, error.message)
      throw error
    }
    const text = formatCheckpoint(checkpoint)
    const cosigned = await signNote(text, [cosigner(key.key, signWith(key), nowSeconds())])
    const lines = cosigned.slice(text.length + 1)
    await state.write(origin, { size, root }, `${note}${lines}`)
    onCosigned?.()
    return { status: 200, type: 'text/plain; charset=utf-8', body: lines }
  }

  #inTurn<T>(origin: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(origin) ?? Promise.resolve()).then(work)
    this.#last.set(
      origin,
      turn.catch(() => undefined),
    )
    return turn
  }
}

/** Parses `old <size>`, the lines of the proof, an empty line and the checkpoint. Throws ProofError. */
function parseRequest(body: Uint8Array): Request {
  if (body.length > maxRequestBytes) throw new ProofError('too-large', 'The request is too long.')
  const text = utf8Text(body)
  const split = text.indexOf('\n\n')
  if (split < 0) throw new ProofError('malformed', 'The request has no empty line.')
  const [old = '', ...proof] = text.slice(0, split).split('\n', maxProofLines + 2)
  if (!old.startsWith('old ')) throw new ProofError('malformed', 'The request does not begin with an old size.')
  if (proof.length > maxProofLines) throw new ProofError('too-large', 'The proof has more than 63 lines.')
  const note = text.slice(split + 2)
  const hashes = proof.map(fromBase64)
  if (hashes.some(({ length }) => length !== emptyRoot.length))
    throw new ProofError('malformed', 'A hash of the proof does not have 32 bytes.')
  return {
    oldSize: parseDecimal(old.slice('old '.length)),
    proof: hashes,
    note,
    checkpoint: parseCheckpoint(parseNote(note).text),
  }
}

function refusal(status: 400 | 403 | 404 | 422, message: string): WitnessResponse {
  return { status, type: 'text/plain; charset=utf-8', body: `${message}\n` }
}

function conflict(size: number): WitnessResponse {
  return { status: 409, type: 'text/x.tlog.size', body: `${size}\n` }
}
