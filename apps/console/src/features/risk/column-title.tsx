import { VisuallyHidden } from '@candor/ui'
import styles from './risk.module.css'

export interface ColumnTitleProps {
  readonly children: string
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean
  /** It is only spoken: above buttons and bars. */
  readonly isHidden?: boolean
}

/** The title of a column in a table that draws its rows itself. */
export function ColumnTitle({ children, isNumber = false, isHidden = false }: ColumnTitleProps) {
  return (
    <th scope="col" className={isNumber ? styles.number : undefined}>
      {isHidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </th>
  )
}
