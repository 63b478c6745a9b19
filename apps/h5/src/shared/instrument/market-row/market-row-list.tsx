import type { ReactNode } from 'react'
import { RowList } from '@candor/ui'

/** A card of `MarketRow`s, whose prices change and flash together. */
export function MarketRowList({ children }: { readonly children: ReactNode }) {
  return (
    <div className="market-rows" data-prices="">
      <RowList hasIcons>{children}</RowList>
    </div>
  )
}
