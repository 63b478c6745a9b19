import { binanceSource } from './binance.ts'
import { coinbaseSource } from './coinbase.ts'
import { readFeedSymbols } from './feed-symbols.ts'
import { krakenSource } from './kraken.ts'

/** How many live sources have each instrument, the ones that need a key included; by our symbols. */
export function sourceCounts(): ReadonlyMap<string, number> {
  const keyless = [krakenSource, binanceSource, coinbaseSource].map((make) => [...make('').symbols.keys()])
  const keyed = Object.values(readFeedSymbols()).map((entries) => entries.map(({ symbol }) => symbol))
  const counts = new Map<string, number>()
  for (const symbol of [...keyless, ...keyed].flat()) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return counts
}
