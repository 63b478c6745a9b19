import { sha256 } from './hash.ts'
import { concatBytes, fromBase64, toBase64, utf8Bytes, utf8Text } from './bytes.ts'
import { ensure } from './errors.ts'

/** The longest note that is parsed. Sixteen post-quantum signatures, which the specification asks for, take 56 kB. */
export const maxNoteBytes = 1_000_000
/** The number of signatures that a note may have. */
export const maxNoteSignatures = 100

/** A text with its signatures (c2sp.org/signed-note 1.0.0). Nothing in it is trusted before `verifyNote` returned. */
export interface Note {
  /** What is signed: ends with a newline. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** One signature line. */
export interface NoteSignature {
  readonly name: string
  /** 32 bits, which tell apart the keys of one name. */
  readonly keyId: number
  /** What follows the key ID: at least one byte. */
  readonly signature: Uint8Array
}

/** Makes one signature over the text of a note. */
export interface NoteSigner {
  readonly name: string
  readonly keyId: number
  sign(text: string): Uint8Array | Promise<Uint8Array>
}

/** A known key: verifies its signatures over the text of a note. */
export interface NoteVerifier {
  readonly name: string
  readonly keyId: number
  verify(text: string, signature: Uint8Array): boolean | Promise<boolean>
}

/** A note whose known signatures have been verified. */
export interface VerifiedNote<Verifier extends NoteVerifier> {
  readonly text: string
  /** At least one, in the order of the note. A key that signed more than once is listed once for each signature. */
  readonly signatures: readonly { readonly by: Verifier; readonly signature: Uint8Array }[]
}

/**
 * Parses a signed note. Throws `malformed` for bytes outside of the format, `too-large` for more than 1,000,000 bytes
 * or 100 signatures. Signatures by unknown keys are kept.
 */
export function parseNote(note: Uint8Array | string): Note {
  const whole = textOfNote(note)
  // The last empty line divides the text from the signatures.
  const split = whole.lastIndexOf('\n\n')
  ensure(split >= 0, 'malformed', 'The note has no empty line before its signatures.')
  return { text: whole.slice(0, split + 1), signatures: parseLines(whole.slice(split + 2)) }
}

/** The note as text, its signatures in their order. Throws as `parseNote` does. */
export function serialiseNote({ text, signatures }: Note): string {
  const note = `${text}\n${signatures.map((signature) => `${signatureLine(signature)}\n`).join('')}`
  const parsed = parseNote(note)
  ensure(parsed.text === text, 'malformed', 'The text of the note does not end with a newline.')
  return note
}

/** One signature line without its newline. Throws `malformed` for a name that a note cannot contain. */
export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  ensureKeyName(name)
  ensure(signature.length > 0, 'malformed', 'A signature is empty.')
  return `— ${name} ${toBase64(concatBytes(bytesOfKeyId(keyId), signature))}`
}

/**
 * Parses signature lines on their own, as a witness returns them (tlog-witness 1.0.0), each with its newline. Throws as
 * `parseNote` does.
 */
export function parseSignatureLines(lines: Uint8Array | string): readonly NoteSignature[] {
  return parseLines(textOfNote(lines))
}

/** Signs a text, which ends with a newline, with every signer, in their order. */
export async function signNote(text: string, signers: readonly NoteSigner[]): Promise<string> {
  const signatures = await Promise.all(
    signers.map(async (signer) => ({
      name: signer.name,
      keyId: signer.keyId,
      signature: await signer.sign(text),
    })),
  )
  return serialiseNote({ text, signatures })
}

/**
 * Verifies each signature that is by a known key; others are ignored. Throws `wrong-signature` when one of them does
 * not verify, `not-signed` when there is none, and `wrong-key` when two known keys have the same name and ID.
 */
export async function verifyNote<Verifier extends NoteVerifier>(
  { text, signatures }: Note,
  known: readonly Verifier[],
): Promise<VerifiedNote<Verifier>> {
  const verifiers = new Map(known.map((verifier) => [keyText(verifier), verifier]))
  ensure(verifiers.size === known.length, 'wrong-key', 'Two known keys have the same name and ID.')
  const verified = await Promise.all(
    signatures.map(async (signature) => {
      const by = verifiers.get(keyText(signature))
      if (by === undefined) return []
      const isValid = await by.verify(text, signature.signature)
      ensure(isValid, 'wrong-signature', 'A signature by a known key does not verify.')
      return [{ by, signature: signature.signature }]
    }),
  )
  const found = verified.flat()
  ensure(found.length > 0, 'not-signed', 'No signature is by a known key.')
  return { text, signatures: found }
}

/** The first four bytes of SHA-256(name || newline || type || public key), as a number. */
export function keyIdOf(name: string, type: number, publicKey: Uint8Array): number {
  const [one = 0, two = 0, three = 0, four = 0] = sha256(
    concatBytes(utf8Bytes(name), Uint8Array.of(newline, type), publicKey),
  )
  return ((one << 24) | (two << 16) | (three << 8) | four) >>> 0
}

/** The ID as eight hexadecimal digits. */
export function keyIdText(keyId: number): string {
  return keyId.toString(16).padStart(8, '0')
}

/** Throws `malformed` unless the name of a key is not empty and without Unicode spaces, plus and control characters. */
export function ensureKeyName(name: string): void {
  ensure(
    name.length > 0 && name.isWellFormed() && !/[\p{White_Space}+]/u.test(name) && !hasControl(name),
    'malformed',
    'The name of a key is empty or contains a space, a plus or a control character.',
  )
}

const newline = 0x0a
const keyIdBytes = 4

function textOfNote(note: Uint8Array | string): string {
  ensure(note.length <= maxNoteBytes, 'too-large', `The note has more than ${maxNoteBytes} bytes.`)
  const bytes = typeof note === 'string' ? utf8Bytes(note) : note
  ensure(bytes.length <= maxNoteBytes, 'too-large', `The note has more than ${maxNoteBytes} bytes.`)
  const text = typeof note === 'string' ? note : utf8Text(note)
  ensure(!hasControl(text.replaceAll('\n', '')), 'malformed', 'The note contains a control character.')
  return text
}

function parseLines(lines: string): readonly NoteSignature[] {
  ensure(lines.endsWith('\n'), 'malformed', 'The note has no signature, or its last line does not end.')
  const each = lines.slice(0, -1).split('\n', maxNoteSignatures + 1)
  ensure(each.length <= maxNoteSignatures, 'too-large', `The note has more than ${maxNoteSignatures} signatures.`)
  return each.map(parseSignatureLine)
}

function parseSignatureLine(line: string): NoteSignature {
  const [, name, base64] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? []
  ensure(name !== undefined && base64 !== undefined, 'malformed', 'A line of the note is no signature.')
  ensureKeyName(name)
  const bytes = fromBase64(base64)
  ensure(bytes.length > keyIdBytes, 'malformed', 'A signature of the note is too short.')
  return {
    name,
    keyId: new DataView(bytes.buffer).getUint32(0),
    signature: bytes.slice(keyIdBytes),
  }
}

/** Whether the text has a character below U+0020. */
function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 0x20) return true
  return false
}

function bytesOfKeyId(keyId: number): Uint8Array {
  const bytes = new Uint8Array(keyIdBytes)
  new DataView(bytes.buffer).setUint32(0, keyId)
  return bytes
}

function keyText({ name, keyId }: { readonly name: string; readonly keyId: number }): string {
  return `${name}+${keyIdText(keyId)}`
}
