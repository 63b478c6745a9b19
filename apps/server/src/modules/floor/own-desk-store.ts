import type { Units } from '@candor/money'
import type { Pool } from 'pg'
import type * as floor from '../../../database/rows/floor.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { queryBooking } from '../ledger/index.ts'

/** A customer's own desk. */
export interface OwnDesk {
  readonly deskId: bigint
  readonly name: string
  readonly isApproved: boolean
}

/** The desk of a customer, or null. */
export async function readOwnDesk(pool: Pool, customerId: bigint): Promise<OwnDesk | null> {
  const { rows } = await pool.query<Pick<floor.MerchantRow, 'merchant_id' | 'name' | 'approved_ms'>>(
    'select merchant_id, name, approved_ms from floor.merchant where customer_id = $1',
    [customerId],
  )
  const [row] = rows
  return row === undefined ? null : { deskId: row.merchant_id, name: row.name, isApproved: row.approved_ms !== null }
}

/** An advert that a merchant places itself, in units. */
export interface OwnAdvert {
  readonly customerId: bigint
  readonly requestId: string
  readonly unitPriceUnits: Units<'USD'>
  readonly totalUnits: Units<'USDT'>
  readonly minimumUnits: Units<'USDT'>
  readonly maximumUnits: Units<'USDT'>
}

/**
 * Publishes an advert of the customer's own desk. Outcomes: `published` and `repeated`, which name it, or a refusal.
 * Throws OutcomeUnknownError and LedgerHaltedError.
 */
export async function publishOwnAdvert(
  pool: Pool,
  wanted: OwnAdvert,
): Promise<{ outcome: string; advertId: bigint | null }> {
  const [row] = await queryBooking<Known<floor.PublishOwnAdvertResult, 'outcome'>>(pool, {
    text: 'select outcome, advert_id from floor.publish_own_advert($1, $2, $3, $4, $5, $6)',
    values: [
      wanted.customerId,
      wanted.requestId,
      wanted.unitPriceUnits,
      wanted.totalUnits,
      wanted.minimumUnits,
      wanted.maximumUnits,
    ],
  })
  return { outcome: row?.outcome ?? '', advertId: row?.advert_id ?? null }
}

/** Closes an advert of the customer's own desk. Returns false when there is none of this number. */
export async function closeOwnAdvert(pool: Pool, customerId: bigint, advertId: bigint): Promise<boolean> {
  const [row] = await queryBooking<{ closed: boolean }>(pool, {
    text: 'select floor.close_own_advert($1, $2) as closed',
    values: [customerId, advertId],
  })
  return row?.closed === true
}
