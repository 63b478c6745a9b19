import { parseDecimal } from '@candor/money'
import type { Category } from '../../shared/instrument/index.ts'

/** An instrument as the list shows it; texts are already in the customer's language. */
export interface MarketItem {
  readonly symbol: string
  readonly category: Category
  readonly title: string
  readonly detail: string
  readonly exchangeSymbol: string
}

/** `movers`: by the size of the change, whatever its direction. */
export type SortKey = 'catalogue' | 'name' | 'price' | 'change' | 'movers'
export interface Sort {
  readonly key: SortKey
  readonly order: 'ascending' | 'descending'
}

export const catalogueOrder: Sort = { key: 'catalogue', order: 'ascending' }

/**
 * Sorts the items of a list. `figureOf` returns the sort value (price, or change in percent) as a decimal string, or
 * null if there is none; those come last in both directions. Equal items keep the catalogue's order.
 */
export function sortItems<Item extends MarketItem>(
  items: readonly Item[],
  sort: Sort,
  figureOf: (symbol: string) => string | null,
  language: string,
): readonly Item[] {
  if (sort.key === 'catalogue') return items
  const sign = sort.order === 'ascending' ? 1 : -1
  if (sort.key === 'name') {
    const collator = new Intl.Collator(language, { sensitivity: 'base', numeric: true })
    return items.toSorted((left, right) => sign * collator.compare(left.title, right.title))
  }
  const figures = new Map(items.map((item) => [item.symbol, unitsOf(figureOf(item.symbol))]))
  return items.toSorted((left, right) =>
    compareFigures(figures.get(left.symbol) ?? null, figures.get(right.symbol) ?? null, sign),
  )
}

/** More decimals than any listed price has. */
const comparedDecimals = 10

function unitsOf(figure: string | null): bigint | null {
  return figure === null ? null : parseDecimal(figure, comparedDecimals)
}

function compareFigures(left: bigint | null, right: bigint | null, sign: number): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  return left === right ? 0 : left < right ? -sign : sign
}
