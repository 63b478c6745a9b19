import { formatUnits } from '@candor/money'

/** A decision's details. They were written by various versions of the server, so no field is certain. */
export type MessageDetails = Readonly<Record<string, unknown>>

/** Decision kinds with their own text. */
export const decisionKinds = [
  'correction-booked',
  'data-ready',
  'invite-registered',
  'invite-rewarded',
  'kyc-rejected',
  'kyc-verified',
  'order-settled',
  'recharge-completed',
  'recharge-failed',
  'recharge-lapsed',
  'recharge-rejected',
  'sale-completed',
  'sale-lapsed',
  'support-reply',
  'security-destination-added',
  'security-recovered',
  'security-recovery-asked',
  'security-recovery-refused',
  'security-signed-out',
  'term-matured',
  'term-redeemed',
  'withdrawal-approved',
  'withdrawal-cancelled',
  'withdrawal-completed',
  'withdrawal-failed',
  'withdrawal-overdue',
  'withdrawal-rejected',
  'withdrawal-requested',
  'withdrawal-sent',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** The kind if it has a text; null when this version of the app does not know it. */
export function decisionKindOf(kind: string): DecisionKind | null {
  return decisionKinds.find((known) => known === kind) ?? null
}

/** The subject of a decision: the start of its kind, "withdrawal" of "withdrawal-sent". */
export function thingOf(kind: string): string {
  return kind.split('-')[0] ?? kind
}

/** A sum of a message. */
export interface MessageSum {
  readonly amount: string
  readonly asset: string
}

/** The values in each kind's text. Null when the message's details lack them. */
export function sumsOf(kind: DecisionKind, details: MessageDetails): Readonly<Record<string, MessageSum>> | null {
  const asset = assetIn(details)
  switch (thingOf(kind)) {
    case 'data':
    case 'kyc':
    case 'support':
    case 'security':
      return {}
    case 'recharge':
      return kind === 'recharge-completed'
        ? complete({ amount: unitsIn(details, 'creditedUnits', asset) })
        : complete({ amount: unitsIn(details, 'quantityUnits', 'USDT') })
    case 'sale':
      return complete({ amount: sumIn(details, 'quantity', 'USDT'), total: sumIn(details, 'total', asset) })
    case 'term':
      return complete({ amount: sumIn(details, 'amount', asset), interest: sumIn(details, 'interest', asset) })
    case 'order':
      return complete({ amount: sumIn(details, 'net', asset) })
    case 'invite':
      return kind === 'invite-rewarded' ? complete({ amount: sumIn(details, 'amount', asset) }) : {}
    default:
      return complete({ amount: sumIn(details, 'amount', asset) })
  }
}

/** What an alert that fired says. */
export interface AlertFacts {
  readonly symbol: string
  readonly direction: 'above' | 'below'
  readonly price: string
  /** The price of the frame on which it fired. */
  readonly reached: string
}

/** The facts of an alert's message. Null when the message's details lack them. */
export function alertOf({ symbol, direction, price, reached }: MessageDetails): AlertFacts | null {
  if (typeof symbol !== 'string' || (direction !== 'above' && direction !== 'below')) return null
  return isPrice(price) && isPrice(reached) ? { symbol, direction, price, reached } : null
}

function isPrice(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d{1,18}(\.\d{1,13})?$/.test(value)
}

/**
 * The words in each kind's text that are no sums: the last characters of a destination. Null when the message's details
 * lack them.
 */
export function wordsOf(kind: DecisionKind, { end }: MessageDetails): Readonly<Record<string, string>> | null {
  if (kind !== 'security-destination-added') return {}
  return typeof end === 'string' && /^\w{1,4}$/.test(end) ? { end } : null
}

function complete(sums: Readonly<Record<string, MessageSum | null>>): Readonly<Record<string, MessageSum>> | null {
  const known: Record<string, MessageSum> = {}
  for (const [name, sum] of Object.entries(sums)) {
    if (sum === null) return null
    known[name] = sum
  }
  return known
}

function assetIn(details: MessageDetails): string | null {
  const { asset } = details
  return asset === 'USD' || asset === 'USDT' ? asset : null
}

function sumIn(details: MessageDetails, name: string, asset: string | null): MessageSum | null {
  const text = details[name]
  return asset !== null && typeof text === 'string' && /^-?\d{1,18}(\.\d{1,6})?$/.test(text)
    ? { amount: text, asset }
    : null
}

/** Deposit messages give their quantities in millionths. */
function unitsIn(details: MessageDetails, name: string, asset: string | null): MessageSum | null {
  const text = details[name]
  return asset !== null && typeof text === 'string' && /^\d{1,18}$/.test(text)
    ? { amount: formatUnits(BigInt(text)), asset }
    : null
}
