import * as z from 'zod/mini'
import { parseExactJson, plainDecimal } from './exact-json.ts'
import { shiftDecimal } from './feed-symbols.ts'
import type { FeedSymbol } from './feed-symbols.ts'
import type { LiveSource, SourceLimits, SourceMessage } from './live-source.ts'
import { usualLimits } from './live-source.ts'

/** How to reach Twelve Data: its address and the key of an account that may stream. */
export interface TwelveDataAccess {
  readonly url: string
  readonly key: string
}

/**
 * Twelve Data's WebSocket of prices. Its times are whole seconds: good enough to reject old prices, not to order them.
 * Clients must send a heartbeat every 10 s.
 */
export function twelveDataSource(
  access: TwelveDataAccess,
  symbols: readonly FeedSymbol[],
  limits: Partial<SourceLimits> = {},
): LiveSource {
  const shifts = new Map(symbols.map(({ theirs, shift }) => [theirs, shift]))
  return {
    name: 'twelve-data',
    url: `${access.url}?apikey=${encodeURIComponent(access.key)}`,
    symbols: new Map(symbols.map(({ symbol, theirs }) => [symbol, theirs])),
    greetings: [
      JSON.stringify({ action: 'subscribe', params: { symbols: symbols.map(({ theirs }) => theirs).join(',') } }),
    ],
    keepAlive: { text: JSON.stringify({ action: 'heartbeat' }), everyMs: 10_000 },
    secrets: [access.key, encodeURIComponent(access.key)],
    // Its response to heartbeats is undocumented, and at weekends it has nothing else to send.
    limits: { ...usualLimits, silenceMs: 60_000, ...limits },
    read: (text) => readTwelveData(text, shifts),
  }
}

const number = z.string().check(z.regex(/^\d+(\.\d+)?([eE][+-]?\d{1,2})?$/))
const event = z.object({ event: z.string() })
const price = z.object({
  event: z.literal('price'),
  symbol: z.string(),
  timestamp: z.pipe(z.string().check(z.regex(/^\d{9,11}$/)), z.transform(Number)),
  price: number,
  bid: z.optional(number),
  ask: z.optional(number),
})
const answer = z.object({ fails: z.optional(z.nullable(z.array(z.object({ symbol: z.string() })))) })

/** Parses one Twelve Data message; null when it is none. `shifts` by their symbols. */
export function readTwelveData(text: string, shifts: ReadonlyMap<string, number>): SourceMessage[] | null {
  const json = parseExactJson(text)
  const kind = event.safeParse(json)
  if (!kind.success) return null
  if (kind.data.event === 'price') return readPrice(json, shifts)
  const answered = answer.safeParse(json)
  if (kind.data.event !== 'subscribe-status' || !answered.success) return [{ kind: 'alive' }]
  return [
    { kind: 'alive' },
    ...(answered.data.fails ?? []).map(({ symbol }): SourceMessage => ({ kind: 'refused', symbol })),
  ]
}

function readPrice(json: unknown, shifts: ReadonlyMap<string, number>): SourceMessage[] | null {
  const parsed = price.safeParse(json)
  if (!parsed.success) return null
  const { symbol, timestamp, price: last, bid, ask } = parsed.data
  const digits = (value: string) => shiftDecimal(plainDecimal(value), shifts.get(symbol) ?? 0)
  const hasBook = bid !== undefined && ask !== undefined
  return [
    {
      kind: 'quote',
      symbol,
      stream: symbol,
      bid: hasBook ? digits(bid) : null,
      ask: hasBook ? digits(ask) : null,
      last: digits(last),
      volume: null,
      sourceTimeMs: timestamp * 1_000,
      order: null,
      isConsecutive: false,
    },
  ]
}
