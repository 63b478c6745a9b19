import type { ReactNode } from 'react'
import styles from './solvency.module.css'

/** A table of amounts, which break where large text leaves them no room. */
export function AmountTable({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.amounts}>
      <table className={styles.table}>{children}</table>
    </div>
  )
}
