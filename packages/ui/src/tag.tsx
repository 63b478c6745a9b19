import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './tag.module.css'

export type TagTone = 'quiet' | 'attention' | 'sandbox' | 'ink'

/** A short label of a state. */
export function Tag({ tone = 'quiet', children }: { readonly tone?: TagTone; readonly children: ReactNode }) {
  return <span className={classNames(styles.tag, styles[tone])}>{children}</span>
}
