import { equalBytes } from './bytes.ts'
import { ensure } from './errors.ts'

/** The lengths of Ed25519, in bytes. */
export const ed25519KeyBytes = 32
export const ed25519SignatureBytes = 64

/** A public key, a signature and the message that it is over. */
export interface SignedMessage {
  readonly publicKey: Uint8Array
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** 2^255 − 19 and the order of the base point, little-endian. */
const fieldPrime = littleEndian(2n ** 255n - 19n)
const groupOrder = littleEndian(2n ** 252n + 27742317777372353535851937790883648493n)
const plusOne = littleEndian(1n)
const minusOne = littleEndian(2n ** 255n - 20n)
/** The y coordinates of the eight points of small order (1, −1, 0 and two of order eight). */
const smallOrder = [
  plusOne,
  minusOne,
  littleEndian(0n),
  littleEndian(0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n),
  littleEndian(0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n),
]

/** The checks on bytes, before the equation: lengths, canonical A and R, S below the order of the group. */
export function isPlausible({ publicKey, signature }: SignedMessage): boolean {
  return (
    publicKey.length === ed25519KeyBytes &&
    signature.length === ed25519SignatureBytes &&
    isCanonicalPoint(publicKey) &&
    isCanonicalPoint(signature.subarray(0, 32)) &&
    isBelow(signature.subarray(32), groupOrder)
  )
}

/** Throws `wrong-key` unless the bytes can be a public key: 32 of them, encoded canonically. */
export function ensureEd25519Key(publicKey: Uint8Array): void {
  ensure(
    publicKey.length === ed25519KeyBytes && isCanonicalPoint(publicKey),
    'wrong-key',
    'The Ed25519 key is not the encoding of a point.',
  )
}

function isCanonicalPoint(point: Uint8Array): boolean {
  const y = withoutSign(point)
  if (!isBelow(y, fieldPrime)) return false
  const hasSign = ((point[31] ?? 0) & 0x80) !== 0
  return !hasSign || !(equalBytes(y, plusOne) || equalBytes(y, minusOne))
}

/** Whether the encoded point is one of the eight whose multiple by eight is zero. */
export function hasSmallOrder(point: Uint8Array): boolean {
  const y = withoutSign(point)
  return smallOrder.some((known) => equalBytes(y, known))
}

/** The y coordinate of an encoded point: its first 255 bits. */
function withoutSign(point: Uint8Array): Uint8Array {
  const y = point.slice(0, 32)
  y[31] = (y[31] ?? 0) & 0x7f
  return y
}

/** Compares two little-endian numbers of 32 bytes. */
function isBelow(value: Uint8Array, bound: Uint8Array): boolean {
  for (let index = 31; index >= 0; index -= 1) {
    const difference = (value[index] ?? 0) - (bound[index] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
}
