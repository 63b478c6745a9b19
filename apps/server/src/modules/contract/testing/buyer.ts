import { randomUUID } from 'node:crypto'
import type { Placement } from '../placement.ts'
import { readBalances } from '../../statement/balance-store.ts'
import type { LedgerWorld, PlaceInput } from '../../ledger/testing/ledger-world.ts'

/** A customer who buys contracts under the same terms: each costs 100 USD, unless a test says otherwise. */
export class Buyer {
  readonly customerId: bigint
  readonly #world: LedgerWorld
  readonly #termsId: bigint

  constructor(world: LedgerWorld, customerId: bigint, termsId: bigint) {
    this.#world = world
    this.customerId = customerId
    this.#termsId = termsId
  }

  order(change: Partial<PlaceInput> = {}): PlaceInput {
    const { customerId } = this
    return { customerId, requestId: randomUUID(), stakeUnits: 100_000_000n, termsId: this.#termsId, ...change }
  }

  async place(change: Partial<PlaceInput> = {}): Promise<Placement | undefined> {
    const [placement] = await this.#world.place([this.order(change)])
    return placement
  }

  /** The balance in USD, in units. */
  async usd() {
    const [balance] = await readBalances(this.#world.app, [this.customerId])
    return { available: balance?.available.units, held: balance?.held.units }
  }
}

/** Opens the next customer of the world and publishes a frame. */
export async function openBuyer(world: LedgerWorld, termsId: bigint): Promise<Buyer> {
  const customerId = await world.openNextCustomer()
  await world.publish()
  return new Buyer(world, customerId, termsId)
}
