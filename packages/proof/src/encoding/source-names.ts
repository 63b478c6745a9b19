/**
 * Every source of ticks; all recordings are the source `replay`. The position of a name, plus one, is the number of the
 * source in frames and in records of ticks: a new source is appended, and no name is ever removed. There is room for
 * fifteen.
 */
export const sourceNames = ['simulated', 'replay', 'kraken', 'binance', 'coinbase', 'oanda', 'twelve-data'] as const
export type SourceName = (typeof sourceNames)[number]

/** The sources that ticked in a slot, as its record has them: source n is the bit n. */
export function sourcesOf(bits: number): SourceName[] {
  return sourceNames.filter((_, index) => (bits & (2 ** (index + 1))) !== 0)
}
