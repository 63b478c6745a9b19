import { amount } from '@candor/money'
import type { Amount, Asset } from '@candor/money'
import type { Pool } from 'pg'
import type * as interest from '../../../database/rows/interest.ts'
import type * as ledger from '../../../database/rows/ledger.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { operatorRoutine } from '../../platform/postgres/routine.ts'
import { assetCode, assetOf } from '../ledger/index.ts'
import { versionProposals } from '../operator/index.ts'

/** The values of a product version, in units. */
export interface ProductValues {
  readonly durationMs: number
  readonly isOpen: boolean
  readonly dailyRatePpm: number
  readonly minimum: Amount
  readonly maximum: Amount
}

/** A version of a product. */
export interface VersionRecord extends ProductValues {
  readonly version: number
  readonly createdMs: number
}

/** The newest version of a product, with the sums over the orders of all its versions. */
export interface ProductSums extends VersionRecord {
  readonly earningOrders: number
  readonly earning: Amount
  readonly reserved: Amount
  readonly paid: Amount
}

/** The house's interest money in an asset. */
export interface Coverage {
  readonly asset: Asset
  readonly funds: Amount
  readonly reserved: Amount
}

type ValuesRow = Pick<
  interest.InterestProductRow,
  'asset' | 'duration_ms' | 'is_open' | 'daily_rate_ppm' | 'minimum' | 'maximum'
>

type VersionRow = ValuesRow & Pick<interest.InterestProductRow, 'version' | 'created_ms'>

function valuesOf(row: ValuesRow): ProductValues {
  const asset = assetOf(row.asset)
  return {
    durationMs: Number(row.duration_ms),
    isOpen: row.is_open,
    dailyRatePpm: row.daily_rate_ppm,
    minimum: amount(asset, row.minimum),
    maximum: amount(asset, row.maximum),
  }
}

function versionOf(row: VersionRow): VersionRecord {
  return { ...valuesOf(row), version: row.version, createdMs: Number(row.created_ms) }
}

/** Every product with its sums, by asset and length. */
export async function listProductSums(pool: Pool): Promise<ProductSums[]> {
  const { rows } = await pool.query<VersionRow & { orders: bigint; earning: bigint; reserved: bigint; paid: bigint }>(
    `select p.*, coalesce(s.orders, 0) as orders, coalesce(s.earning, 0)::bigint as earning,
      coalesce(s.reserved, 0)::bigint as reserved,
       coalesce(s.paid, 0)::bigint as paid
     from (select distinct on (asset, duration_ms) * from interest.interest_product order by asset, duration_ms,
       version desc) as p
     left join (select asset, duration_ms, count(*) filter (where state = 'earning') as orders,
       sum(amount) filter (where state = 'earning') as earning,
         sum(interest) filter (where state = 'earning') as reserved,
           sum(interest) filter (where state = 'matured') as paid
       from interest.interest_order group by asset, duration_ms) as s using (asset, duration_ms)
     order by asset, duration_ms`,
  )
  return rows.map((row) => {
    const asset = assetOf(row.asset)
    return {
      ...versionOf(row),
      earningOrders: Number(row.orders),
      earning: amount(asset, row.earning),
      reserved: amount(asset, row.reserved),
      paid: amount(asset, row.paid),
    }
  })
}

/** The house's interest money in each asset. */
export async function readCoverage(pool: Pool): Promise<Coverage[]> {
  const { rows } = await pool.query<
    Known<Pick<ledger.BalanceRow, 'asset'>> & { readonly funds: bigint; readonly reserved: bigint }
  >(
    `select asset, sum(posted)::bigint as funds, sum(held)::bigint as reserved from ledger.balance
      where kind = 'interest' group by asset order by asset`,
  )
  return rows.map((row) => {
    const asset = assetOf(row.asset)
    return { asset, funds: amount(asset, row.funds), reserved: amount(asset, row.reserved) }
  })
}

/** Proposed versions of products. */
export const interestProposals = versionProposals<ValuesRow, VersionRecord, ProductValues>({
  relation: 'interest.interest_proposal',
  kind: 'interest',
  valuesOf,
  async readVersions(pool, ids) {
    const { rows } = await pool.query<VersionRow & { readonly product_id: bigint }>(
      'select * from interest.interest_product where product_id = any($1::bigint[])',
      [ids],
    )
    return new Map(rows.map((row) => [row.product_id, versionOf(row)]))
  },
})

/** Proposes a version for the session's operator. Returns the id. */
export const proposeInterest = operatorRoutine<ProductValues & { readonly note: string }, bigint>(
  'interest.propose_interest',
  (wanted) => [
    assetCode(wanted.minimum.asset),
    wanted.durationMs,
    wanted.isOpen,
    wanted.dailyRatePpm,
    wanted.minimum.units,
    wanted.maximum.units,
    wanted.note,
  ],
)

/** Offers the products of a sandbox. As the owner only; idempotent. */
export async function openSandboxInterest(owner: Pool): Promise<void> {
  await owner.query('select interest.open_sandbox_interest()')
}
