import { fromBase64, parseDecimal, safeSize, toBase64, utf8Bytes } from './bytes.ts'
import { ensure } from './errors.ts'
import { hashBytes } from './hash.ts'
import { parseNote, signNote, verifyNote } from './note.ts'
import type { NoteSigner, NoteVerifier, VerifiedNote } from './note.ts'

/** The number of extension lines that a checkpoint may have here. The specification discourages any. */
export const maxExtensionLines = 16
const maxTextBytes = 16_384

/** The head of a log's tree at one size (c2sp.org/tlog-checkpoint 1.0.0). */
export interface Checkpoint {
  /** Identifies the log. */
  readonly origin: string
  /** The number of leaves. */
  readonly size: number
  /** 32 bytes. */
  readonly root: Uint8Array
  /** Lines after the root. Empty for Candor's own logs. */
  readonly extensions: readonly string[]
}

/** A checkpoint with the note that it came in. */
export interface VerifiedCheckpoint<Verifier extends NoteVerifier> extends VerifiedNote<Verifier> {
  readonly checkpoint: Checkpoint
}

/**
 * Parses the text of a checkpoint, without signatures. Takes exactly what `formatCheckpoint` writes. Throws
 * `malformed`, `too-large` for more than 16 extension lines or 16,384 bytes, `out-of-range` for a size above 2^53 − 1.
 */
export function parseCheckpoint(text: string): Checkpoint {
  ensure(text.length <= maxTextBytes, 'too-large', `The checkpoint has more than ${maxTextBytes} bytes.`)
  ensure(text.endsWith('\n'), 'malformed', 'The checkpoint does not end with a newline.')
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n')
  ensure(
    extensions.length <= maxExtensionLines,
    'too-large',
    `The checkpoint has more than ${maxExtensionLines} extension lines.`,
  )
  const checkpoint = { origin, size: parseDecimal(size), root: fromBase64(root), extensions }
  ensureCheckpoint(checkpoint)
  return checkpoint
}

/** The text of a checkpoint, which a log signs: three lines and extensions, each ending with a newline. */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  ensureCheckpoint(checkpoint)
  const { origin, size, root, extensions } = checkpoint
  return [origin, String(size), toBase64(root), ...extensions].map((line) => `${line}\n`).join('')
}

/** The note of a checkpoint, signed by each signer. */
export function signCheckpoint(checkpoint: Checkpoint, signers: readonly NoteSigner[]): Promise<string> {
  return signNote(formatCheckpoint(checkpoint), signers)
}

/** Verifies the note and parses it. Throws as `parseNote`, `verifyNote` and `parseCheckpoint` do. */
export async function openCheckpoint<Verifier extends NoteVerifier>(
  note: Uint8Array | string,
  known: readonly Verifier[],
): Promise<VerifiedCheckpoint<Verifier>> {
  const verified = await verifyNote(parseNote(note), known)
  return { ...verified, checkpoint: parseCheckpoint(verified.text) }
}

function ensureCheckpoint({ origin, size, root, extensions }: Checkpoint): void {
  safeSize(size)
  ensure(root.length === hashBytes, 'malformed', 'The root of the checkpoint does not have 32 bytes.')
  ensure(
    extensions.length <= maxExtensionLines,
    'too-large',
    `The checkpoint has more than ${maxExtensionLines} extension lines.`,
  )
  for (const line of [origin, ...extensions])
    ensure(isLine(line), 'malformed', 'A line of the checkpoint is empty or contains a control character.')
}

function isLine(line: string): boolean {
  return line.length > 0 && utf8Bytes(line).every((byte) => byte >= 0x20)
}
