import * as z from 'zod/mini'
import { dayMs } from './day.ts'
import { assetName, decimalText, directionName, fileOutput, page, timeMs, wholeNumber } from './fields.ts'
import { customerList, customerOperation } from './operation.ts'

/** The kinds of statement lines. */
export const statementKind = z.enum(
  [
    'grant',
    'contract-placed',
    'contract-won',
    'contract-lost',
    'contract-tie',
    'contract-void',
    'deposit',
    'deposit-suspended',
    'withdrawal-held',
    'withdrawal-released',
    'withdrawal-completed',
    'correction',
    'swap',
    'sale-escrowed',
    'sale-completed',
    'sale-lapsed',
    'term-opened',
    'term-matured',
    'term-redeemed',
    'interest-paid',
    'invite-reward',
    'given-up',
    'cell-moved',
    'sale-across',
  ],
  'unknown-value',
)

export type StatementKind = z.output<typeof statementKind>

/** The customer's filter of a statement. */
export const statementGroup = z.enum(
  ['contracts', 'recharges', 'withdrawals', 'swaps', 'sales', 'interest', 'other'],
  'unknown-value',
)
export type StatementGroup = z.output<typeof statementGroup>

/** The kinds of each group: every kind is in one. */
export const kindsOfStatementGroup: Readonly<Record<StatementGroup, readonly StatementKind[]>> = {
  contracts: ['contract-placed', 'contract-won', 'contract-lost', 'contract-tie', 'contract-void'],
  recharges: ['deposit', 'deposit-suspended'],
  withdrawals: ['withdrawal-held', 'withdrawal-released', 'withdrawal-completed'],
  swaps: ['swap'],
  sales: ['sale-escrowed', 'sale-completed', 'sale-lapsed', 'sale-across'],
  interest: ['term-opened', 'term-matured', 'term-redeemed', 'interest-paid'],
  other: ['grant', 'correction', 'invite-reward', 'given-up', 'cell-moved'],
}

const groupOfKind = new Map(
  statementGroup.options.flatMap((group) => kindsOfStatementGroup[group].map((kind) => [kind, group] as const)),
)

/** The group of a kind. */
export function statementGroupOf(kind: StatementKind): StatementGroup {
  return groupOfKind.get(kind) ?? 'other'
}

/** Why two operators moved money between the house and a customer. */
export const correctionReason = z.enum(
  ['booking-error', 'lost-transfer', 'chargeback', 'goodwill', 'other'],
  'unknown-value',
)

export const statementLine = z.object({
  id: z.string(),
  asset: assetName,
  kind: statementKind,
  /** Change of the available balance: a hold is one line, and its release is another. */
  amount: decimalText,
  availableAfter: decimalText,
  /** The order that it belongs to, if any. */
  orderId: z.nullable(z.string()),
  /** The subject of that order. */
  order: z.nullable(z.object({ symbol: z.string(), name: z.string(), direction: directionName })),
  /** The withdrawal that it belongs to, if any. */
  withdrawalId: z.nullable(z.string()),
  /** Why money was moved by hand; null for every other kind. */
  correctionReason: z.nullable(correctionReason),
  /** The recharge that it belongs to, if any. */
  rechargeId: z.nullable(z.string()),
  /** The swap that it belongs to, if any. */
  swapId: z.nullable(z.string()),
  /** The sale on the trading floor that it belongs to, if any. */
  saleId: z.nullable(z.string()),
  /** The interest order that it belongs to, if any. */
  termId: z.nullable(z.string()),
  atMs: timeMs,
})
export type StatementLine = z.output<typeof statementLine>

const statementFilter = {
  asset: z.optional(assetName),
  kind: z.optional(statementKind),
  group: z.optional(statementGroup),
  fromMs: z.optional(wholeNumber),
  toMs: z.optional(wholeNumber),
}

export const walletStatement = customerList('wallet/statement', {
  summary: 'Every movement of the customer, newest first, with the available balance after it. `toMs` is excluded.',
  filters: { ...statementFilter },
  output: page(statementLine),
})

export const walletStatementCsv = customerOperation('wallet/statement_csv', 'login', {
  summary:
    'The same movements as a CSV file of any length, oldest first and asset by asset, each chained to the one before it by a hash. One at a time for a customer.',
  input: z.object(statementFilter),
  output: fileOutput,
})

/** The longest period that sums are made of, in milliseconds: a month, and the hours that a clock is changed by. */
export const longestTotalsMs = 32 * dayMs

/**
 * What came into a balance and what left it; null where a period has too many movements to add up at once. `fees`,
 * which `in` and `out` contain: of contracts won or lost, of completed withdrawals, and the spread of swaps.
 */
export const statementTotals = z.object({
  asset: assetName,
  sums: z.nullable(z.object({ in: decimalText, out: decimalText, net: decimalText, fees: decimalText })),
})
export type StatementTotals = z.output<typeof statementTotals>

export const walletStatementTotals = customerOperation('wallet/statement_totals', 'login', {
  summary:
    'What came into each balance and what left it, and the fees in it, in a period of at most 32 days; `toMs` is excluded. Held money counts once, when it is paid. `invalid` for a longer period.',
  input: z.object({ fromMs: wholeNumber, toMs: wholeNumber }),
  output: z.object({ items: z.array(statementTotals) }),
  refusals: ['invalid'],
})
