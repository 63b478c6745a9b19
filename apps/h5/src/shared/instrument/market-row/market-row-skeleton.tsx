import { createElement } from 'react'
import { RowList } from '@candor/ui'
import { span } from './market-row.tsx'
import { rowCells, rowClass } from './row-cells.ts'

/** A list of instruments while it loads: rows with empty cells. */
export function MarketRowsSkeleton({ count }: { readonly count: number }) {
  return (
    <RowList hasIcons>
      {Array.from({ length: count }, (_, index) =>
        createElement('div', { key: index, className: rowClass }, ...rowCells(span, span('glyph'))),
      )}
    </RowList>
  )
}
