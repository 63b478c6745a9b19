import type { ReactNode } from 'react'
import { RowList } from '@candor/ui'
import styles from './market-row.module.css'

/** A card of `MarketRow`s, whose prices change and flash together. */
export function MarketRowList({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.list} data-prices="">
      <RowList hasIcons>{children}</RowList>
    </div>
  )
}
