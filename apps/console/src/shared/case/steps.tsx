import { classNames } from '@candor/ui'
import { CheckBoldIcon } from '@candor/ui/icons/account'
import { utcTime } from '../i18n/index.ts'
import styles from './steps.module.css'

/** A step of a decision. */
export interface Step {
  readonly state: 'done' | 'now' | 'ahead'
  readonly title: string
  readonly text: string
  readonly atMs?: number | null
}

/** Who has decided, whose turn it is, and what follows. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.title} className={styles[step.state]} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span className={styles.node}>{step.state === 'done' ? <CheckBoldIcon size={14} /> : null}</span>
          <div className={styles.line}>
            <b className={classNames(step.state === 'ahead' && styles.quiet)}>{step.title}</b>
            {step.atMs === undefined || step.atMs === null ? null : <time>{utcTime(step.atMs)}</time>}
          </div>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
