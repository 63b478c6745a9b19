import type { ReactNode } from 'react'
import { classNames, VisuallyHidden } from '@candor/ui'
import styles from './data-table.module.css'

interface ColumnHead {
  readonly key: string
  readonly title: string
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean
  /** The title is only spoken: columns of buttons. */
  readonly isTitleHidden?: boolean
}

export interface Column<Row> extends ColumnHead {
  readonly cell: (row: Row) => ReactNode
  readonly isMono?: boolean
  /** Codes, names and times stay on one line. */
  readonly isOneLine?: boolean
}

export interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

export interface TableFrameProps {
  readonly label: string
  readonly columns: readonly ColumnHead[]
  readonly children: ReactNode
}

/** The frame and titles of a dense table, around its rows. Scrolls sideways when it is too wide. */
export function TableFrame({ label, columns, children }: TableFrameProps) {
  return (
    // A table that scrolls must be reachable by key.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classNames(column.isNumber && styles.number)}>
                {column.isTitleHidden ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** A dense table of rows, each with a cell for every column. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <TableFrame label={label} columns={columns}>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map((column) => (
            <td
              key={column.key}
              className={classNames(
                column.isNumber && styles.number,
                column.isMono && styles.mono,
                column.isOneLine && styles.oneLine,
              )}
            >
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </TableFrame>
  )
}
