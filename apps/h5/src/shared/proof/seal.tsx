import type { ReactNode } from 'react'
import { classNames } from '@candor/ui'
import styles from './seal.module.css'

export type SealKind = 'closed' | 'waiting' | 'broken' | 'open'

export interface SealProps {
  readonly kind: SealKind
  readonly sidePx: number
  /** Its lines, in a square of 64. */
  readonly children: ReactNode
}

/** The ring of a verdict, in its colour. Decoration. */
export function Seal({ kind, sidePx, children }: SealProps) {
  const className = classNames(styles.seal, styles[kind])
  return (
    <svg className={className} width={sidePx} height={sidePx} viewBox="0 0 64 64" aria-hidden="true" data-ring={kind}>
      {children}
    </svg>
  )
}
