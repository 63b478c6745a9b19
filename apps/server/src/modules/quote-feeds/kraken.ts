import * as z from 'zod/mini'
import { parseExactJson, plainDecimal } from './exact-json.ts'
import type { LiveSource, SourceLimits, SourceMessage } from './live-source.ts'
import { usualLimits } from './live-source.ts'

/**
 * Kraken's WebSocket API, version 2 (docs.kraken.com): the ticker of every best bid and offer. Prices arrive as JSON
 * numbers. Dollar pairs and Tether pairs are different instruments and never mixed.
 */
export function krakenSource(url: string, limits: Partial<SourceLimits> = {}): LiveSource {
  const symbols = krakenSymbols()
  return {
    name: 'kraken',
    url,
    symbols,
    greetings: [
      JSON.stringify({
        method: 'subscribe',
        params: { channel: 'ticker', symbol: [...symbols.values()], event_trigger: 'bbo', snapshot: true },
        req_id: 1,
      }),
    ],
    keepAlive: { text: JSON.stringify({ method: 'ping' }), everyMs: 30_000 },
    // A heartbeat arrives every second of silence.
    limits: { ...usualLimits, ...limits },
    read: readKraken,
  }
}

const againstTether = ['BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'ADA', 'AVAX', 'DOT', 'LINK', 'LTC', 'BCH', 'SHIB', 'ATOM']
const currencies = [
  'EUR/USD',
  'GBP/USD',
  'USD/JPY',
  'USD/CHF',
  'AUD/USD',
  'USD/CAD',
  'EUR/GBP',
  'EUR/JPY',
  'EUR/CHF',
  'EUR/AUD',
  'EUR/CAD',
  'AUD/JPY',
]

function krakenSymbols(): Map<string, string> {
  const pairs = [...againstTether.map((coin) => `${coin}/USDT`), ...currencies, 'USDT/USD']
  return new Map(pairs.map((pair) => [pair.replace('/', ''), pair]))
}

const number = z.string().check(z.regex(/^-?\d+(\.\d+)?([eE][+-]?\d{1,2})?$/))
const ticker = z.object({
  channel: z.literal('ticker'),
  type: z.enum(['snapshot', 'update']),
  data: z.array(z.object({ symbol: z.string(), bid: number, ask: number })),
})
const answer = z.object({ method: z.string(), success: z.optional(z.boolean()), symbol: z.optional(z.string()) })
const signOfLife = z.object({ channel: z.string() })

/** Parses one Kraken message; null when it is none. */
export function readKraken(text: string): SourceMessage[] | null {
  const json = parseExactJson(text)
  const quotes = ticker.safeParse(json)
  if (quotes.success) return quotes.data.data.map(quoteOf)
  const answered = answer.safeParse(json)
  if (answered.success) {
    const { method, success, symbol } = answered.data
    return method === 'subscribe' && success === false && symbol !== undefined
      ? [{ kind: 'refused', symbol }]
      : [{ kind: 'alive' }]
  }
  const other = signOfLife.safeParse(json)
  return other.success && other.data.channel !== 'ticker' ? [{ kind: 'alive' }] : null
}

function quoteOf(data: z.output<typeof ticker>['data'][number]): SourceMessage {
  return {
    kind: 'quote',
    symbol: data.symbol,
    stream: data.symbol,
    bid: plainDecimal(data.bid),
    ask: plainDecimal(data.ask),
    // In a quiet pair the last trade may be hours old, and the message has no time for it.
    last: null,
    volume: null,
    // The ticker has a time, but Kraken does not document whether it is the book's or the last trade's.
    sourceTimeMs: null,
    order: null,
    isConsecutive: false,
  }
}
