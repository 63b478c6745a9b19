import type { ReactNode } from 'react'
import { classNames } from '@candor/ui'
import styles from './proof-panel.module.css'
import { ProofRing } from './proof-ring.tsx'
import type { SealKind } from './seal.tsx'

export interface ProofHeadProps {
  readonly ring: SealKind
  readonly title: string
  readonly text: string
  readonly tone?: 'evidence' | 'attention'
  readonly trailing?: ReactNode
}

/** The verdict of a panel: its ring, and what was found. */
export function ProofHead({ ring, title, text, tone, trailing }: ProofHeadProps) {
  return (
    <>
      <ProofRing kind={ring} />
      <span className={styles.words}>
        <span className={classNames(styles.title, tone !== undefined && styles[tone])}>{title}</span>
        <span className={styles.text}>{text}</span>
      </span>
      {trailing}
    </>
  )
}
