import type { DeskCase } from '@candor/api/operator'
import { amount, units } from '@candor/money'
import type { Amount, Asset, Units } from '@candor/money'
import type { Pool } from 'pg'
import type * as floor from '../../../database/rows/floor.ts'
import type * as identity from '../../../database/rows/identity.ts'
import type * as ledger from '../../../database/rows/ledger.ts'
import type * as operator from '../../../database/rows/operator.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { routine } from '../../platform/postgres/routine.ts'
import { assetOf } from '../ledger/index.ts'

/** An operator as the author of something. */
export interface Author {
  readonly operatorId: bigint
  readonly name: string
}

/** A merchant as operators see it. */
export interface DeskRecord {
  readonly deskId: bigint
  readonly name: string
  readonly kind: DeskCase['kind']
  readonly account: string | null
  /** Null where the owner set it up. */
  readonly appliedBy: Author | null
  readonly appliedMs: number
  readonly approvedBy: Author | null
  readonly approvedMs: number | null
  readonly openAdverts: number
  readonly salesInProgress: number
}

/** The desks, or one of them. */
export async function readDesks(pool: Pool, deskId: bigint | null): Promise<DeskRecord[]> {
  const { rows } = await pool.query<
    Pick<
      floor.MerchantRow,
      'merchant_id' | 'name' | 'kind' | 'applied_by' | 'applied_ms' | 'approved_by' | 'approved_ms'
    > & {
      readonly account: identity.CustomerRow['public_id'] | null
      readonly applied_name: operator.DirectoryRow['name']
      readonly approved_name: operator.DirectoryRow['name']
      readonly open_adverts: bigint
      readonly in_progress: bigint
    }
  >(
    `select d.merchant_id, d.name, d.kind, c.public_id as account, d.applied_by, one.name as applied_name, d.applied_ms,
      d.approved_by,
       two.name as approved_name, d.approved_ms,
       (select count(*) from floor.advert as a where a.merchant_id = d.merchant_id
         and a.closed_ms is null) as open_adverts,
       (select count(*) from floor.sale as s where s.merchant_id = d.merchant_id
         and s.state = 'in-progress') as in_progress
     from floor.merchant as d left join identity.customer as c using (customer_id)
     left join operator.directory as one on one.operator_id = d.applied_by
       left join operator.directory as two on two.operator_id = d.approved_by
     where $1::bigint is null or d.merchant_id = $1 order by d.merchant_id`,
    [deskId],
  )
  return rows.map((row) => ({
    deskId: row.merchant_id,
    name: row.name,
    kind: row.kind,
    account: row.account,
    appliedBy: authorOf(row.applied_by, row.applied_name),
    appliedMs: Number(row.applied_ms),
    approvedBy: authorOf(row.approved_by, row.approved_name),
    approvedMs: numberOrNull(row.approved_ms),
    openAdverts: Number(row.open_adverts),
    salesInProgress: Number(row.in_progress),
  }))
}

/** An operator by number and name; null where there is none. */
export function authorOf(operatorId: bigint | null, name: string | null): Author | null {
  return operatorId === null || name === null ? null : { operatorId, name }
}

/** A merchant's money in one asset. */
export interface DeskMoney {
  readonly asset: Asset
  readonly free: Amount
  readonly heldForAdverts: Amount
  readonly heldForSales: Amount
}

/** A merchant's money, USD first; empty for an unknown merchant. */
export async function readDeskMoney(pool: Pool, deskId: bigint): Promise<DeskMoney[]> {
  const { rows } = await pool.query<
    Known<Pick<ledger.BalanceRow, 'asset' | 'held'>> & { readonly free: bigint; readonly adverts: bigint }
  >(
    `select asset, posted - held as free, held,
       coalesce((select sum(reserved)::bigint from floor.advert as a where a.account_id = account.account_id
         and a.closed_ms is null), 0) as adverts
     from ledger.balance as account where owner_id = $1 and kind = 'merchant' order by asset`,
    [deskId],
  )
  return rows.map((row) => {
    const asset = assetOf(row.asset)
    return {
      asset,
      free: amount(asset, row.free),
      heldForAdverts: amount(asset, row.adverts),
      heldForSales: amount(asset, row.held - row.adverts),
    }
  })
}

/** The quantities of an advert in sales that wait and in sales that were completed. */
export interface SoldQuantities {
  readonly inProgress: Units<'USDT'>
  readonly completed: Units<'USDT'>
}

