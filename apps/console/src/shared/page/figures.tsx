import type { ReactNode } from 'react'
import { classNames } from '@candor/ui'
import styles from './figures.module.css'

/** Figures beside each other, as one strip. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>
}

export interface FigureProps {
  readonly name: string
  readonly value: string
  readonly text: string
  readonly isUrgent?: boolean
}

/** One figure: its name, its value and its context. */
export function Figure({ name, value, text, isUrgent = false }: FigureProps) {
  return (
    <div className={classNames(styles.figure, isUrgent && styles.urgent)}>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        <span>{text}</span>
      </dd>
    </div>
  )
}
