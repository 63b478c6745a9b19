import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { Chain } from './deposit.ts'

/** TRON's addresses start with this byte, which makes them start with T in base58. */
const tronPrefix = 0x41
const base58check = createBase58check(sha256)

/** The extended public key is unusable. The message is one actionable sentence. */
export class ExtendedKeyError extends Error {
  override readonly name = 'ExtendedKeyError'
}

/**
 * Derives addresses from a watch-only extended public key: its child 0/index (BIP-32; the key is an account's, as
 * m/44'/60'/0' or m/44'/195'/0'). Throws ExtendedKeyError for a damaged key, or a private one, which must never be
 * configured here.
 */
export function addressDeriver(chain: Chain, xpub: string): (childIndex: number) => string {
  const account = publicKeyOf(xpub)
  const external = account.deriveChild(0)
  return (childIndex) => {
    const { publicKey } = external.deriveChild(childIndex)
    if (publicKey === null) throw new Error('an extended public key has a child without a public key')
    return addressOf(chain, publicKey)
  }
}

function publicKeyOf(xpub: string): HDKey {
  try {
    const key = HDKey.fromExtendedKey(xpub)
    if (key.privateKey === null) return key
  } catch {
    throw new ExtendedKeyError('The extended public key of the recharge addresses is damaged.')
  }
  throw new ExtendedKeyError(
    'The key of the recharge addresses is private; the server takes the extended public key (xpub…) only.',
  )
}

/**
 * The address of a compressed public key: the last 20 bytes of the Keccak-256 of its point, in the form of the chain.
 */
export function addressOf(chain: Chain, publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const account = keccak_256(point.subarray(1)).subarray(12)
  return chain === 'ERC20' ? checksummed(account) : tronAddressOf(account)
}

/**
 * An Ethereum address with the checksum of EIP-55: a letter is large where the hash of the small letters has 8 or more
 * there.
 */
export function checksummed(account: Uint8Array): string {
  const hex = Buffer.from(account).toString('hex')
  const hash = Buffer.from(keccak_256(Buffer.from(hex))).toString('hex')
  const digits = hex
    .split('')
    .map((digit, place) => (Number.parseInt(hash[place] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit))
  return `0x${digits.join('')}`
}

/** A TRON address: base58check over 0x41 and the 20 bytes of the account. */
export function tronAddressOf(account: Uint8Array): string {
  return base58check.encode(Uint8Array.of(tronPrefix, ...account))
}

/** The 20 bytes of a TRON address. Throws for anything else. */
export function tronAccountOf(address: string): Uint8Array {
  const bytes = base58check.decode(address)
  if (bytes.length !== 21 || bytes[0] !== tronPrefix) throw new Error('this is no TRON address')
  return bytes.subarray(1)
}
