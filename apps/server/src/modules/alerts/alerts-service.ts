import { alertsMax } from '@candor/api'
import type { AlertView } from '@candor/api'
import { formatDecimal, parsePrice } from '@candor/money'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { deleteAlert, findListed, readAlerts, storeAlert } from './alerts-store.ts'
import type { AlertRecord } from './alerts-store.ts'

/** An alert as a customer asks for it. */
export type WantedAlert = Pick<AlertView, 'symbol' | 'direction' | 'price'>

/** A customer's price alerts. Each call returns those that wait, newest first. */
export interface AlertsService {
  list(customerId: bigint): Promise<AlertView[]>
  /** Setting the same alert again changes nothing. */
  set(
    customerId: bigint,
    alert: WantedAlert,
  ): Promise<Result<AlertView[], 'unknown-instrument' | 'limit-reached' | 'invalid'>>
  /** `not-found` where no alert of the customer with this id waits: it fired, or was removed before. */
  remove(customerId: bigint, id: bigint): Promise<Result<AlertView[], 'not-found'>>
}

export function createAlertsService(pool: Database): AlertsService {
  const list = async (customerId: bigint) => (await readAlerts(pool, customerId)).map(alertView)
  return {
    list,
    async set(customerId, { symbol, direction, price }) {
      const instrument = await findListed(pool, symbol)
      if (instrument === null) return refuse('unknown-instrument')
      const parsed = parsePrice(price, instrument.priceDecimals)
      if (parsed === null) return refuse('invalid')
      const { instrumentId } = instrument
      const id = await storeAlert(pool, { customerId, instrumentId, direction, ticks: parsed.ticks, most: alertsMax })
      return id === null ? refuse('limit-reached') : ok(await list(customerId))
    },
    async remove(customerId, id) {
      return (await deleteAlert(pool, customerId, id)) ? ok(await list(customerId)) : refuse('not-found')
    },
  }
}

function alertView({ id, symbol, direction, ticks, priceDecimals, setMs }: AlertRecord): AlertView {
  return { id: id.toString(), symbol, direction, price: formatDecimal(ticks, priceDecimals), setMs }
}
