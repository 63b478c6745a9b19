import type { ReactNode } from 'react'
import { classNames, RowFrame } from '@candor/ui'
import { CaretRightIcon } from '@candor/ui/icons/shell'
import styles from './security-row.module.css'

export interface SecurityRowProps {
  readonly glyph: ReactNode
  readonly title: string
  readonly detail: ReactNode
  /** At the right: a tag or a button. */
  readonly trailing?: ReactNode
  /** The row's link; without one it only informs. */
  readonly href?: string
  readonly needsAttention?: boolean
}

/** A row of two lines with a round glyph, as link or as text. */
export function SecurityRow({ glyph, title, detail, trailing, href, needsAttention = false }: SecurityRowProps) {
  return (
    <RowFrame className={styles.row} href={href}>
      <span className={classNames(styles.glyph, needsAttention && styles.attention)}>{glyph}</span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
      {trailing}
      {href === undefined ? null : (
        <span className={styles.caret}>
          <CaretRightIcon size={16} />
        </span>
      )}
    </RowFrame>
  )
}
