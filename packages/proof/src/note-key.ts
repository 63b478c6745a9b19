import { concatBytes, fromBase64, toBase64 } from './bytes.ts'
import { ensureEd25519Key } from './ed25519-rule.ts'
import { ensure } from './errors.ts'
import { mldsaKeyBytes, mldsaKeyOfSeed } from './mldsa.ts'
import { ensureKeyName, keyIdOf, keyIdText } from './note.ts'

/**
 * The types of keys that are supported, by the byte that stands for them in keys and key IDs: Ed25519 of a log (0x01,
 * signed-note 1.0.0), Ed25519 of a witness (0x04, tlog-cosignature 1.0.1) and ML-DSA-44 of a witness (0x06,
 * tlog-cosignature after 1.0.1).
 */
export const keyTypes = { ed25519: 0x01, cosignature: 0x04, mldsaCosignature: 0x06 } as const

export type KeyType = keyof typeof keyTypes

/** A public key with its name: what signed-note 1.0.0 calls a verifier key, or vkey. */
export interface VerifierKey {
  readonly name: string
  readonly keyId: number
  readonly type: KeyType
  readonly publicKey: Uint8Array
}

/** A private key with its name. The seed is 32 bytes. */
export interface SignerKey {
  readonly key: VerifierKey
  readonly seed: Uint8Array
}

/** The key with its ID. Throws `wrong-key` for bytes that are no key of the type, `malformed` for the name. */
export function verifierKey({ name, type, publicKey }: Omit<VerifierKey, 'keyId'>): VerifierKey {
  ensureKeyName(name)
  if (type === 'mldsaCosignature')
    ensure(publicKey.length === mldsaKeyBytes, 'wrong-key', `An ML-DSA-44 key has ${mldsaKeyBytes} bytes.`)
  else ensureEd25519Key(publicKey)
  return { name, type, publicKey, keyId: keyIdOf(name, keyTypes[type], publicKey) }
}

/** `<name>+<key ID>+<base64 of type and key>`. */
export function formatVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
  return `${name}+${keyIdText(keyId)}+${toBase64(concatBytes(Uint8Array.of(keyTypes[type]), publicKey))}`
}

/**
 * Parses what `formatVerifierKey` writes. Throws `wrong-key` for a type that is not supported and for an ID that is not
 * the key's, `malformed` for other texts.
 */
export function parseVerifierKey(text: string): VerifierKey {
  const { name, idText, type, material } = splitKey(text)
  const key = verifierKey({ name, type, publicKey: material })
  ensure(keyIdText(key.keyId) === idText, 'wrong-key', 'The ID of the key is not computed from it.')
  return key
}

/**
 * A private key as text: `PRIVATE+KEY+<name>+<key ID>+<base64 of type and seed>`, without encryption, as
 * golang.org/x/mod/sumdb/note writes it. The specification leaves it open.
 */
export function formatSignerKey({ key, seed }: SignerKey): string {
  return `${privatePrefix}${formatVerifierKey({ ...key, publicKey: seed })}`
}

/** Parses what `formatSignerKey` writes, and computes the public key. Throws as `parseVerifierKey` does. */
export async function parseSignerKey(text: string): Promise<SignerKey> {
  ensure(text.startsWith(privatePrefix), 'malformed', 'The text is no private key.')
  const { name, idText, type, material } = splitKey(text.slice(privatePrefix.length))
  const signer = await signerKey({ name, type, seed: material })
  ensure(keyIdText(signer.key.keyId) === idText, 'wrong-key', 'The ID of the private key is not computed from it.')
  return signer
}

/** The private key with its public one. The caller draws the seed, 32 random bytes. Throws `wrong-key`. */
export async function signerKey({
  name,
  type,
  seed,
}: {
  readonly name: string
  readonly type: KeyType
  readonly seed: Uint8Array
}): Promise<SignerKey> {
  ensure(seed.length === seedBytes, 'wrong-key', 'The seed of a private key does not have 32 bytes.')
  return { key: verifierKey({ name, type, publicKey: await publicKeyOf(type, seed) }), seed }
}

const privatePrefix = 'PRIVATE+KEY+'
const seedBytes = 32
/** Room for the longest name with an ML-DSA-44 key. */
const maxKeyText = 4096

async function publicKeyOf(type: KeyType, seed: Uint8Array): Promise<Uint8Array> {
  if (type === 'mldsaCosignature') return mldsaKeyOfSeed(seed)
  const { publicKeyOfSeed } = await import('./ed25519-equation.ts')
  return publicKeyOfSeed(seed)
}

function splitKey(text: string): {
  readonly name: string
  readonly idText: string
  readonly type: KeyType
  readonly material: Uint8Array
} {
  ensure(text.length <= maxKeyText, 'too-large', `The key has more than ${maxKeyText} characters.`)
  // The base64 may contain a plus, a name may not.
  const [, name, idText, base64] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? []
  ensure(
    name !== undefined && idText !== undefined && base64 !== undefined,
    'malformed',
    'The key is not a name, an ID and base64.',
  )
  const bytes = fromBase64(base64)
  return { name, idText, type: typeOf(bytes[0]), material: bytes.slice(1) }
}

function typeOf(byte: number | undefined): KeyType {
  const isType = (type: KeyType) => keyTypes[type] === byte
  const type = (['ed25519', 'cosignature', 'mldsaCosignature'] as const).find(isType)
  ensure(type !== undefined, 'wrong-key', 'The type of the key is not supported.')
  return type
}
