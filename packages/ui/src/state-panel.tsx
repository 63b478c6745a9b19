import type { ReactNode } from 'react'
import styles from './state-panel.module.css'

export interface StatePanelProps {
  readonly icon: ReactNode
  readonly title: string
  /** What happened, that money is safe (only if true), what to do next. */
  readonly text: string
  /** For customer service: the request id of the failure. */
  readonly reference?: string | undefined
  /** Called at a tap on the reference, to copy it. */
  readonly onReference?: (() => void) | undefined
  readonly actions?: ReactNode
}

/** Empty, error, offline and no-permission states of a screen. */
export function StatePanel({ icon, title, text, reference, onReference, actions }: StatePanelProps) {
  return (
    <div className={styles.panel}>
      <div className={styles.middle}>
        <div className={styles.art}>
          <svg width={96} height={96} viewBox="0 0 64 64" aria-hidden="true">
            <circle cx={32} cy={32} r={27} />
          </svg>
          <span>{icon}</span>
        </div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {reference === undefined ? null : (
          <button type="button" className={styles.reference} onClick={onReference}>
            {reference}
          </button>
        )}
      </div>
      {actions === undefined ? null : (
        <div className={styles.actions} data-decision="">
          {actions}
        </div>
      )}
    </div>
  )
}
