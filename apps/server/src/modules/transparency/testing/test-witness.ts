import { cosigner, formatVerifierKey, parseNote, signerKey, signNote, signWith } from '@candor/proof'

/** The key of a witness in tests, by one byte. */
export function witnessKey(byte: number) {
  return signerKey({ name: `w${byte}.test/witness`, type: 'cosignature', seed: new Uint8Array(32).fill(byte) })
}

/** The line with which a witness cosigns a checkpoint, and its public key as a line. */
export async function cosign(byte: number, note: string, timeSeconds = Math.floor(Date.now() / 1_000)) {
  const key = await witnessKey(byte)
  const { text } = parseNote(note)
  const signed = await signNote(text, [cosigner(key.key, signWith(key), timeSeconds)])
  return { vkey: formatVerifierKey(key.key), line: signed.slice(text.length + 1).trimEnd() }
}
