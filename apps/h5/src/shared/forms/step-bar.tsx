import type { ReactNode } from 'react'
import styles from './step-bar.module.css'

interface StepBarProps {
  /** From 1 on. */
  readonly step: number
  readonly steps: number
  /** What the bar says, in words: "Step 2 of 3". */
  readonly label: string
}

/** How far a form of several screens is: a bar for each, those up to this one filled. */
export function StepBar({ step, steps, label }: StepBarProps) {
  return (
    <div className={styles.bar} role="img" aria-label={label}>
      {Array.from({ length: steps }, (_, index) => (
        <i key={index} data-on={index < step ? '' : undefined} />
      ))}
    </div>
  )
}

/** The same as text, beside the title of the page. */
export function StepCount({ label }: Pick<StepBarProps, 'label'>) {
  return <span className={styles.count}>{label}</span>
}

/** What a step asks for, below the bar. */
export function StepHeading({ children }: { readonly children: ReactNode }) {
  return <h2 className={styles.heading}>{children}</h2>
}
