import * as z from 'zod/mini'
import { categoryName, decimalText, slotNumber, symbolText, timeMs } from './fields.ts'
import { candleInterval, candleView, quoteView } from './market.ts'
import { orderView } from './contract.ts'
import { systemMode } from './system.ts'
import { assetsView } from './wallet.ts'

/** The WebSocket subprotocol of `/ws`. */
export const socketProtocol = 'candor.v1.json'

/**
 * Limits of one socket. A server that stops closes it with 1001, and the reason is the number of milliseconds after
 * which to reconnect: another for each socket, so that not all return at once.
 */
export const socketLimits = { messageBytes: 4_096, messagesPerSecond: 20 } as const

const quotesArgs = z.object({
  category: z.optional(categoryName),
  symbols: z.optional(z.array(symbolText).check(z.maxLength(150))),
  /** The newest slot that the client has, on a reconnect. */
  lastSlot: z.optional(slotNumber),
})
const candlesArgs = z.object({ symbol: symbolText, interval: candleInterval })

/**
 * Messages from the client. One subscription per channel and arguments; a new `quotes` subscription replaces the old
 * one.
 */
export const clientMessage = z.union([
  z.object({ op: z.literal('auth'), token: z.string().check(z.maxLength(128)) }),
  z.object({ op: z.literal('sub'), ch: z.literal('quotes'), args: quotesArgs }),
  z.object({ op: z.literal('sub'), ch: z.literal('candles'), args: candlesArgs }),
  z.object({ op: z.literal('unsub'), ch: z.enum(['quotes', 'candles']) }),
  z.object({ op: z.literal('ping') }),
])
export type ClientMessage = z.output<typeof clientMessage>

/**
 * A changed instrument in a frame: id, last price, state (0 closed, 1 open, 2 stale), age of the newest source tick in
 * ms.
 */
export const frameQuote = z.tuple([z.int(), decimalText, z.int(), z.int()])
/** Day figures that changed, sent at most every 10 s: id, open, high, low, volume. */
export const frameStatistics = z.tuple([z.int(), decimalText, decimalText, decimalText, decimalText])

/** A decision about the customer: `id` and `state` are those of the subject, whose own operation has the details. */
export const notice = z.object({
  kind: z.enum(['kyc', 'recharge', 'withdrawal', 'security', 'sale', 'swap', 'term', 'invite', 'message']),
  id: z.string(),
  state: z.string(),
})
export type Notice = z.output<typeof notice>

export const accountEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('order'), order: orderView }),
  z.extend(assetsView, { type: z.literal('balances') }),
  z.object({ type: z.literal('notice'), notice }),
])
export type AccountEvent = z.output<typeof accountEvent>

/** Messages from the server. */
export const serverMessage = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('hello'),
    mode: systemMode,
    nowMs: timeMs,
    genesisMs: timeMs,
    slot: z.nullable(slotNumber),
  }),
  z.object({
    op: z.literal('snapshot'),
    ch: z.literal('quotes'),
    slot: slotNumber,
    atMs: timeMs,
    items: z.array(quoteView),
  }),
  z.object({
    op: z.literal('frame'),
    slot: slotNumber,
    atMs: timeMs,
    quotes: z.array(frameQuote),
    statistics: z.optional(z.array(frameStatistics)),
  }),
  z.object({ op: z.literal('candle'), symbol: z.string(), interval: candleInterval, candle: candleView }),
  z.object({ op: z.literal('authenticated') }),
  z.object({ op: z.literal('account'), event: accountEvent }),
  z.object({ op: z.literal('pong'), nowMs: timeMs }),
  z.object({
    op: z.literal('error'),
    error: z.enum(['malformed', 'not-logged-in', 'system-error', 'frequent-operations', 'unknown-instrument']),
  }),
])
export type ServerMessage = z.output<typeof serverMessage>
