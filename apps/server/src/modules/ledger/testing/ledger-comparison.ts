import { deepEqual } from 'node:assert/strict'
import { readBalances } from '../ledger-store.ts'
import type { DepositSide } from './deposit-model.ts'
import type { LedgerModel, ModelRequest, ModelTerms } from './ledger-model.ts'
import type { LedgerWorld } from './ledger-world.ts'

/** The customers of a history; the last two are opened in the course of it. */
export const customers = 4

/** The ledger of a history, beside its model. */
export interface Real {
  readonly world: LedgerWorld
  readonly terms: readonly ModelTerms[]
  /** Requests sent so far, for repeats and conflicts. */
  readonly sent: ModelRequest[]
  readonly deposits: DepositSide
}

/** Something that happens to the ledger and to its model. */
export interface LedgerCommand {
  run(model: LedgerModel, real: Real): Promise<void>
  toString(): string
}

/** Compares every balance of customers and of the bankroll with the model's. */
export async function compare(model: LedgerModel, real: Real): Promise<void> {
  const balances = await readBalances(
    real.world.app,
    Array.from({ length: customers + 1 }, (_, index) => BigInt(index + 1)),
  )
  const customersNow = balances.map(({ customerId, asset, availableUnits, heldUnits }) => [
    `${customerId}:${asset}`,
    { posted: availableUnits + heldUnits, held: heldUnits },
  ])
  deepEqual(Object.fromEntries(customersNow), Object.fromEntries(model.customers))
  const { rows } = await real.world.app.query<{ stripe: number; posted: bigint; held: bigint }>(
    `select stripe, posted, held from ledger.account where kind = 'bankroll' order by stripe`,
  )
  deepEqual(
    rows.map(({ stripe, posted, held }) => [stripe, { posted, held }]),
    [...model.house],
  )
}
