import type { ReactNode } from 'react'
import { CheckBoldIcon } from '../icons/account.ts'
import { WarningCircleIcon, XIcon } from '../icons/shell.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './timeline.module.css'

/** `late`: current, and past its promise. `ended`: rejected, failed or cancelled; nothing follows. */
export type TimelineState = 'done' | 'now' | 'late' | 'next' | 'ended'

export interface TimelineStep {
  readonly key: string
  readonly state: TimelineState
  /** The state in words, for people who cannot see the sign. */
  readonly stateLabel: string
  readonly title: ReactNode
  /** When it was, or by when it is promised. */
  readonly when?: ReactNode
  /** The responsible party, the reason, and any failure. */
  readonly text?: ReactNode
}

/** The past and expected steps of something in progress, in order. */
export function Timeline({ label, steps }: { readonly label: string; readonly steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {steps.map(({ key, state, stateLabel, title, when, text }) => (
        <li
          key={key}
          className={styles.step}
          data-state={state}
          aria-current={state === 'now' || state === 'late' ? 'step' : undefined}
        >
          <span className={styles.node}>{signOf(state)}</span>
          <div className={styles.head}>
            <span className={styles.title}>
              {title}
              <VisuallyHidden>{` (${stateLabel})`}</VisuallyHidden>
            </span>
            {when === undefined ? null : <span className={styles.when}>{when}</span>}
          </div>
          {text === undefined ? null : <div className={styles.text}>{text}</div>}
        </li>
      ))}
    </ol>
  )
}

function signOf(state: TimelineState): ReactNode {
  if (state === 'done') return <CheckBoldIcon size={14} />
  if (state === 'ended') return <XIcon size={14} />
  return state === 'late' ? <WarningCircleIcon size={16} /> : null
}
