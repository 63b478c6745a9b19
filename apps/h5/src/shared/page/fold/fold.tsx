import type { ReactNode } from 'react'
import { CaretRightIcon } from '@candor/ui/icons/shell'
import styles from './fold.module.css'

export interface FoldProps {
  /** Of the line: its measures. */
  readonly className: string | undefined
  readonly line: ReactNode
  readonly children: ReactNode
}

/** One line with a caret, which opens and closes what is below it. */
export function Fold({ className, line, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary className={className}>
        {line}
        <CaretRightIcon size={16} />
      </summary>
      {children}
    </details>
  )
}
