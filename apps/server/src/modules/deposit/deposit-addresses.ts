import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/transaction.ts'
import { addressDeriver } from './deposit-address.ts'
import { readAddress } from './deposit-store.ts'
import { sandboxAddress } from './deposit.ts'
import type { Chain } from './deposit.ts'
import { assignAddress } from './transfer-store.ts'

/** Where a customer sends coins to. */
export interface OwnAddress {
  readonly address: string
  /** Not an address of any chain: coins sent to it would be lost. */
  readonly isSandbox: boolean
}

/** Each customer's own address per chain. */
export interface DepositAddresses {
  /** Whether transfers on this chain are seen, so that an address of it is a real one. */
  isWatched(chain: Chain): boolean
  addressOf(customerId: bigint, chain: Chain): Promise<OwnAddress>
}

export interface DepositAddressesOptions {
  readonly pool: Database
  readonly watched: ReadonlySet<Chain>
  /** Asks the watcher, the only one that stores addresses, for a customer's. The address appears in the database. */
  request(customerId: bigint, chain: Chain): void
  /** Called before an address is shown: the cells of a platform agree on whose it is. Throws where it is another's. */
  claim?(customerId: bigint, address: string): Promise<void>
}

const waitMs = 50
const requestEveryMs = 1_000
const patienceMs = 5_000

/** Creates the addresses as customers see them. Throws when the watcher stores none within five seconds. */
export function createDepositAddresses(options: DepositAddressesOptions): DepositAddresses {
  const { pool, watched, request } = options
  return {
    isWatched: (chain) => watched.has(chain),
    async addressOf(customerId, chain) {
      if (!watched.has(chain)) return { address: sandboxAddress(chain, customerId), isSandbox: true }
      for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += waitMs) {
        const address = await readAddress(pool, customerId, chain)
        if (address !== null) {
          await options.claim?.(customerId, address)
          return { address, isSandbox: false }
        }
        // A request is lost while the watcher is being started again.
        if (waitedMs % requestEveryMs === 0) request(customerId, chain)
        await sleep(waitMs)
      }
      throw new Error('the watcher of the chain stored no address')
    },
  }
}

/** The largest index of a child that is not hardened. */
const maxChildIndex = 2n ** 31n - 1n

export interface AddressBookOptions {
  /** The database as the watcher's role, the only one that writes addresses down. */
  readonly watcher: Database
  /** The extended public keys of the watched chains. */
  readonly xpubs: ReadonlyMap<Chain, string>
}

/**
 * Derives and stores addresses. A child's index is the customer's number, so all of them can be derived again from the
 * key and the customers alone.
 */
export function createAddressBook({
  watcher,
  xpubs,
}: AddressBookOptions): (customerId: bigint, chain: Chain) => Promise<string> {
  const derivers = new Map([...xpubs].map(([chain, xpub]) => [chain, addressDeriver(chain, xpub)]))
  return async (customerId, chain) => {
    const derive = derivers.get(chain)
    if (derive === undefined) throw new Error(`no key derives addresses of ${chain}`)
    if (customerId < 1n || customerId > maxChildIndex)
      throw new Error('this customer has no place below the extended public key')
    const childIndex = Number(customerId)
    return assignAddress(watcher, chain, { customerId, childIndex, address: derive(childIndex) })
  }
}
