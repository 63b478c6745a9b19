import { readWalletAddress } from '@candor/formulas/wallet-address'
import type { Chain } from '@candor/formulas/wallet-address'

export const chains: readonly Chain[] = ['TRC20', 'ERC20']

/** The state of an address while it is typed. `other-chain`: valid, but on the chain that was not selected. */
export type AddressVerdict = 'empty' | 'partial' | 'valid' | 'other-chain' | 'wrong'

/** The lengths that addresses have; shorter ones may still be being typed. */
const wholeLength: Readonly<Record<Chain, number>> = { TRC20: 34, ERC20: 42 }

/** Checks an address of a chain, including its checksum. */
export function addressVerdict(chain: Chain, text: string): AddressVerdict {
  const address = text.trim()
  if (address === '') return 'empty'
  if (readWalletAddress(chain, address) !== null) return 'valid'
  if (readWalletAddress(otherChain(chain), address) !== null) return 'other-chain'
  const mayGoOn = chain === 'TRC20' ? /^T[1-9A-HJ-NP-Za-km-z]*$/.test(address) : /^(0|0x[0-9a-fA-F]*)$/.test(address)
  return mayGoOn && address.length < wholeLength[chain] ? 'partial' : 'wrong'
}

/** The one of the two chains that was not chosen. */
export function otherChain(chain: Chain): Chain {
  return chain === 'TRC20' ? 'ERC20' : 'TRC20'
}
