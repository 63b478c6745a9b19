import * as z from 'zod/mini'
import { decimalText, idText, symbolText, timeMs } from './fields.ts'
import { customerOperation } from './operation.ts'

/** How many price alerts of a customer may wait. */
export const alertsMax = 20

const alertDirection = z.enum(['above', 'below'], 'unknown-value')

/** A price alert that waits. One that fired is a message instead. */
export const alertView = z.object({
  id: z.string(),
  symbol: z.string(),
  /** Whether it fires at or above its price, or at or below it. */
  direction: alertDirection,
  price: decimalText,
  setMs: timeMs,
})
export type AlertView = z.output<typeof alertView>

const alerts = z.object({ items: z.array(alertView) })

export const messageAlerts = customerOperation('message/alerts', 'login', {
  summary: 'The price alerts of the customer that wait, newest first.',
  output: alerts,
})

export const messageAlertSet = customerOperation('message/alert_set', 'login', {
  summary:
    'Sets a price alert. It fires once, on the first open frame stored after now whose price is at or above (or at or below) the price: it ends, and a message says so. A repeat changes nothing. At most 20 wait at a time. `invalid` where the price has more decimals than the instrument.',
  input: z.object({
    symbol: symbolText,
    direction: alertDirection,
    price: z
      .string('required')
      .check(z.regex(/^\d{1,12}(\.\d{1,12})?$/, 'wrong-format'), z.regex(/[1-9]/, 'too-small')),
  }),
  output: alerts,
  refusals: ['unknown-instrument', 'limit-reached', 'invalid'],
})

export const messageAlertRemove = customerOperation('message/alert_remove', 'login', {
  summary: 'Removes a price alert of the customer. `not-found` where it has fired, or was removed before.',
  input: z.object({ id: idText }),
  output: alerts,
  refusals: ['not-found'],
})
