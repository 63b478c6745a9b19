import { ByteReader, ByteWriter, utf8Bytes } from './bytes.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { verifyEd25519 } from './ed25519.ts'
import { ed25519SignatureBytes } from './ed25519-rule.ts'
import { ensure, ProofError } from './errors.ts'
import { mldsaSignatureBytes, signMldsa44, verifyMldsa44 } from './mldsa.ts'
import type { NoteSigner, NoteVerifier } from './note.ts'
import type { KeyType, SignerKey, VerifierKey } from './note-key.ts'

/** A witness's signature with its time (c2sp.org/tlog-cosignature 1.0.1, `timestamped_signature`). */
export interface Cosignature {
  /** Seconds since 1970. 0 in a cosignature by ML-DSA-44 that makes no statement about time. */
  readonly timeSeconds: number
  readonly signature: Uint8Array
}

/** A verifier that knows the key it stands for. */
export interface KeyVerifier extends NoteVerifier {
  readonly key: VerifierKey
}

/** Makes the bare signature of a key over a message. */
export type Sign = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** A verifier of note signatures by the key, of whichever type it is. */
export function noteVerifier(key: VerifierKey): KeyVerifier {
  return { name: key.name, keyId: key.keyId, key, verify: (text, signature) => verifySignature(key, text, signature) }
}

/** A signer of notes by the key of a log (type `ed25519`). Throws `wrong-key` for the key of a witness. */
export function noteSigner(key: VerifierKey, sign: Sign): NoteSigner {
  ensure(key.type === 'ed25519', 'wrong-key', 'The key of a witness signs checkpoints with a time only.')
  return { name: key.name, keyId: key.keyId, sign: (text) => sign(utf8Bytes(text)) }
}

/**
 * A cosigner of checkpoints by the key of a witness, at this time in seconds since 1970. Throws `wrong-key` for the key
 * of a log, `out-of-range` for a time that is no integer.
 */
export function cosigner(key: VerifierKey, sign: Sign, timeSeconds: number): NoteSigner {
  ensure(key.type !== 'ed25519', 'wrong-key', 'The key of a log makes no cosignatures.')
  return {
    name: key.name,
    keyId: key.keyId,
    async sign(text) {
      const signature = await sign(cosignedMessage(key, text, timeSeconds))
      return new ByteWriter().size(timeSeconds).bytes(signature).finish()
    },
  }
}

/** Signs with a private key in memory. A signing machine or module brings its own `Sign`. */
export function signWith({ key, seed }: SignerKey): Sign {
  if (key.type === 'mldsaCosignature') return (message) => signMldsa44(seed, message)
  return async (message) => (await import('./ed25519-equation.ts')).signWithSeed(seed, message)
}

/**
 * Splits the signature of a witness in a note into time and signature. Throws `malformed` for another length, and
 * `out-of-range` for a time above 2^53 − 1, which the specification lets a verifier refuse as one in the future.
 */
export function parseCosignature(type: KeyType, bytes: Uint8Array): Cosignature {
  const reader = new ByteReader(bytes)
  const timeSeconds = reader.size()
  const signature = reader.bytes(signatureBytesOf(type))
  reader.end()
  return { timeSeconds, signature }
}

/** What a witness signs: text before the checkpoint's for Ed25519, a structure with its values for ML-DSA-44. */
export function cosignedMessage(key: VerifierKey, text: string, timeSeconds: number): Uint8Array {
  switch (key.type) {
    case 'cosignature': {
      parseCheckpoint(text)
      ensure(
        Number.isSafeInteger(timeSeconds) && timeSeconds >= 0,
        'out-of-range',
        'The time of a cosignature is not a number of seconds since 1970.',
      )
      return utf8Bytes(`cosignature/v1\ntime ${timeSeconds}\n${text}`)
    }
    case 'mldsaCosignature':
      return subtreeMessage(key.name, text, timeSeconds)
    case 'ed25519':
      throw new ProofError('wrong-key', 'The key of a log makes no cosignatures.')
  }
}

async function verifySignature(key: VerifierKey, text: string, bytes: Uint8Array): Promise<boolean> {
  const { publicKey, type } = key
  if (type === 'ed25519') return verifyEd25519({ publicKey, message: utf8Bytes(text), signature: bytes })
  const { timeSeconds, signature } = parseCosignature(type, bytes)
  const signed = { publicKey, message: cosignedMessage(key, text, timeSeconds), signature }
  return type === 'cosignature' ? verifyEd25519(signed) : verifyMldsa44(signed)
}

/** `cosigned_message` of tlog-cosignature after 1.0.1, for a whole checkpoint: it covers no extension lines. */
function subtreeMessage(name: string, text: string, timeSeconds: number): Uint8Array {
  const { origin, size, root } = parseCheckpoint(text)
  return new ByteWriter()
    .bytes(utf8Bytes('subtree/v1\n\0'))
    .bytes(shortText(name))
    .size(timeSeconds)
    .bytes(shortText(origin))
    .size(0)
    .size(size)
    .bytes(root)
    .finish()
}

/** A text of 1 to 255 bytes after its length. */
function shortText(text: string): Uint8Array {
  const bytes = utf8Bytes(text)
  ensure(bytes.length <= 255, 'too-large', 'A name is longer than 255 bytes.')
  return new ByteWriter().u8(bytes.length).bytes(bytes).finish()
}

function signatureBytesOf(type: KeyType): number {
  return type === 'mldsaCosignature' ? mldsaSignatureBytes : ed25519SignatureBytes
}
