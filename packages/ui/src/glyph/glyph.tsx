import type { ReactNode } from 'react'
import styles from './glyph.module.css'

/** A round sign beside a title: an icon or a few letters. Decoration. */
export function Glyph({
  children,
  size = 'medium',
}: {
  readonly children: ReactNode
  readonly size?: 'medium' | 'small'
}) {
  return (
    <span className={styles.glyph} data-size={size} aria-hidden="true">
      {children}
    </span>
  )
}