/** The quantities of adverts in progress and sold, by id. */
export async function readSold(pool: Pool, advertIds: readonly bigint[]): Promise<ReadonlyMap<bigint, SoldQuantities>> {
  const { rows } = await pool.query<
    Pick<floor.SaleRow, 'advert_id'> & { readonly in_progress: bigint; readonly completed: bigint }
  >(
    `select advert_id, coalesce(sum(quantity) filter (where state = 'in-progress'), 0)::bigint as in_progress,
       coalesce(sum(quantity) filter (where state = 'completed'), 0)::bigint as completed
     from floor.sale where advert_id = any($1::bigint[]) group by advert_id`,
    [advertIds],
  )
  return new Map(
    rows.map((row) => [
      row.advert_id,
      { inProgress: units('USDT', row.in_progress), completed: units('USDT', row.completed) },
    ]),
  )
}

/** Further facts about a sale, for operators. */
export interface SaleFacts {
  readonly account: string
  readonly confirmedBy: Author | null
  /** Who published its advert together with a second operator; null for an advert of one. */
  readonly proposedBy: bigint | null
}

/** The facts of these sales by their number. */
export async function readSaleFacts(pool: Pool, saleIds: readonly bigint[]): Promise<ReadonlyMap<bigint, SaleFacts>> {
  const { rows } = await pool.query<
    Pick<floor.SaleRow, 'sale_id' | 'confirmed_by'> &
      Pick<identity.CustomerRow, 'public_id'> &
      Pick<operator.DirectoryRow, 'name'> & { readonly proposed_by: bigint | null }
  >(
    `select s.sale_id, c.public_id, s.confirmed_by, o.name,
       case when a.approved_by is not null then a.published_by end as proposed_by
     from floor.sale as s join identity.customer as c using (customer_id) join floor.advert as a using (advert_id)
     left join operator.directory as o on o.operator_id = s.confirmed_by where s.sale_id = any($1::bigint[])`,
    [saleIds],
  )
  return new Map(
    rows.map((row) => [
      row.sale_id,
      {
        account: row.public_id,
        confirmedBy: authorOf(row.confirmed_by, row.name),
        proposedBy: row.proposed_by,
      },
    ]),
  )
}

/** Adds a desk. Outcomes: `added`, which names it, or a refusal. Throws CO001 and CO002, as all that follow. */
export async function addDesk(
  pool: Pool,
  secret: string,
  desk: { name: string; kind: DeskCase['kind']; account: string | null },
): Promise<{ outcome: string; deskId: bigint | null }> {
  const { rows } = await pool.query<Known<floor.AddMerchantResult, 'outcome'>>(
    'select outcome, merchant_id from floor.add_merchant($1, $2, $3, $4)',
    [secret, desk.name, desk.kind, desk.account],
  )
  return { outcome: rows[0]?.outcome ?? '', deskId: rows[0]?.merchant_id ?? null }
}

/** Approves a merchant. Returns false when it does not exist. Throws CO003 and CO004. */
export const approveDesk = routine<[secret: string, deskId: bigint], boolean>('floor.approve_merchant')

/** An advert that an operator wants to publish, in units. */
export interface WantedAdvert {
  readonly requestId: string
  readonly deskId: bigint
  readonly unitPriceUnits: Units<'USD'>
  readonly totalUnits: Units<'USDT'>
  readonly minimumUnits: Units<'USDT'>
  readonly maximumUnits: Units<'USDT'>
  readonly isAuto: boolean
}

/** The values that `floor.publish_advert` and `floor.propose_advert` begin with. */
export function advertValues(secret: string, wanted: WantedAdvert): unknown[] {
  const { requestId, deskId, unitPriceUnits, totalUnits, minimumUnits, maximumUnits, isAuto } = wanted
  return [secret, requestId, deskId, unitPriceUnits, totalUnits, minimumUnits, maximumUnits, isAuto]
}

/** Publishes an advert. Outcomes: `published` and `repeated`, which name it, or a refusal. */
export async function publishAdvert(
  pool: Pool,
  secret: string,
  wanted: WantedAdvert,
): Promise<{ outcome: string; advertId: bigint | null }> {
  const { rows } = await pool.query<Known<floor.PublishAdvertResult, 'outcome'>>(
    'select outcome, advert_id from floor.publish_advert($1, $2, $3, $4, $5, $6, $7, $8)',
    advertValues(secret, wanted),
  )
  return { outcome: rows[0]?.outcome ?? '', advertId: rows[0]?.advert_id ?? null }
}

/** Closes or reopens an advert. Returns `done` or a refusal. */
export const setAdvertOpen = routine<[secret: string, advertId: bigint, isOpen: boolean], string>(
  'floor.set_advert_open',
)

/** Confirms a sale. Returns `completed`, or null when it does not exist. Throws CO004 when its time is over. */
export const confirmSale = routine<[secret: string, saleId: bigint], string | null>('floor.confirm_sale')
