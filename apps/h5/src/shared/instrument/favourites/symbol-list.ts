import { symbolListPattern } from '@candor/api'

/** Parses a stored list; invalid ones are empty. */
export function parseSymbols(text: string): readonly string[] {
  return symbolListPattern.test(text) ? [...new Set(text.split(','))] : []
}

/** Moves a symbol to the front of the list, cut at `max`. */
export function withFirst(symbols: readonly string[], symbol: string, max: number): readonly string[] {
  return [symbol, ...symbols.filter((other) => other !== symbol)].slice(0, max)
}

/** The list with a symbol at its end, or without it. */
export function withSymbol(symbols: readonly string[], symbol: string, isIn: boolean): readonly string[] {
  const others = symbols.filter((other) => other !== symbol)
  return isIn ? (others.length === symbols.length ? [...symbols, symbol] : symbols) : others
}
