import { idOf } from '../../platform/ids.ts'
import type { ClosedPosition, OrderRecord } from './contract.ts'

/** The cursor after a closed order. */
export function closedCursorOf(order: OrderRecord): string | null {
  return order.settledMs === null ? null : `${order.settledMs}.${order.orderId}`
}

/** Parses a cursor of the closed orders; null for any other text. */
export function closedPositionOf(cursor: string): ClosedPosition | null {
  const [settled = '', id = '', ...rest] = cursor.split('.')
  const orderId = idOf(id)
  return orderId === null || rest.length > 0 || !/^\d{1,15}$/.test(settled)
    ? null
    : { settledMs: Number(settled), orderId }
}

/** Parses a cursor that is an instant in unix milliseconds; null for any other text. */
export function instantOf(cursor: string): number | null {
  return /^-?\d{1,15}$/.test(cursor) ? Number(cursor) : null
}
