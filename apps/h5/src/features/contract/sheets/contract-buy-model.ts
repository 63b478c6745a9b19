import type { OrderView, RefusalName } from '@candor/api'
import type { OddsPreview } from '@candor/formulas'
import { parseUnits, type Asset } from '@candor/money'

/** One tap on "Buy", frozen: a repeat sends exactly this again, so that it can never buy twice or at another time. */
export interface BuyRequest {
  readonly requestId: string
  readonly symbol: string
  readonly direction: 'up' | 'down'
  readonly durationMs: number
  readonly stake: string
  readonly asset: Asset
  readonly termsVersion: string
  readonly seenSlot: number
}

/** Why a purchase was not accepted: a refusal, or no readable response. */
export type BuyError = RefusalName | 'network' | 'unreadable' | 'unknown'

export type BuyState =
  | { readonly phase: 'deciding' }
  | { readonly phase: 'sending'; readonly request: BuyRequest; readonly attempt: number }
  | { readonly phase: 'unknown'; readonly request: BuyRequest; readonly attempt: number }
  | { readonly phase: 'refused'; readonly error: BuyError; readonly text: string }
  | { readonly phase: 'bought'; readonly order: OrderView }

export type BuyEvent =
  | { readonly type: 'tapped'; readonly request: BuyRequest }
  | { readonly type: 'accepted'; readonly order: OrderView }
  | { readonly type: 'refused'; readonly error: BuyError; readonly text: string }
  | { readonly type: 'repeated' }

export const deciding: BuyState = { phase: 'deciding' }

/** Automatic retries before the customer is asked. */
export const automaticAttempts = 4

/** Advances the purchase. A tap during one changes nothing. */
export function reduceBuy(state: BuyState, event: BuyEvent): BuyState {
  switch (event.type) {
    case 'tapped':
      return state.phase === 'deciding' || state.phase === 'refused'
        ? { phase: 'sending', request: event.request, attempt: 1 }
        : state
    case 'accepted':
      return state.phase === 'sending' ? { phase: 'bought', order: event.order } : state
    case 'refused':
      return state.phase === 'sending' ? refusedOrUnknown(state, event) : state
    case 'repeated':
      return state.phase === 'unknown' ? { ...state, phase: 'sending', attempt: state.attempt + 1 } : state
  }
}

function refusedOrUnknown(
  state: Extract<BuyState, { phase: 'sending' }>,
  event: Extract<BuyEvent, { type: 'refused' }>,
): BuyState {
  if (unknownErrors.has(event.error)) return { ...state, phase: 'unknown' }
  return { phase: 'refused', error: event.error, text: event.text }
}

/** After these, or without any response, the order may exist; only the same request id can tell. */
const unknownErrors: ReadonlySet<BuyError> = new Set<BuyError>([
  'outcome-unknown',
  'system-error',
  'system-timeout',
  'network',
  'unreadable',
])

/** How long to wait before a repeat: 1, 2, 4, 8 s; null once the customer must decide. */
export function repeatDelayMs(attempt: number): number | null {
  return attempt > automaticAttempts ? null : 500 * 2 ** attempt
}

/** Whether the accepted order has the fee and the profit that the sheet promised. */
export function isAsShown(order: Pick<OrderView, 'fee' | 'profit'>, shown: OddsPreview): boolean {
  return parseUnits(order.fee) === shown.fee.units && parseUnits(order.profit) === shown.profit.units
}
