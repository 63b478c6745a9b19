import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64urlnopad } from '@scure/base'

/**
 * How a new passkey of an operator is tied to what permits it: the owner's code, or a passkey that exists. Both cover
 * the whole response of the authenticator, the public key and the challenge included. A server that carries them can
 * put no key of its own in the place, and never sees the code.
 */

/** The response of an authenticator that made a key, as base64url without padding. */
export interface MadeKey {
  readonly clientDataJSON: string
  readonly attestationObject: string
}

/** The key that a code stands for. Capitals, spaces and hyphens do not matter. */
export function passkeyCodeKey(code: string): Uint8Array {
  return sha256(utf8(`Candor passkey code 1:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`))
}

/** What an existing passkey signs for a new one, 32 bytes. */
export function passkeyBinding({ clientDataJSON, attestationObject }: MadeKey): Uint8Array {
  const parts = [clientDataJSON, attestationObject].map((part) => sha256(base64urlnopad.decode(part)))
  return sha256(Uint8Array.from([...utf8('Candor passkey 1:'), ...parts.flatMap((part) => [...part])]))
}

/** The proof, as base64url, that the holder of a code's key permits a new passkey. */
export function passkeyProof(key: Uint8Array, made: MadeKey): string {
  return base64urlnopad.encode(hmac(sha256, key, passkeyBinding(made)))
}

/** The texts hashed here are ASCII. */
function utf8(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
