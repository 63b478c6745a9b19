import type { Database } from '../../platform/transaction.ts'
import { addressDeriver } from './deposit-address.ts'
import { sandboxAddress } from './deposit.ts'
import type { Chain } from './deposit.ts'
import { assignAddress } from './transfer-store.ts'

/** Where a customer sends coins to. */
export interface OwnAddress {
  readonly address: string
  /** Not an address of any chain: coins sent to it would be lost. */
  readonly isSandbox: boolean
}

/** Assigns each customer an address of their own per chain. */
export interface DepositAddresses {
  /** Whether transfers on this chain are seen, so that an address of it is a real one. */
  isWatched(chain: Chain): boolean
  addressOf(customerId: bigint, chain: Chain): Promise<OwnAddress>
}

export interface DepositAddressesOptions {
  /** The database as the watcher's role, the only one that writes addresses down. Needed where a chain is watched. */
  readonly watcher: Database | null
  /** The extended public keys of the watched chains. */
  readonly xpubs: ReadonlyMap<Chain, string>
}

/** The largest index of a child that is not hardened. */
const maxChildIndex = 2n ** 31n - 1n

/**
 * Creates the addresses. A child's index is the customer's number, so all of them can be derived again from the key and
 * the customers alone.
 */
export function createDepositAddresses({ watcher, xpubs }: DepositAddressesOptions): DepositAddresses {
  const derivers = new Map([...xpubs].map(([chain, xpub]) => [chain, addressDeriver(chain, xpub)]))
  return {
    isWatched: (chain) => derivers.has(chain),
    async addressOf(customerId, chain) {
      const derive = derivers.get(chain)
      if (derive === undefined || watcher === null)
        return { address: sandboxAddress(chain, customerId), isSandbox: true }
      if (customerId > maxChildIndex) throw new Error('this customer has no place below the extended public key')
      const childIndex = Number(customerId)
      const address = await assignAddress(watcher, chain, { customerId, childIndex, address: derive(childIndex) })
      return { address, isSandbox: false }
    },
  }
}
