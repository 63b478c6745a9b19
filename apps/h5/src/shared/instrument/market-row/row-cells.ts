/** The class of a row. Its styles, `market-row.css`, are part of the page itself. */
export const rowClass = 'market-row'

/** The number of rows on a tall phone's screen: these are drawn first, by the page and by the app. */
export const firstRows = 10

export type CellName = 'title' | 'detail' | 'spark' | 'price' | 'second'

/**
 * Builds the cells of a market row: the one description from which the page's skeleton (a string), the first prices
 * (DOM nodes) and the app's rows (React) are made. `span` creates an element of a class.
 */
export function rowCells<Content>(
  span: (className: string, ...children: readonly Content[]) => Content,
  glyph: Content,
  contents: Readonly<Partial<Record<CellName, Content>>> = {},
): readonly Content[] {
  const cell = (name: CellName) => span(name, ...(contents[name] === undefined ? [] : [contents[name]]))
  return [
    glyph,
    span('names', cell('title'), cell('detail')),
    cell('spark'),
    span('figures', cell('price'), cell('second')),
  ]
}
