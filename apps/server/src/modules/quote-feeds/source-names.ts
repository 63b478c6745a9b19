/**
 * Every source of ticks; all recordings are the source `replay`. The position of a name, plus one, is the number of the
 * source in frames and in records of ticks: a new source is appended, and no name is ever removed. There is room for
 * fifteen.
 */
export const sourceNames = ['simulated', 'replay', 'kraken', 'binance', 'coinbase', 'oanda', 'twelve-data'] as const
