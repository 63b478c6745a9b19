import type { SignedMessage } from './ed25519-rule.ts'

/** The lengths of ML-DSA-44, in bytes (FIPS 204). */
export const mldsaKeyBytes = 1312
export const mldsaSignatureBytes = 2420

/**
 * Whether the ML-DSA-44 signature is valid (FIPS 204, algorithm 3, with an empty context unless one is given). Returns
 * false for keys, signatures and contexts of other lengths. The first call loads @noble/post-quantum, which is not part
 * of what a page loads at its start.
 */
export async function verifyMldsa44({
  publicKey,
  message,
  signature,
  context = new Uint8Array(0),
}: SignedMessage & { readonly context?: Uint8Array }): Promise<boolean> {
  if (publicKey.length !== mldsaKeyBytes || signature.length !== mldsaSignatureBytes) return false
  if (context.length > maxContextBytes) return false
  const { ml_dsa44: scheme } = await import('@noble/post-quantum/ml-dsa.js')
  return scheme.verify(signature, message, publicKey, { context })
}

/** Signs with the key of a seed of 32 bytes, without randomness (FIPS 204, 3.4). */
export async function signMldsa44(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const { ml_dsa44: scheme } = await import('@noble/post-quantum/ml-dsa.js')
  return scheme.sign(message, scheme.keygen(seed).secretKey, { extraEntropy: false })
}

/** The public key of a seed of 32 bytes. */
export async function mldsaKeyOfSeed(seed: Uint8Array): Promise<Uint8Array> {
  const { ml_dsa44: scheme } = await import('@noble/post-quantum/ml-dsa.js')
  return scheme.keygen(seed).publicKey
}

const maxContextBytes = 255
