import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'

/** The chains to which USDT is paid. */
export type Chain = 'TRC20' | 'ERC20'

const base58check = createBase58check(sha256)
const accountBytes = 20
const tronPrefix = 0x41
const nobody = /^0x0{40}$/

/**
 * Parses an address as a customer types it and returns its canonical form; null when it is not an address of the chain.
 */
export function readWalletAddress(chain: Chain, text: string): string | null {
  const address = text.trim()
  return chain === 'TRC20' ? readTron(address) : readEthereum(address)
}

/** The address of an account of 20 bytes, as the chain writes it. */
export function walletAddressOf(chain: Chain, account: Uint8Array): string {
  if (account.length !== accountBytes) throw new Error(`an account has ${accountBytes} bytes, not ${account.length}`)
  if (chain === 'TRC20') return base58check.encode(Uint8Array.of(tronPrefix, ...account))
  return withEthereumCheck(`0x${Array.from(account, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
}

/** Base58check of 21 bytes that start with 0x41. */
function readTron(address: string): string | null {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return null
  try {
    const bytes = base58check.decode(address)
    return bytes.length === accountBytes + 1 && bytes[0] === tronPrefix ? address : null
  } catch {
    // The library throws on a wrong checksum: the text is not an address.
    return null
  }
}

/**
 * Forty hexadecimal digits, whose capitals are the EIP-55 checksum; text in a single case has none. The zero address is
 * refused: coins sent there are lost.
 */
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
  const hash = keccak_256(utf8ToBytes(digits))
  const capitalised = digits.split('').map((digit, index) => {
    const byte = hash[index >> 1] ?? 0
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15
    return nibble >= 8 ? digit.toUpperCase() : digit
  })
  return `0x${capitalised.join('')}`
}
