import type { AlertView } from '@candor/api'
import type * as alert from '../../../database/rows/alert.ts'
import type * as market from '../../../database/rows/market.ts'
import { callRoutine, routine } from '../../platform/postgres/routine.ts'
import type { Database } from '../../platform/transaction.ts'

/** A stored alert; its price in ticks of `priceDecimals`. */
export interface AlertRecord {
  readonly id: bigint
  readonly symbol: string
  readonly direction: AlertView['direction']
  readonly ticks: bigint
  readonly priceDecimals: number
  readonly setMs: number
}

/** The alerts of a customer that wait, newest first. */
export async function readAlerts(database: Database, customerId: bigint): Promise<AlertRecord[]> {
  const { rows } = await database.query<
    Pick<alert.PriceAlertRow, 'price_alert_id' | 'price' | 'created_ms'> &
      Pick<market.InstrumentRow, 'symbol' | 'price_decimals'> & { direction: AlertView['direction'] }
  >(
    `select price_alert_id, symbol, direction, price, price_decimals, created_ms
     from alert.price_alert join market.instrument using (instrument_id)
     where customer_id = $1 order by price_alert_id desc`,
    [customerId],
  )
  return rows.map((row) => ({
    id: row.price_alert_id,
    symbol: row.symbol,
    direction: row.direction,
    ticks: row.price,
    priceDecimals: row.price_decimals,
    setMs: Number(row.created_ms),
  }))
}

/** A listed instrument, or null. */
export async function findListed(
  database: Database,
  symbol: string,
): Promise<{ readonly instrumentId: number; readonly priceDecimals: number } | null> {
  const { rows } = await database.query<Pick<market.InstrumentRow, 'instrument_id' | 'price_decimals'>>(
    'select instrument_id, price_decimals from market.instrument where symbol = $1 and not hidden',
    [symbol],
  )
  const [row] = rows
  return row === undefined ? null : { instrumentId: row.instrument_id, priceDecimals: row.price_decimals }
}

export interface NewAlert {
  readonly customerId: bigint
  readonly instrumentId: number
  readonly direction: AlertView['direction']
  readonly ticks: bigint
  /** How many alerts of a customer may wait. */
  readonly most: number
}

/** Stores an alert and returns its id; null where the customer has as many as possible. */
export async function storeAlert(database: Database, { customerId, ...wanted }: NewAlert): Promise<bigint | null> {
  return callRoutine<bigint | null>(
    database,
    'alert.set_price_alert',
    customerId,
    wanted.instrumentId,
    wanted.direction,
    wanted.ticks,
    wanted.most,
  )
}

/** Removes an alert of a customer. Returns whether it waited. */
export const deleteAlert = routine<[customerId: bigint, id: bigint], boolean>('alert.remove_price_alert')

/** The message of an alert that fired. */
export interface FiredAlert {
  readonly customerId: bigint
  readonly messageId: bigint
}

/**
 * Compares the next stored frames, at most `mostFrames`, with the alerts, and books what they reached in one
 * transaction. `isBehind` says whether more frames than that waited.
 */
export async function fireDue(
  database: Database,
  mostFrames: number,
): Promise<{ readonly fired: readonly FiredAlert[]; readonly isBehind: boolean }> {
  const { rows } = await database.query<{
    is_behind: boolean
    customer_id: bigint | null
    message_id: bigint | null
  }>({
    name: 'fire-due-alerts',
    // What waits is counted as it was before the comparison.
    text: `select is_behind, customer_id, message_id
     from (
       select count(*) > $1::integer as is_behind from (
         select from market.frame where slot > (select evaluated_slot from alert.progress) limit $1::integer + 1
       ) as frame
     ) as waiting
     left join alert.fire_due($1::integer) on true`,
    values: [mostFrames],
  })
  return {
    fired: rows.flatMap(({ customer_id: customerId, message_id: messageId }) =>
      customerId === null || messageId === null ? [] : [{ customerId, messageId }],
    ),
    isBehind: rows[0]?.is_behind ?? false,
  }
}
