import { createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check } from '@scure/base'

/** The chains to which USDT is paid. */
export type Chain = 'TRC20' | 'ERC20'

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())
const tronBytes = 21
const tronPrefix = 0x41
const nobody = /^0x0{40}$/

/** Reads an address as a customer types it, and answers it as the chain writes it; null where the chain has no such address. */
export function readWalletAddress(chain: Chain, text: string): string | null {
  const address = text.trim()
  return chain === 'TRC20' ? readTron(address) : readEthereum(address)
}

/** Base58check of 21 bytes that begin with 0x41. */
function readTron(address: string): string | null {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return null
  try {
    const bytes = base58check.decode(address)
    return bytes.length === tronBytes && bytes[0] === tronPrefix ? address : null
  } catch {
    // The library throws for a wrong check: what was typed is not an address.
    return null
  }
}

/** Forty hexadecimal digits whose capitals are the check of EIP-55; of one case throughout there is no check. What is sent to nobody is lost. */
function readEthereum(address: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || nobody.test(address)) return null
  const checked = withEthereumCheck(address)
  const digits = address.slice(2)
  const carriesNoCheck = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return address === checked || carriesNoCheck ? checked : null
}

/** An address of Ethereum with the capitals of EIP-55. */
function withEthereumCheck(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(digits))
  const capitalised = digits.split('').map((digit, index) => {
    const byte = hash[index >> 1] ?? 0
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15
    return nibble >= 8 ? digit.toUpperCase() : digit
  })
  return `0x${capitalised.join('')}`
}
