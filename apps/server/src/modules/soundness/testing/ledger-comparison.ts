import { deepEqual } from 'node:assert/strict'
import { add } from '@candor/money'
import fc from 'fast-check'
import { readBalances } from '../../statement/balance-store.ts'
import type { DepositSide } from './deposit-model.ts'
import type { LedgerModel, ModelRequest, ModelTerms } from './ledger-model.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { ModelProduct } from './term-model.ts'

/** The customers of a history; the last two are opened in the course of it. */
export const customers = 4

/** The ledger of a history, beside its model. */
export interface Real {
  readonly world: LedgerWorld
  readonly terms: readonly ModelTerms[]
  /** Requests sent so far, for repeats and conflicts. */
  readonly sent: ModelRequest[]
  readonly deposits: DepositSide
  /** The products of the interest wallet, including earlier ones. */
  readonly products: readonly ModelProduct[]
}

/** Something that happens to the ledger and to its model. */
export interface LedgerCommand {
  run(model: LedgerModel, real: Real): Promise<void>
  toString(): string
}

/** A command that `description` names where a history fails. */
export function command(description: string, run: LedgerCommand['run']): LedgerCommand {
  return { run, toString: () => description }
}

/** Numbers that pick one of what a history has had so far. */
export const picks = fc.nat({ max: 999 })

/** The one of `all` that a number picks; undefined where there are none. */
export const picked = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)]

/** Compares every balance of customers, of the bankroll and of the interest money with the model's. */
export async function compare(model: LedgerModel, real: Real): Promise<void> {
  const balances = await readBalances(
    real.world.app,
    Array.from({ length: customers + 1 }, (_, index) => BigInt(index + 1)),
  )
  const customersNow = balances.map(({ customerId, asset, available, held, term }) => [
    `${customerId}:${asset}`,
    { posted: add(available, held).units, held: held.units, inTerms: term.units },
  ])
  const expected = [...model.customers].map(([key, money]) => [
    key,
    { ...money, inTerms: model.terms.inTerms.get(key) ?? 0n },
  ])
  deepEqual(Object.fromEntries(customersNow), Object.fromEntries(expected))
  const { rows } = await real.world.app.query<{ kind: string; stripe: number; posted: bigint; held: bigint }>(
    `select kind, stripe, posted, held from ledger.balance where kind in ('bankroll', 'interest') order by stripe`,
  )
  for (const [wanted, house] of [
    ['bankroll', model.house],
    ['interest', model.terms.house],
  ] as const) {
    deepEqual(
      rows.filter(({ kind }) => kind === wanted).map(({ stripe, posted, held }) => [stripe, { posted, held }]),
      [...house],
    )
  }
}
