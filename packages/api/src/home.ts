import * as z from 'zod/mini'
import { orderView } from './contract.ts'
import { categoryName, decimalText, timeMs, utcOffsetMinutes } from './fields.ts'
import { quoteView } from './market.ts'
import { customerOperation } from './operation.ts'
import { balanceView } from './wallet.ts'

/** The notices on home, most urgent first. Facts only: the app formats them. */
export const homeNotice = z.discriminatedUnion('kind', [
  /** The books are being checked: nothing can be bought. */
  z.object({ kind: z.literal('trading-paused') }),
  /** No price has been published since. */
  z.object({ kind: z.literal('prices-stopped'), sinceMs: timeMs }),
  /** Live price sources that do not respond. */
  z.object({ kind: z.literal('sources-down'), names: z.array(z.string()) }),
  /** Instruments that an operator has halted. */
  z.object({ kind: z.literal('halted'), symbols: z.array(z.string()) }),
  /** An operators' announcement in the call's language, or in English if there is no translation. */
  z.object({
    kind: z.literal('announcement'),
    id: z.string(),
    /** Null for announcements from before they had one. */
    title: z.nullable(z.string()),
    text: z.string(),
    /** The name of a screen, or `instrument:SYMBOL`; null for nowhere. Apps ignore a name that they do not know. */
    link: z.nullable(z.string()),
    sinceMs: timeMs,
  }),
  /** Markets that close soon and, if known, when they reopen. */
  z.object({
    kind: z.literal('session-ends'),
    symbols: z.array(z.string()),
    atMs: timeMs,
    opensMs: z.nullable(timeMs),
  }),
  /** Contracts that soon give way to those of the next month; trading is closed around it. */
  z.object({ kind: z.literal('roll'), symbols: z.array(z.string()), atMs: timeMs }),
  /** Categories in which everything is closed, each with the opening of its first market. */
  z.object({ kind: z.literal('closed'), categories: z.array(z.object({ category: categoryName, opensMs: timeMs })) }),
  /** Money and, where no live source is used, prices are not real. */
  z.object({ kind: z.literal('sandbox') }),
])
export type HomeNotice = z.output<typeof homeNotice>

/** The settled contracts of the customer's day. */
export const dayResult = z.object({
  /** Midnight at the requested offset. */
  startMs: timeMs,
  closed: z.int(),
  items: z.array(z.object({ asset: balanceView.shape.asset, net: decimalText })),
  /** Everything in USD at the current USDT price; null without a price. */
  netUsd: z.nullable(decimalText),
})
export type DayResult = z.output<typeof dayResult>

export const homeAccount = z.object({
  balances: z.array(balanceView),
  /** In USD at the current USDT price, rounded down to 0.01; null without a price. */
  availableUsd: z.nullable(decimalText),
  /** Unavailable money: held for contracts and withdrawals, being sold, or in the interest wallet. */
  heldUsd: z.nullable(decimalText),
  today: dayResult,
  /** The newest open contracts. */
  positions: z.array(orderView),
  hasMorePositions: z.boolean(),
})
export type HomeAccount = z.output<typeof homeAccount>

export const homeSummary = customerOperation('home/summary', 'public', {
  summary:
    'What the first screen shows: announcements and the instruments that moved most. With a token that is good, also balances, the result of the day and open contracts; else `account` is null.',
  readsToken: true,
  /** Without an offset the day is that of UTC. */
  input: z.object({ utcOffsetMinutes: z._default(utcOffsetMinutes, 0) }),
  output: z.object({
    notices: z.array(homeNotice),
    movers: z.array(z.extend(quoteView, { spark: z.array(decimalText) })),
    account: z.nullable(homeAccount),
  }),
  refusals: ['account-disabled'],
})
