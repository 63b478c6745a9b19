import { formatUnits } from '@candor/money'
import type { Amount, Asset } from '@candor/money'
import type { Pool, PoolClient } from 'pg'
import type * as ledger from '../../../database/rows/ledger.ts'
import { withTransaction } from '../../platform/postgres/pool.ts'
import { queryInTransaction } from './booking-failure-store.ts'
import { assetCode, assetOf } from './ledger.ts'

/** A stripe of the house: placing on one does not wait for another of the same asset. */
export interface Stripe {
  readonly stripe: number
  readonly asset: Asset
  readonly isHalted: boolean
}

/**
 * Opens a customer's accounts, with the configured opening balance. Idempotent. Must come last in its transaction.
 * Throws LedgerHaltedError where the books are halted.
 */
export async function openCustomer(client: Pool | PoolClient, customerId: bigint): Promise<void> {
  await queryInTransaction(client, { text: 'select ledger.open_customer($1)', values: [customerId] })
}

/** The stripes of the house. */
export async function readStripes(pool: Pool): Promise<Stripe[]> {
  const { rows } = await pool.query<Pick<ledger.StripeRow, 'stripe' | 'asset'> & { readonly is_halted: boolean }>(
    'select stripe, asset, halted_reason is not null as is_halted from ledger.stripe order by stripe',
  )
  return rows.map((row) => ({ stripe: row.stripe, asset: assetOf(row.asset), isHalted: row.is_halted }))
}

/** Creates the day partitions of entries ahead of time. */
export async function prepareEntryDays(pool: Pool, daysAhead: number): Promise<void> {
  await pool.query('select ledger.prepare_entry_days($1)', [daysAhead])
}

/** Stops placing and settling on a stripe, or on all (null). Only the owner of the database can undo it. */
export async function haltLedger(pool: Pool, stripe: number | null, reason: string): Promise<void> {
  await pool.query('select ledger.halt($1, $2)', [stripe, reason])
}

/** Lets every halted stripe write again. As the owner only, after a clean check. */
export async function resumeLedger(owner: Pool): Promise<void> {
  await owner.query('select ledger.resume()')
}

/** What capital is for: payouts of contracts, exchange in swaps, or interest. */
export type CapitalPurpose = 'bankroll' | 'fx' | 'interest'

/**
 * Books capital that the operator has paid in, and writes it to the audit, in one transaction. A reference counts once.
 * Returns whether this call booked it. As the owner only. Throws where the reference stands for other capital.
 */
export async function payInCapital(
  owner: Pool,
  { reference, purpose, paidIn }: { reference: string; purpose: CapitalPurpose; paidIn: Amount },
): Promise<boolean> {
  return withTransaction(owner, async (client) => {
    const { rows } = await client.query<{ booked: boolean }>(
      'select ledger.pay_in_capital($1, $2::ledger.account_kind, $3::smallint, $4::bigint) as booked',
      [reference, purpose, assetCode(paidIn.asset), paidIn.units],
    )
    const isBooked = rows[0]?.booked === true
    if (isBooked)
      await client.query("select audit.write(null, 'owner', 'house.funded', 'house:' || $1, '', $2, 'database')", [
        purpose,
        JSON.stringify({ reference, asset: paidIn.asset, amount: formatUnits(paidIn.units) }),
      ])
    return isBooked
  })
}

/** Funds the house and sets the opening balance of a sandbox. As the owner only; idempotent. */
export async function openSandboxBooks(owner: Pool): Promise<void> {
  await owner.query('select ledger.open_sandbox_books()')
}
