import { fromBase64, parseDecimal, safeSize, toBase64, utf8Bytes, utf8Text } from './bytes.ts'
import { ensure } from './errors.ts'
import { hashBytes } from './hash.ts'
import { maxNoteBytes, parseNote } from './note.ts'
import { acceptCheckpoint } from './policy-checkpoint.ts'
import type { AcceptedCheckpoint } from './policy-checkpoint.ts'
import type { Policy } from './policy.ts'
import { maxProofHashes, verifyInclusion } from './tree.ts'

/** That an entry is in a log, for verification without a connection (c2sp.org/tlog-proof@v1 of 2026-07-22). */
export interface LogProof {
  /** Data of the application, at least one byte. Nothing vouches for it. */
  readonly extra?: Uint8Array
  /** The index of the entry, from 0. */
  readonly index: number
  /** From the leaf's sibling up, at most 63. */
  readonly proof: readonly Uint8Array[]
  /** The signed checkpoint as the log issued it, with cosignatures. */
  readonly checkpoint: string
}

/**
 * Parses a proof. Takes exactly what `serialiseLogProof` writes. Throws `malformed`, `too-large` for more than 63
 * hashes or 1,000,000 bytes. Signatures and hashes are not verified, see `verifyLogProof`.
 */
export function parseLogProof(file: Uint8Array | string): LogProof {
  ensure(file.length <= maxNoteBytes, 'too-large', `The proof has more than ${maxNoteBytes} bytes.`)
  const text = typeof file === 'string' ? file : utf8Text(file)
  const split = text.indexOf('\n\n')
  ensure(split >= 0, 'malformed', 'The proof has no empty line before its checkpoint.')
  const lines = text.slice(0, split).split('\n', maxLines + 1)
  ensure(lines.length <= maxLines, 'too-large', `A proof has more than ${maxProofHashes} hashes.`)
  const [first, ...rest] = lines
  ensure(first === header, 'malformed', 'The first line of the proof is not c2sp.org/tlog-proof@v1.')
  const extra = rest[0]?.startsWith(extraPrefix) === true ? rest.shift() : undefined
  const [index, ...hashes] = rest
  ensure(index?.startsWith(indexPrefix) === true, 'malformed', 'The proof has no index line.')
  const logProof: LogProof = {
    ...(extra === undefined ? {} : { extra: fromBase64(extra.slice(extraPrefix.length)) }),
    index: parseDecimal(index.slice(indexPrefix.length)),
    proof: hashes.map(fromBase64),
    checkpoint: text.slice(split + 2),
  }
  ensureLogProof(logProof)
  return logProof
}

/** The proof as text, to be stored with the extension `.tlog-proof`. Throws as `parseLogProof` does. */
export function serialiseLogProof(logProof: LogProof): string {
  ensureLogProof(logProof)
  const { extra, index, proof, checkpoint } = logProof
  const lines = [
    header,
    ...(extra === undefined ? [] : [`${extraPrefix}${toBase64(extra)}`]),
    `${indexPrefix}${index}`,
    ...proof.map(toBase64),
    '',
    checkpoint,
  ]
  const text = lines.join('\n')
  ensure(utf8Bytes(text).length <= maxNoteBytes, 'too-large', `The proof has more than ${maxNoteBytes} bytes.`)
  return text
}

/**
 * Verifies, without a connection, that the log contains the leaf: the policy accepts the checkpoint, and the inclusion
 * proof leads from the leaf to its root. The caller computes the leaf hash from the data that it wants proven. Throws
 * as `parseLogProof`, `acceptCheckpoint` and `verifyInclusion` do.
 */
export async function verifyLogProof(
  file: Uint8Array | string,
  { leafHash, policy }: { readonly leafHash: Uint8Array; readonly policy: Policy },
): Promise<AcceptedCheckpoint & { readonly index: number }> {
  const { index, proof, checkpoint: note } = parseLogProof(file)
  const accepted = await acceptCheckpoint(note, policy)
  const { size, root } = accepted.checkpoint
  verifyInclusion({ index, size, leafHash, proof, root })
  return { ...accepted, index }
}

const header = 'c2sp.org/tlog-proof@v1'
const extraPrefix = 'extra '
const indexPrefix = 'index '
/** The header, extra data, the index and the hashes. */
const maxLines = 3 + maxProofHashes

function ensureLogProof({ extra, index, proof, checkpoint }: LogProof): void {
  safeSize(index)
  ensure(extra === undefined || extra.length > 0, 'malformed', 'The extra data of the proof is empty.')
  ensure(proof.length <= maxProofHashes, 'too-large', `A proof has more than ${maxProofHashes} hashes.`)
  ensure(
    proof.every((hash) => hash.length === hashBytes),
    'malformed',
    'A hash of the proof does not have 32 bytes.',
  )
  parseNote(checkpoint)
}
