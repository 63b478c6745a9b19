import * as z from 'zod/mini'
import { parseExactJson } from './exact-json.ts'
import { shiftDecimal } from './feed-symbols.ts'
import type { FeedSymbol } from './feed-symbols.ts'
import type { LiveSource, SourceLimits, SourceMessage } from './live-source.ts'
import { usualLimits } from './live-source.ts'

/** How to reach an account at OANDA: the streaming host of practice or live accounts. */
export interface OandaAccess {
  readonly url: string
  readonly token: string
  readonly account: string
}

/**
 * OANDA's v20 pricing stream: an endless HTTP response of JSON lines, with at most four prices a second per instrument
 * and a heartbeat every 5 s. The instrument list is fixed per connection, and one instrument unknown to the account
 * fails them all, so the account's instruments are requested first.
 */
export function oandaSource(
  access: OandaAccess,
  symbols: readonly FeedSymbol[],
  limits: Partial<SourceLimits> = {},
): LiveSource {
  const base = access.url.replace(/\/$/, '')
  const account = encodeURIComponent(access.account)
  const shifts = new Map(symbols.map(({ theirs, shift }) => [theirs, shift]))
  return {
    name: 'oanda',
    url: base,
    symbols: new Map(symbols.map(({ symbol, theirs }) => [symbol, theirs])),
    greetings: [],
    keepAlive: null,
    lines: {
      headers: { authorization: `Bearer ${access.token}` },
      listUrl: `${base.replace('//stream-', '//api-')}/v3/accounts/${account}/instruments`,
      readList: readInstruments,
      urlOf: (names) =>
        `${base}/v3/accounts/${account}/pricing/stream?snapshot=true&instruments=${names.map(encodeURIComponent).join('%2C')}`,
    },
    secrets: [access.token, access.account],
    limits: {
      ...usualLimits,
      silenceMs: 15_000,
      retry: { firstMs: 1_000, longestMs: 300_000, steadyMs: 30_000 },
      ...limits,
    },
    read: (text) => readOanda(text, shifts),
  }
}

const instrumentList = z.object({ instruments: z.array(z.object({ name: z.string() })) })

function readInstruments(text: string): string[] | null {
  const parsed = instrumentList.safeParse(parseExactJson(text))
  return parsed.success ? parsed.data.instruments.map(({ name }) => name) : null
}

const decimal = z.string().check(z.regex(/^\d+(\.\d+)?$/))
const levels = z.array(z.object({ price: decimal }))
const line = z.object({ type: z.string().check(z.regex(/^[A-Z_]+$/)) })
const price = z.object({
  type: z.literal('PRICE'),
  instrument: z.string(),
  time: z.string(),
  tradeable: z.optional(z.boolean()),
  status: z.optional(z.string()),
  bids: levels,
  asks: levels,
})

/**
 * Parses one OANDA line; null when it is none. `shifts` by their symbols. A price that cannot be traded is no price.
 */
export function readOanda(text: string, shifts: ReadonlyMap<string, number>): SourceMessage[] | null {
  const json = parseExactJson(text)
  const kind = line.safeParse(json)
  if (!kind.success) return null
  if (kind.data.type !== 'PRICE') return [{ kind: 'alive' }]
  const parsed = price.safeParse(json)
  if (!parsed.success) return null
  const { instrument: symbol, time, tradeable, status, bids, asks } = parsed.data
  const sourceTimeMs = Date.parse(time)
  if (Number.isNaN(sourceTimeMs)) return null
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  const isTradeable = tradeable !== false && (status === undefined || status === 'tradeable')
  if (!isTradeable || bid === undefined || ask === undefined) return [{ kind: 'alive' }]
  const shift = shifts.get(symbol) ?? 0
  return [
    {
      kind: 'quote',
      symbol,
      stream: symbol,
      bid: shiftDecimal(bid, shift),
      ask: shiftDecimal(ask, shift),
      last: null,
      volume: null,
      sourceTimeMs,
      order: null,
      isConsecutive: false,
    },
  ]
}
