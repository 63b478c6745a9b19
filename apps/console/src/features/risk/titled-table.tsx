import type { ReactNode } from 'react'
import { VisuallyHidden } from '@candor/ui'
import styles from './risk.module.css'

/** The title of a column: of numbers, which are right-aligned, or only spoken, above buttons and bars. */
type ColumnTitle = string | { readonly number: string } | { readonly hidden: string }

export interface TitledTableProps {
  readonly titles: readonly ColumnTitle[]
  /** The rows. */
  readonly children: ReactNode
}

/** A table that draws its rows itself. */
export function TitledTable({ titles, children }: TitledTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>{titles.map(titleCell)}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function titleCell(title: ColumnTitle) {
  if (typeof title === 'string')
    return (
      <th key={title} scope="col">
        {title}
      </th>
    )
  return 'number' in title ? (
    <th key={title.number} scope="col" className={styles.number}>
      {title.number}
    </th>
  ) : (
    <th key={title.hidden} scope="col">
      <VisuallyHidden>{title.hidden}</VisuallyHidden>
    </th>
  )
}
