import type { ReactNode } from 'react'
import { classNames } from '@candor/ui'
import styles from './parts.module.css'

interface FigureProps {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly unit?: ReactNode
  /** What the figure means, below it. */
  readonly note?: ReactNode
  readonly size?: 'large' | 'medium'
  /** Ochre: a figure that someone should worry about. */
  readonly isAttention?: boolean
}

/** A big number with its name and what it means. Published figures have a `Recompute` at the foot of their card. */
export function Figure({ label, value, unit, note, size = 'medium', isAttention = false }: FigureProps) {
  return (
    <div className={styles.figure}>
      <span className={styles.figureLabel}>{label}</span>
      <span className={classNames(styles.number, size === 'large' && styles.large, isAttention && styles.attention)}>
        {value}
        {unit === undefined ? null : <small> {unit}</small>}
      </span>
      {note === undefined ? null : <span className={styles.sub}>{note}</span>}
    </div>
  )
}
