import type { ReactNode } from 'react'
import { ColumnTitles } from '../../shared/parts/index.ts'
import styles from './solvency.module.css'

export interface AmountTableProps {
  readonly label: string
  /** The assets of the columns. */
  readonly assets: readonly string[]
  /** Rows, each with an amount for each asset. */
  readonly children: ReactNode
}

/** A table of amounts by asset, which break where large text leaves them no room. */
export function AmountTable({ label, assets, children }: AmountTableProps) {
  return (
    <div className={styles.amounts}>
      <table className={styles.table}>
        <ColumnTitles ofNames={label} titles={assets} />
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export interface AmountRowProps {
  readonly name: string
  readonly amounts: readonly string[]
  readonly isSum?: boolean
}

export function AmountRow({ name, amounts, isSum = false }: AmountRowProps) {
  return (
    <tr className={isSum ? styles.sum : undefined}>
      <th scope="row">{name}</th>
      {amounts.map((amount, column) => (
        <td key={column}>{amount}</td>
      ))}
    </tr>
  )
}
