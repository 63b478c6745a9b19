import type { ReactNode } from 'react'
import styles from './parts.module.css'

export interface CardProps {
  readonly title?: ReactNode
  /** A caption at the right of the title. */
  readonly aside?: ReactNode
  /** Without a padding, for lists and tables that reach the edges. */
  readonly isFlush?: boolean
  /** The foot of the card: its `Recompute`. */
  readonly foot?: ReactNode
  readonly children?: ReactNode
}

/** A raised section with a heading of its own. */
export function Card({ title, aside, isFlush = false, foot, children }: CardProps) {
  return (
    <section className={styles.card}>
      {title === undefined ? null : (
        <div className={styles.cardHead}>
          <h2>{title}</h2>
          {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
        </div>
      )}
      <div className={isFlush ? undefined : title === undefined ? styles.padded : styles.below}>{children}</div>
      {foot}
    </section>
  )
}
