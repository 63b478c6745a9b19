import * as z from 'zod/mini'
import { parseExactJson } from './exact-json.ts'
import type { LiveSource, SourceLimits, SourceMessage } from './live-source.ts'
import { usualLimits } from './live-source.ts'

/**
 * Binance's spot streams (binance-spot-api-docs): every coin's best bid and ask, without a time and ordered by update
 * id, and its trades, numbered consecutively so that losses show.
 */
export function binanceSource(url: string, limits: Partial<SourceLimits> = {}): LiveSource {
  const symbols = new Map(coins.map((coin) => [`${coin}USDT`, `${coin}USDT`]))
  const streams = [...symbols.values()].flatMap((symbol) => [
    `${symbol.toLowerCase()}@bookTicker`,
    `${symbol.toLowerCase()}@aggTrade`,
  ])
  return {
    name: 'binance',
    url: `${url.replace(/\/$/, '')}/stream?streams=${streams.join('/')}`,
    symbols,
    greetings: [],
    keepAlive: null,
    // Closed by the source after 24 hours. Two dozen coins are never all still for ten seconds.
    limits: { ...usualLimits, silenceMs: 10_000, ...limits },
    read: readBinance,
  }
}

const coins =
  'BTC ETH BNB SOL XRP ADA DOGE TRX AVAX DOT LINK LTC BCH POL SHIB UNI ATOM ETC XLM NEAR APT ARB SUI FIL'.split(' ')

const decimal = z.string().check(z.regex(/^\d+(\.\d+)?$/))
const id = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))
const envelope = z.object({ stream: z.string(), data: z.unknown() })
const bookTicker = z.object({ u: id, s: z.string(), b: decimal, a: decimal })
const aggTrade = z.object({ e: z.literal('aggTrade'), s: z.string(), a: id, p: decimal, q: decimal, T: id })
const rawShutdown = z.object({ e: z.literal('serverShutdown') })

/** Parses one Binance message; null when it is none. */
export function readBinance(text: string): SourceMessage[] | null {
  const json = parseExactJson(text)
  const wrapped = envelope.safeParse(json)
  if (!wrapped.success) return readUnwrapped(json)
  const { stream, data } = wrapped.data
  if (stream === '!serverShutdown') return [{ kind: 'closing' }]
  if (stream.endsWith('@bookTicker')) return readBookTicker(stream, data)
  return stream.endsWith('@aggTrade') ? readTrade(stream, data) : [{ kind: 'alive' }]
}

/** A response to a request, a raw notice, or something for another kind of client. */
function readUnwrapped(json: unknown): SourceMessage[] | null {
  if (rawShutdown.safeParse(json).success) return [{ kind: 'closing' }]
  return typeof json === 'object' && json !== null ? [{ kind: 'alive' }] : null
}

function readBookTicker(stream: string, data: unknown): SourceMessage[] | null {
  const parsed = bookTicker.safeParse(data)
  if (!parsed.success) return null
  const { s: symbol, b: bid, a: ask, u: order } = parsed.data
  return [
    {
      kind: 'quote',
      symbol,
      stream,
      bid,
      ask,
      last: null,
      volume: null,
      sourceTimeMs: null,
      order,
      isConsecutive: false,
    },
  ]
}

function readTrade(stream: string, data: unknown): SourceMessage[] | null {
  const parsed = aggTrade.safeParse(data)
  if (!parsed.success) return null
  const { s: symbol, p: last, q: volume, T: sourceTimeMs, a: order } = parsed.data
  return [
    { kind: 'quote', symbol, stream, bid: null, ask: null, last, volume, sourceTimeMs, order, isConsecutive: true },
  ]
}
