import * as z from 'zod/mini'
import {
  amountText,
  assetName,
  decimalText,
  directionName,
  idText,
  page,
  requestId,
  slotNumber,
  symbolText,
  timeMs,
  wholeNumber,
} from './fields.ts'
import { customerDetail, customerList, customerOperation } from './operation.ts'

export const orderResult = z.enum(['won', 'lost', 'tie', 'void'])
export const voidReason = z.enum(['entry-not-open', 'no-exit-price', 'feed-changed'])

/**
 * The windows over which the entry and the exit price are averaged: `entryWindowSlots` from the entry slot on, and
 * `exitWindowSlots` up to the exit slot. Both are 1 where single frames decide.
 */
const windowFields = { entryWindowSlots: z.int(), exitWindowSlots: z.int() }

/** Refusals of an order that its placing decides from stored data. */
export const placementRefusals = [
  'insufficient-balance',
  'below-minimum',
  'above-maximum',
  'terms-changed',
  'market-closed',
  'market-stale',
  'house-limit',
  'self-excluded',
  'price-moved',
  'frequent-operations',
  'conflict',
] as const

/**
 * A contract order as its owner sees it. The entry price appears once its window is over; the exit price and `net` once
 * the order is settled.
 */
export const orderView = z.object({
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  direction: directionName,
  asset: assetName,
  stake: decimalText,
  fee: decimalText,
  /** What a win pays on top of the stake, before the fee. */
  profit: decimalText,
  feeBps: z.int(),
  payoutBps: z.int(),
  ...windowFields,
  termsVersion: z.string(),
  durationMs: z.int(),
  acceptedAtMs: timeMs,
  entrySlot: slotNumber,
  exitSlot: slotNumber,
  entryAtMs: timeMs,
  exitAtMs: timeMs,
  state: z.enum(['open', 'closed']),
  result: z.nullable(orderResult),
  voidReason: z.nullable(voidReason),
  /** Averages have one decimal more than the official price; prices of single frames do not. */
  entryPrice: z.nullable(decimalText),
  exitPrice: z.nullable(decimalText),
  /** The exit slot; where single frames decide, the first open one within 10 s from it. */
  settledSlot: z.nullable(slotNumber),
  net: z.nullable(decimalText),
  settledAtMs: z.nullable(timeMs),
})
export type OrderView = z.output<typeof orderView>

export const termsView = z.object({
  durationMs: z.int(),
  stakeMin: decimalText,
  stakeMax: decimalText,
  feeBps: z.int(),
  payoutBps: z.int(),
  ...windowFields,
  /** Break-even win rate of a 100.00 stake in percent with one decimal: "54.6". */
  breakEven: decimalText,
  version: z.string(),
})
export type TermsView = z.output<typeof termsView>

export const contractTerms = customerOperation('contract/terms', 'public', {
  summary:
    'The durations offered for an instrument with their current terms. A duration whose expected tie rate exceeds 5 % is left out.',
  input: z.object({ symbol: symbolText }),
  output: z.object({ symbol: z.string(), durations: z.array(termsView) }),
  refusals: ['unknown-instrument'],
})

/** An order that was just bought, with the server's signed promise that the log of events will contain it. */
export const boughtOrder = z.extend(orderView, {
  /** The text `candor-acceptance/1`; null where none could be signed. The order stands without it. */
  acceptance: z.nullable(z.string()),
})
export type BoughtOrder = z.output<typeof boughtOrder>

export const contractBuy = customerOperation('contract/buy', 'verified', {
  summary:
    'Buys a fixed-duration contract. Entry and exit prices are averages over the windows of the terms; the entry begins after acceptance. `seenSlot` is the newest frame that the customer saw.',
  input: z.object({
    requestId,
    symbol: symbolText,
    direction: directionName,
    durationMs: wholeNumber,
    stake: amountText,
    asset: assetName,
    termsVersion: idText,
    seenSlot: wholeNumber,
  }),
  output: boughtOrder,
  refusals: [
    ...placementRefusals,
    'limit-reached',
    'consent-required',
    'country-not-served',
    'outcome-unknown',
    'unknown-instrument',
    'books-halted',
  ],
  success: 'order-placed',
})

export const contractOrders = customerList('contract/orders', {
  summary:
    'The contract orders of the customer, newest first; closed ones by their settlement. `result`, `symbol`, `fromMs` and `toMs` (excluded, of the settlement) leave closed ones that match.',
  filters: {
    state: z.optional(z.enum(['open', 'closed'], 'unknown-value')),
    result: z.optional(z.enum(orderResult.options, 'unknown-value')),
    symbol: z.optional(symbolText),
    fromMs: z.optional(wholeNumber),
    toMs: z.optional(wholeNumber),
  },
  output: page(orderView),
})

export const contractOrder = customerDetail('contract/order', {
  summary: 'One contract order of the customer, with its receipt figures once it is settled.',
  output: orderView,
})
