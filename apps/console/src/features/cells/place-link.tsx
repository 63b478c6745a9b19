import type { ReactNode } from 'react'
import styles from './cells.module.css'

/** What leads to a place in the console of a cell; plain where nobody has said where that opens. */
export function PlaceLink({ href, children }: { readonly href: string | null; readonly children: ReactNode }) {
  if (href === null) return children
  return (
    <a className={styles.link} href={href}>
      {children}
    </a>
  )
}
