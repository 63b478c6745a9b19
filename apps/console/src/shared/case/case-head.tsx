import type { ReactNode } from 'react'
import { initials } from './initials.ts'
import styles from './case-head.module.css'

export interface CaseHeadProps {
  readonly title: string
  readonly detail: ReactNode
  /** Replaces the initials when the title is not a name. */
  readonly icon?: ReactNode
  /** At the right: the promise, a state. */
  readonly aside?: ReactNode
}

/** A case's subject. */
export function CaseHead({ title, detail, icon, aside }: CaseHeadProps) {
  return (
    <div className={styles.head}>
      <span className={styles.initials} aria-hidden="true">
        {icon ?? initials(title)}
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        <p>{detail}</p>
      </div>
      {aside}
    </div>
  )
}

/** A titled part of a case. */
export function CasePart({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
