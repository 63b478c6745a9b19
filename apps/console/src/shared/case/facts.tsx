import type { ReactNode } from 'react'
import { classNames } from '@candor/ui'
import styles from './facts.module.css'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

export interface FactsProps {
  readonly facts: readonly Fact[]
  /** In a narrow column: short names leave the values more room. */
  readonly isNarrow?: boolean
}

/** Names and values, one a line. */
export function Facts({ facts, isNarrow = false }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, isNarrow && styles.narrow)}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
