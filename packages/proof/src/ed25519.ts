import { verifyOnPlatform } from '#ed25519'
import { hasSmallOrder, isPlausible } from './ed25519-rule.ts'
import type { SignedMessage } from './ed25519-rule.ts'

/** An implementation of the platform; null where it does not decide. */
export type PlatformVerdict = (signed: SignedMessage) => Promise<boolean | null>

/**
 * Whether the signature is valid by RFC 8032, section 5.1.7, read strictly, so that every platform returns the same:
 * the public key A and the point R are encoded canonically (y below the prime, no sign on x = 0), S is below the order
 * of the group, and the equation without cofactor holds, that is, the encoding of [S]B − [k]A is R. Points of small
 * order are not refused as such. Returns false for keys and signatures of other lengths.
 */
export function verifyEd25519(signed: SignedMessage): Promise<boolean> {
  return verifyStrictly(signed, verifyOnPlatform)
}

/**
 * Applies the rule with an implementation of the platform: Node's own, or the browser's WebCrypto. The equation is
 * computed with @noble/curves where the platform does not decide, and for points of small order, which some versions of
 * Node and some browsers refuse, and others do not.
 */
export async function verifyStrictly(signed: SignedMessage, platform: PlatformVerdict): Promise<boolean> {
  if (!isPlausible(signed)) return false
  const isOdd = hasSmallOrder(signed.publicKey) || hasSmallOrder(signed.signature)
  const verdict = isOdd ? null : await platform(signed)
  if (verdict !== null) return verdict
  const { holdsEquation } = await import('./ed25519-equation.ts')
  return holdsEquation(signed)
}
