import { units } from '@candor/money'
import type { Units } from '@candor/money'
import { saleRefusals } from '@candor/api'
import type { SaleState } from '@candor/api'
import type { Pool } from 'pg'
import type * as floor from '../../../database/rows/floor.ts'
import { knownName } from '../../platform/known-name.ts'
import type { OwnRecordsWanted } from '../../platform/page.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { routine } from '../../platform/postgres/routine.ts'
import { queryBooking } from '../ledger/index.ts'
import type { AdvertRecord, SaleRecord } from './floor.ts'

/** How many of the adverts that are closed are still shown. */
const closedShown = 10
const openShown = 100

type AdvertRow = Pick<
  floor.AdvertRow,
  | 'advert_id'
  | 'merchant_id'
  | 'unit_price'
  | 'total'
  | 'remaining'
  | 'minimum'
  | 'maximum'
  | 'is_auto'
  | 'below_bid_bps'
  | 'published_ms'
  | 'closed_ms'
  | 'successor_id'
> &
  Pick<floor.MerchantRow, 'name' | 'kind'> &
  Pick<floor.FloorSettingRow, 'lapse_ms'> & {
    readonly merchant_customer_id: bigint | null
    readonly is_approved: boolean
  }

/** The columns of adverts, of those that `chosen` chooses. */
const selectAdverts = (chosen: string) => `
  select a.advert_id, a.merchant_id, d.name, d.kind, d.customer_id as merchant_customer_id,
    d.approved_ms is not null as is_approved, a.unit_price, a.total,
    a.remaining, a.minimum, a.maximum, a.is_auto, a.below_bid_bps, a.published_ms, a.closed_ms, a.successor_id, s.lapse_ms
  from (${chosen}) as a join floor.merchant as d using (merchant_id) cross join floor.floor_setting as s`

/** The public list: open adverts, best price first, then the newest closed ones that were not replaced. */
export async function readShownAdverts(pool: Pool): Promise<AdvertRecord[]> {
  const approved = 'exists (select from floor.merchant where merchant_id = a.merchant_id and approved_ms is not null)'
  const { rows } = await pool.query<AdvertRow>(
    `${selectAdverts(`(select * from floor.advert as a where closed_ms is null and ${approved} order by unit_price desc, advert_id limit ${openShown})
       union all (select * from floor.advert as a where closed_ms is not null and successor_id is null and ${approved}
         order by closed_ms desc, advert_id desc limit ${closedShown})`)}
     order by a.closed_ms desc nulls first, a.unit_price desc, a.advert_id`,
  )
  return rows.map(advertOf)
}

/** An advert by its number, or null. */
export async function readAdvert(pool: Pool, advertId: bigint): Promise<AdvertRecord | null> {
  const { rows } = await pool.query<AdvertRow>(selectAdverts('select * from floor.advert where advert_id = $1'), [
    advertId,
  ])
  const [row] = rows
  return row === undefined ? null : advertOf(row)
}

/** Adverts below `before`, newest first. */
export async function listAdverts(
  pool: Pool,
  wanted: { deskId: bigint | null; isOpen: boolean | null; before: bigint | null; limit: number },
): Promise<AdvertRecord[]> {
  const { rows } = await pool.query<AdvertRow>(
    `${selectAdverts(`select * from floor.advert where ($1::bigint is null or merchant_id = $1)
       and ($2::boolean is null or (closed_ms is null) = $2)
       and ($3::bigint is null or advert_id < $3) order by advert_id desc limit $4`)} order by a.advert_id desc`,
    [wanted.deskId, wanted.isOpen, wanted.before, wanted.limit],
  )
  return rows.map(advertOf)
}

/** One request to sell. Its key is (customerId, requestId). */
export interface SaleRequest {
  readonly customerId: bigint
  readonly requestId: string
  readonly quantityUnits: Units<'USDT'>
  readonly unitPriceUnits: Units<'USD'>
}

