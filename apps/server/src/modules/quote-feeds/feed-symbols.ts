import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/**
 * The meaning of a live price: the instrument's `own` market, the `spot` price of a commodity, or a broker's contract
 * for difference (`cfd`) on it. The last two are not the futures contract's price and are labelled so.
 */
export const priceBases = ['own', 'spot', 'cfd'] as const
export type PriceBasis = (typeof priceBases)[number]

/** One instrument as a keyed source has it. */
export interface FeedSymbol {
  /** Our symbol. */
  readonly symbol: string
  /** The source's own name. */
  readonly theirs: string
  readonly basis: PriceBasis
  /** Digits by which the decimal point moves right: 2 where the source counts dollars and the catalogue cents. */
  readonly shift: number
}

export const keyedSourceNames = ['oanda', 'twelve-data'] as const
export type KeyedSourceName = (typeof keyedSourceNames)[number]
export type FeedSymbols = Readonly<Record<KeyedSourceName, readonly FeedSymbol[]>>

const entry = z.object({
  symbol: z.string(),
  theirs: z.string(),
  basis: z.enum(priceBases),
  shift: z._default(z.int().check(z.gte(0), z.lte(6)), 0),
})
const file = z.object({ source: z.string(), feeds: z.object({ oanda: z.array(entry), 'twelve-data': z.array(entry) }) })

/**
 * Parses the symbols of the keyed sources. Throws when the file is malformed, lists an instrument twice for one source,
 * or gives one instrument two bases: prices with different meanings must never meet in one median.
 */
export function parseFeedSymbols(content: unknown): FeedSymbols {
  const { feeds } = file.parse(content)
  const basisOf = new Map<string, PriceBasis>()
  for (const [name, entries] of Object.entries(feeds)) {
    const symbols = new Set(entries.map((each) => each.symbol))
    if (symbols.size < entries.length) throw new Error(`${name} names an instrument twice`)
    for (const { symbol, basis } of entries) {
      if ((basisOf.get(symbol) ?? basis) !== basis) throw new Error(`${symbol} has two bases`)
      basisOf.set(symbol, basis)
    }
  }
  return feeds
}

/** The symbols of the keyed sources, from the seed file. */
export function readFeedSymbols(): FeedSymbols {
  const path = join(import.meta.dirname, '..', '..', '..', 'seed', 'feed-symbols.json')
  return parseFeedSymbols(JSON.parse(readFileSync(path, 'utf8')))
}

/** The meaning of each instrument's live price; missing instruments have their own market only. */
export function priceBasisOf(symbols: FeedSymbols): ReadonlyMap<string, PriceBasis> {
  return new Map(Object.values(symbols).flatMap((entries) => entries.map(({ symbol, basis }) => [symbol, basis])))
}

/** Moves the decimal point of a plain decimal text right by `shift` digits: "4.2575" by 2 is "425.75". */
export function shiftDecimal(text: string, shift: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null || shift === 0) return text
  const [, sign = '', whole = '', fraction = ''] = match
  const moved = whole + fraction.padEnd(shift, '0').slice(0, shift)
  const rest = fraction.slice(shift)
  return `${sign}${moved.replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`
}
