import { formatVerifierKey, keyIdText, parseVerifierKey, sha256, toHex, utf8Bytes } from '@candor/proof'
import type { Trusted } from '@candor/proof/receipt'

/** A key that the page trusts, with what a person compares. */
export interface KeyRow {
  readonly label: 'keyTicks' | 'keyEvents' | 'keyAcceptance' | 'keyWitness'
  readonly name: string
  readonly keyId: string
  /** SHA-256 of the key as text, `<name>+<ID>+<base64>`, in hexadecimal. */
  readonly hash: string
}

/** Every key of a file, in its order: the logs, acceptances and witnesses. */
export function keyRows({ ticks, events, acceptance, policy }: Trusted): KeyRow[] {
  const witnesses = (policy?.witnesses ?? []).map(({ key }) => formatVerifierKey(key))
  const rows = (label: KeyRow['label'], vkeys: readonly string[]) => vkeys.map((vkey) => rowOf(label, vkey))
  return [
    ...rows('keyTicks', ticks),
    ...rows('keyEvents', events),
    ...rows('keyAcceptance', acceptance),
    ...rows('keyWitness', witnesses),
  ]
}

function rowOf(label: KeyRow['label'], vkey: string): KeyRow {
  const { name, keyId } = parseVerifierKey(vkey)
  return { label, name, keyId: keyIdText(keyId), hash: toHex(sha256(utf8Bytes(vkey))) }
}

/** A hash in hexadecimal in groups of four, which are easier to compare. */
export function inGroups(hash: string): string {
  return hash.replace(/.{4}(?=.)/g, '$& ')
}
