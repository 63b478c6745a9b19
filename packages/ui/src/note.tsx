import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './note.module.css'

export interface NoteProps {
  readonly tone?: 'quiet' | 'attention'
  readonly icon?: ReactNode
  readonly children: ReactNode
  /** `status` when it appears by itself (offline, stale): it is then announced once. */
  readonly role?: 'status' | 'note'
}

/** A short notice inside a screen. */
export function Note({ tone = 'quiet', icon, children, role = 'note' }: NoteProps) {
  return (
    <div className={classNames(styles.note, styles[tone])} role={role}>
      {icon}
      <div>{children}</div>
    </div>
  )
}