/** Refusals that the ledger decides. */
const ledgerRefusals = [...saleRefusals, 'account-disabled', 'conflict'] as const
export type SaleRefusal = (typeof ledgerRefusals)[number]

/** The ledger's result for one request to sell. */
export type SaleOutcome =
  | { readonly outcome: 'sold' | 'repeated'; readonly saleId: bigint }
  | { readonly outcome: SaleRefusal; readonly saleId: null }

/**
 * Sells into one advert, in one batch and in request order, at most one request per customer. Throws
 * OutcomeUnknownError when the response was lost, LedgerHaltedError when the books are halted, and BatchRolledBackError
 * when nothing was booked.
 */
export async function sellToAdvert(
  pool: Pool,
  advertId: bigint,
  requests: readonly SaleRequest[],
): Promise<SaleOutcome[]> {
  const rows = await queryBooking<Known<Pick<floor.SaleAnswerRow, 'sale_id' | 'outcome'>, 'outcome'>>(pool, {
    name: 'floor-sell',
    text: 'select outcome, sale_id from floor.sell_to_advert($1, $2, $3, $4, $5) order by request_index',
    values: [
      advertId,
      requests.map(({ customerId }) => customerId),
      requests.map(({ requestId }) => requestId),
      requests.map(({ quantityUnits }) => quantityUnits),
      requests.map(({ unitPriceUnits }) => unitPriceUnits),
    ],
  })
  if (rows.length !== requests.length)
    throw new Error(`the ledger returned ${rows.length} sales for ${requests.length} requests`)
  return rows.map(({ outcome, sale_id: saleId }) => answerOf(outcome, saleId))
}

function answerOf(outcome: string, saleId: bigint | null): SaleOutcome {
  if (outcome === 'sold' || outcome === 'repeated') {
    if (saleId === null) throw new Error(`a sale is ${outcome} without a number`)
    return { outcome, saleId }
  }
  return { outcome: knownName(ledgerRefusals, outcome, 'outcome of selling'), saleId: null }
}

type SaleRow = Pick<
  floor.SaleRow,
  | 'sale_id'
  | 'customer_id'
  | 'advert_id'
  | 'merchant_id'
  | 'quantity'
  | 'unit_price'
  | 'total'
  | 'is_auto'
  | 'state'
  | 'created_ms'
  | 'lapses_ms'
  | 'ended_ms'
> &
  Pick<floor.MerchantRow, 'name' | 'kind'> &
  Pick<floor.AdvertRow, 'remaining'> & { readonly is_advert_open: boolean }

/** The columns of sales, of those that `chosen` chooses. */
const selectSales = (chosen: string) => `
  select s.sale_id, s.customer_id, s.advert_id, s.merchant_id, d.name, d.kind, s.quantity, s.unit_price, s.total,
    s.is_auto, s.state, s.created_ms,
    s.lapses_ms, s.ended_ms, a.remaining, a.closed_ms is null as is_advert_open
  from (${chosen}) as s join floor.advert as a using (advert_id)
    join floor.merchant as d on d.merchant_id = s.merchant_id`

/** Sales by their numbers. */
export async function readSales(pool: Pool, saleIds: readonly bigint[]): Promise<ReadonlyMap<bigint, SaleRecord>> {
  const { rows } = await pool.query<SaleRow>(
    selectSales('select * from floor.sale where sale_id = any($1::bigint[])'),
    [saleIds],
  )
  return new Map(rows.map((row) => [row.sale_id, saleOf(row)]))
}

/** Sales of a customer below `before`, newest first. */
export async function listSales(pool: Pool, wanted: OwnRecordsWanted<SaleState>): Promise<SaleRecord[]> {
  const { rows } = await pool.query<SaleRow>(
    `${selectSales(`select * from floor.sale where customer_id = $1 and ($2::bigint is null or sale_id < $2)
       and ($3::floor.sale_state is null or state = $3) order by sale_id desc limit $4`)} order by s.sale_id desc`,
    [wanted.customerId, wanted.before, wanted.state, wanted.limit],
  )
  return rows.map(saleOf)
}

