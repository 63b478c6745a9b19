import * as z from 'zod/mini'
import { assetName, cursorText, decimalText, listLimit, noInput, page, timeMs, wholeNumber } from './fields.ts'
import { operation } from './operation.ts'

export const balanceView = z.object({
  asset: assetName,
  available: decimalText,
  /** Held for open contracts: stakes and fees. */
  heldInContracts: decimalText,
  /** Held for withdrawals under way, their fees included. */
  heldInWithdrawals: decimalText,
  /** Being sold on the trading floor. */
  inEscrow: decimalText,
  /** Principal in the interest wallet. */
  inTerms: decimalText,
})
export type BalanceView = z.output<typeof balanceView>

/** What moved money: the kinds of statement lines that exist. */
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
  ],
  'unknown-value',
)

/** Why two operators moved money between the house and a customer. */
export const correctionReason = z.enum(['booking-error', 'lost-transfer', 'chargeback', 'goodwill', 'other'], 'unknown-value')

export const statementLine = z.object({
  id: z.string(),
  asset: assetName,
  kind: statementKind,
  /** Change of the available balance: a hold is a line, and its release is one. */
  amount: decimalText,
  availableAfter: decimalText,
  /** The order that it belongs to, if any. */
  orderId: z.nullable(z.string()),
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

export const walletAssets = operation({
  path: 'wallet/assets',
  summary:
    'Each balance of the customer: what is available and what is held, and the total and what is available of it in USD at the current USDT price.',
  access: 'login',
  input: noInput,
  output: z.object({ items: z.array(balanceView), totalUsd: z.nullable(decimalText), availableUsd: z.nullable(decimalText) }),
  refusals: [],
})

export const walletStatement = operation({
  path: 'wallet/statement',
  summary: 'Every movement of the customer, newest first, with the available balance after it.',
  access: 'login',
  input: z.object({
    asset: z.optional(assetName),
    kind: z.optional(statementKind),
    fromMs: z.optional(wholeNumber),
    toMs: z.optional(wholeNumber),
    cursor: z.optional(cursorText),
    limit: listLimit,
  }),
  output: page(statementLine),
  refusals: [],
})
