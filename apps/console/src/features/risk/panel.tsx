import type { ReactNode } from 'react'
import styles from './risk.module.css'

/** A titled part of the screen. */
export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.panel}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
