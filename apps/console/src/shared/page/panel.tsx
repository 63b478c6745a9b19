import type { ReactNode } from 'react'
import styles from './panel.module.css'

export interface PanelProps {
  readonly title: string
  /** At the right of the title: a count, a legend. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A titled part of the screen. */
export function Panel({ title, aside, children }: PanelProps) {
  return (
    <section className={styles.panel}>
      {aside === undefined ? (
        <h2>{title}</h2>
      ) : (
        <div className={styles.head}>
          <h2>{title}</h2>
          <span className={styles.aside}>{aside}</span>
        </div>
      )}
      {children}
    </section>
  )
}
