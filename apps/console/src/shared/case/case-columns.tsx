import type { ReactNode } from 'react'
import styles from './case-columns.module.css'

export interface CaseColumnsProps {
  readonly queue: ReactNode
  readonly detail: ReactNode
  /** The column of the decision; null while nothing is open. */
  readonly decision: ReactNode
}

/** The three columns of every queue: waiting cases, the case, the decision. Each scrolls separately. */
export function CaseColumns({ queue, detail, decision }: CaseColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.queue}>{queue}</div>
      <div className={styles.detail}>{detail}</div>
      {decision === null ? null : <div className={styles.decision}>{decision}</div>}
    </div>
  )
}
