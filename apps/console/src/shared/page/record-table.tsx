import type { ReactNode } from 'react'
import { Loaded } from './loaded.tsx'
import type { LoadedQuery } from './loaded.tsx'
import { DataTable } from './data-table.tsx'
import type { Column, DataTableProps } from './data-table.tsx'
import { MoreButton } from './more-button.tsx'
import { Panel } from './panel.tsx'
import type { MoreButtonProps } from './more-button.tsx'

interface Identified {
  readonly id: string
}

/** A table of records. */
export function RecordTable<Item extends Identified>(props: Omit<DataTableProps<Item>, 'keyOf'>) {
  return <DataTable {...props} keyOf={({ id }) => id} />
}

export interface PagedTableProps<Item> {
  readonly label: string
  readonly list: LoadedQuery<readonly Item[]> & MoreButtonProps
  readonly columns: readonly Column<Item>[]
  /** Instead of a table without rows. */
  readonly empty: ReactNode
}

/** A list of records that is read page by page. */
export function PagedTable<Item extends Identified>({ label, list, columns, empty }: PagedTableProps<Item>) {
  return (
    <Loaded query={list}>
      {(rows) =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            <RecordTable label={label} rows={rows} columns={columns} />
            <MoreButton {...list} />
          </>
        )
      }
    </Loaded>
  )
}

export interface PagedPanelProps<Item> extends Omit<PagedTableProps<Item>, 'label'> {
  readonly title: string
}

/** A panel of such a list. */
export function PagedPanel<Item extends Identified>({ title, ...table }: PagedPanelProps<Item>) {
  return (
    <Panel title={title}>
      <PagedTable label={title} {...table} />
    </Panel>
  )
}

/** The column of a row's buttons: its title is only spoken. */
export function actColumn<Row>(title: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { key: 'act', title, isTitleHidden: true, isOneLine: true, cell }
}
