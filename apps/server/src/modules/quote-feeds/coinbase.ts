import * as z from 'zod/mini'
import { parseExactJson } from './exact-json.ts'
import type { LiveSource, SourceLimits, SourceMessage } from './live-source.ts'
import { usualLimits } from './live-source.ts'

/**
 * Coinbase Exchange's market data feed: a ticker for every trade, with the best bid and ask at that moment. A product's
 * first ticker reports its newest trade, which may be old, as its time shows. Only products quoted in Tether price our
 * coins.
 */
export function coinbaseSource(url: string, limits: Partial<SourceLimits> = {}): LiveSource {
  const symbols = coinbaseSymbols()
  return {
    name: 'coinbase',
    url,
    symbols,
    // One product a message: a product that is refused must not take the others with it. They allow 100 messages a
    // second.
    greetings: [...symbols.values()].map((product) =>
      JSON.stringify({ type: 'subscribe', product_ids: [product], channels: ['ticker', 'heartbeat'] }),
    ),
    keepAlive: null,
    limits: { ...usualLimits, sendEveryMs: 20, ...limits },
    read: readCoinbase,
  }
}

const againstTether = [
  'BTC',
  'ETH',
  'SOL',
  'XRP',
  'ADA',
  'DOGE',
  'AVAX',
  'DOT',
  'LINK',
  'SHIB',
  'ATOM',
  'XLM',
  'NEAR',
  'APT',
]

function coinbaseSymbols(): Map<string, string> {
  const products = [...againstTether.map((coin) => `${coin}-USDT`), 'USDT-USD']
  return new Map(products.map((product) => [product.replace('-', ''), product]))
}

const decimal = z.string().check(z.regex(/^\d+(\.\d+)?$/))
const message = z.object({ type: z.string() })
const ticker = z.object({
  type: z.literal('ticker'),
  product_id: z.string(),
  sequence: z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)),
  price: decimal,
  best_bid: decimal,
  best_ask: decimal,
  last_size: z.optional(decimal),
  time: z.string(),
})
const fault = z.object({ type: z.literal('error'), reason: z.string() })

/** Parses one Coinbase message; null when it is none. Unknown kinds are ignored, as Coinbase asks. */
export function readCoinbase(text: string): SourceMessage[] | null {
  const json = parseExactJson(text)
  const kind = message.safeParse(json)
  if (!kind.success) return null
  if (kind.data.type === 'ticker') return readTicker(json)
  return kind.data.type === 'error' ? readFault(json) : [{ kind: 'alive' }]
}

function readTicker(json: unknown): SourceMessage[] | null {
  const parsed = ticker.safeParse(json)
  if (!parsed.success) return null
  const { product_id: symbol, price, best_bid: bid, best_ask: ask, last_size: volume, time, sequence } = parsed.data
  const sourceTimeMs = Date.parse(time)
  if (Number.isNaN(sourceTimeMs)) return null
  return [
    {
      kind: 'quote',
      symbol,
      stream: symbol,
      bid,
      ask,
      last: price,
      volume: volume ?? null,
      sourceTimeMs,
      order: sequence,
      // The numbers count every message of the order book, of which the ticker is a few.
      isConsecutive: false,
    },
  ]
}

/** "XYZ-USDT is not a valid product" names the product first. */
function readFault(json: unknown): SourceMessage[] {
  const parsed = fault.safeParse(json)
  const product = parsed.success ? /^([A-Z0-9]+-[A-Z0-9]+) /.exec(parsed.data.reason)?.[1] : undefined
  return product === undefined ? [{ kind: 'alive' }] : [{ kind: 'refused', symbol: product }]
}
