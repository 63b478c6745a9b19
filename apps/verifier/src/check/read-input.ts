import { nullIfMalformed, ProofError, sha256, toHex, utf8Bytes, utf8Text } from '@candor/proof'
import { parseTrustedFile } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'

/** What a person gives to the page: a file or a pasted text, of which at most `maxInputBytes` + 1 bytes are read. */
export interface Given {
  /** The file's name; null for a pasted text. */
  readonly name: string | null
  readonly bytes: Uint8Array
}

/** Files above this size are neither receipts nor keys. */
export const maxInputBytes = 65_536

/** Why something cannot be what it should be, named as its text is. */
export type Problem =
  | { readonly text: 'problemTooLarge' | 'problemText' | 'problemJson' | 'problemUnknown' }
  | { readonly text: 'problemNewer'; readonly format: string }

/** A receipt or an acceptance that may be one: only `checkReceipt` decides. */
export interface ReceiptInput extends Given {
  readonly kind: 'receipt'
  readonly isAcceptance: boolean
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string
  /** Null where nothing speaks against a receipt before it is verified. */
  readonly problem: Problem | null
}

/** A file of trusted keys. */
export interface KeysInput {
  readonly kind: 'keys'
  readonly name: string | null
  readonly hash: string
  readonly trusted: Trusted
}

/** A file that has the members of a file of keys, but no usable keys. */
export interface BadKeysInput {
  readonly kind: 'bad-keys'
  readonly name: string | null
  /** One English sentence. */
  readonly reason: string
}

/** Reads a receipt or a file of keys. Never throws: what is neither is a receipt with a problem. */
export function readInput(given: Given): ReceiptInput | KeysInput | BadKeysInput {
  const hash = toHex(sha256(given.bytes))
  const receipt = (problem: Problem | null, isAcceptance = false): ReceiptInput => ({
    kind: 'receipt',
    ...given,
    isAcceptance,
    hash,
    problem,
  })
  if (given.bytes.length > maxInputBytes) return receipt({ text: 'problemTooLarge' })
  const text = textOf(given.bytes)
  if (text === null) return receipt({ text: 'problemText' })
  const json = jsonOf(text)
  if (json === null) return receipt({ text: 'problemJson' }, text.startsWith(`{"format":"${acceptancePrefix}`))
  if (isKeys(json)) return keysIn(text, given.name)
  const format = formatOf(json)
  if (format === null || !/^candor-(receipt|acceptance)\//.test(format)) return receipt({ text: 'problemUnknown' })
  const isKnown = format === 'candor-receipt/1' || format === 'candor-acceptance/1'
  return receipt(isKnown ? null : { text: 'problemNewer', format }, format.startsWith(acceptancePrefix))
}

const acceptancePrefix = 'candor-acceptance/'

function keysIn(text: string, name: string | null): KeysInput | BadKeysInput {
  try {
    return { kind: 'keys', name, hash: toHex(sha256(utf8Bytes(text))), trusted: parseTrustedFile(text) }
  } catch (error) {
    if (error instanceof ProofError) return { kind: 'bad-keys', name, reason: error.message }
    throw error
  }
}

function isKeys(json: object): boolean {
  return !('format' in json) && 'ticks' in json && 'events' in json
}

function formatOf(json: object): string | null {
  return 'format' in json && typeof json.format === 'string' ? json.format : null
}

function textOf(bytes: Uint8Array): string | null {
  return nullIfMalformed(() => utf8Text(bytes))
}

/** The object or array of a JSON text, an empty object for another value; null for a text that is no JSON. */
function jsonOf(text: string): object | null {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? json : {}
  } catch {
    return null
  }
}
