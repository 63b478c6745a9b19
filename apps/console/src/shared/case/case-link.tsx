import type { ReactNode } from 'react'
import { classNames } from '@candor/ui'
import { hrefOf } from '../navigation/index.ts'
import type { Screen } from '../navigation/index.ts'
import styles from './case-link.module.css'

export interface CaseLinkProps {
  readonly screen: Screen
  readonly id: string
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** A row of a queue that opens its case; the open one is marked. */
export function CaseLink({ screen, id, isOpen, children }: CaseLinkProps) {
  return (
    <a
      href={hrefOf(screen, id)}
      className={classNames(styles.row, isOpen && styles.open)}
      aria-current={isOpen ? 'true' : undefined}
    >
      {children}
    </a>
  )
}

/** A row's title, in one line that is truncated. */
export function CaseTitle({ children }: { readonly children: ReactNode }) {
  return <b className={styles.title}>{children}</b>
}
