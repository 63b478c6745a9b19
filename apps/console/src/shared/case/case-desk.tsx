import type { ReactNode } from 'react'
import styles from './case-desk.module.css'

export interface CaseDeskProps {
  readonly queue: ReactNode
  readonly detail: ReactNode
  /** The column of the decision; null while nothing is open. */
  readonly decision: ReactNode
}

/** The three columns of every queue: waiting cases, the case, the decision. Each scrolls separately. */
export function CaseDesk({ queue, detail, decision }: CaseDeskProps) {
  return (
    <div className={styles.desk}>
      <div className={styles.queue}>{queue}</div>
      <div className={styles.detail}>{detail}</div>
      {decision === null ? null : <div className={styles.decision}>{decision}</div>}
    </div>
  )
}