/** Sales that wait to be confirmed, the one that lapses first before the others. */
export async function listWaitingSales(pool: Pool, deskId: bigint | null, limit: number): Promise<SaleRecord[]> {
  const { rows } = await pool.query<SaleRow>({
    name: 'waiting-sales',
    text: `${selectSales(`select * from floor.sale where state = 'in-progress' and ($1::bigint is null or merchant_id = $1)
       order by lapses_ms, sale_id limit $2`)} order by s.lapses_ms, s.sale_id`,
    values: [deskId, limit],
  })
  return rows.map(saleOf)
}

/** Sales that a dealer confirmed or let lapse, below `before`, newest first. */
export async function listEndedSales(pool: Pool, before: bigint | null, limit: number): Promise<SaleRecord[]> {
  const { rows } = await pool.query<SaleRow>(
    `${selectSales(`select * from floor.sale where state <> 'in-progress' and lapses_ms is not null
       and ($1::bigint is null or sale_id < $1) order by sale_id desc limit $2`)} order by s.sale_id desc`,
    [before, limit],
  )
  return rows.map(saleOf)
}

/** Sales past their time limit, oldest first. */
export async function readLapsing(pool: Pool, limit: number): Promise<{ saleId: bigint; customerId: bigint }[]> {
  const { rows } = await pool.query<Pick<floor.SaleRow, 'sale_id' | 'customer_id'>>({
    name: 'lapsing-sales',
    text: `select sale_id, customer_id from floor.sale where state = 'in-progress' and lapses_ms <= clock.now_ms()
      order by lapses_ms, sale_id limit $1`,
    values: [limit],
  })
  return rows.map((row) => ({ saleId: row.sale_id, customerId: row.customer_id }))
}

/** Ends a sale past its time limit. Returns whether this call ended it. */
export const lapseSale = routine<[saleId: bigint], boolean>('floor.lapse_sale')

/** Replaces one automatic advert whose price must follow. Returns whether there was one. */
export async function followBid(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ followed: boolean }>({
    name: 'follow-bid',
    text: 'select floor.follow_bid() as followed',
  })
  return rows[0]?.followed === true
}

/** Opens the floor of a sandbox, as the owner. Idempotent. */
export async function openSandboxFloor(owner: Pool): Promise<void> {
  await owner.query('select floor.open_sandbox_floor()')
}

function advertOf(row: AdvertRow): AdvertRecord {
  return {
    advertId: row.advert_id,
    deskId: row.merchant_id,
    desk: { name: row.name, kind: row.kind },
    merchantCustomerId: row.merchant_customer_id,
    isApproved: row.is_approved,
    unitPriceUnits: units('USD', row.unit_price),
    totalUnits: units('USDT', row.total),
    remainingUnits: units('USDT', row.remaining),
    minimumUnits: units('USDT', row.minimum),
    maximumUnits: units('USDT', row.maximum),
    isAuto: row.is_auto,
    belowBidBps: row.below_bid_bps,
    publishedMs: Number(row.published_ms),
    closedMs: numberOrNull(row.closed_ms),
    successorId: row.successor_id,
    lapseMs: Number(row.lapse_ms),
  }
}

function saleOf(row: SaleRow): SaleRecord {
  return {
    saleId: row.sale_id,
    customerId: row.customer_id,
    advertId: row.advert_id,
    deskId: row.merchant_id,
    desk: { name: row.name, kind: row.kind },
    quantityUnits: units('USDT', row.quantity),
    unitPriceUnits: units('USD', row.unit_price),
    totalUnits: units('USD', row.total),
    isAuto: row.is_auto,
    state: row.state,
    createdMs: Number(row.created_ms),
    lapsesMs: numberOrNull(row.lapses_ms),
    endedMs: numberOrNull(row.ended_ms),
    advertRemainingUnits: units('USDT', row.remaining),
    isAdvertOpen: row.is_advert_open,
  }
}
