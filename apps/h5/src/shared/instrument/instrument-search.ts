import { plainLetters } from '../i18n/index.ts'

/** The fields that a search reads; texts are already in the customer's language. */
export interface SearchedInstrument {
  readonly symbol: string
  readonly title: string
  readonly detail: string
  readonly exchangeSymbol: string
}

/** A found item, with the part of its title to emphasise (end exclusive), empty when something else matched. */
export interface SearchHit<Item extends SearchedInstrument = SearchedInstrument> {
  readonly item: Item
  readonly from: number
  readonly to: number
}

/** Finds items by name, symbol or exchange symbol in all categories; names that start with the text come first. */
export function searchInstruments<Item extends SearchedInstrument>(
  items: readonly Item[],
  text: string,
): readonly SearchHit<Item>[] {
  const wanted = plainLetters(text.trim())
  if (wanted === '') return []
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, wanted)
    return rank === null ? [] : [{ rank, hit: { item, ...emphasis(item.title, wanted) } }]
  })
  return ranked.toSorted((left, right) => left.rank - right.rank).map(({ hit }) => hit)
}

/** Lower is better: title prefix, symbol prefix, word prefix, substring. Two letters inside a word are too little. */
function rankOf(item: SearchedInstrument, wanted: string): number | null {
  const title = plainLetters(item.title)
  const symbols = [item.symbol, item.exchangeSymbol].map(plainLetters)
  // "eurusd" and "eur/usd" both find EUR/USD.
  const compact = title.replaceAll('/', '')
  if (title.startsWith(wanted) || compact.startsWith(wanted)) return 0
  if (symbols.some((symbol) => symbol.startsWith(wanted))) return 1
  if (title.split(/[\s/()]+/).some((word) => word.startsWith(wanted))) return 2
  const isTelling = wanted.length > 2 || /[^ -~]/.test(wanted)
  return isTelling && [title, plainLetters(item.detail), ...symbols].some((candidate) => candidate.includes(wanted))
    ? 3
    : null
}

function emphasis(title: string, wanted: string): { from: number; to: number } {
  const from = plainLetters(title).indexOf(wanted)
  return from < 0 ? { from: 0, to: 0 } : { from, to: from + wanted.length }
}
