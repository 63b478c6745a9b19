import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './fact-list.module.css'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
  /** The figure that all the others lead to. */
  readonly isMain?: boolean
  /** Codes, addresses and numbers of orders. */
  readonly isMono?: boolean
}

/** Names and values, a hairline between them. `isBare` for a few lines outside of a card. */
export function FactList({ facts, isBare = false }: { readonly facts: readonly Fact[]; readonly isBare?: boolean }) {
  return (
    <dl className={classNames(styles.facts, isBare && styles.bare)}>
      {facts.map(({ name, value, isMain = false, isMono = false }) => (
        <div key={name} className={classNames(styles.fact, isMain && styles.main)}>
          <dt>{name}</dt>
          <dd className={classNames(isMono && styles.mono)}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
