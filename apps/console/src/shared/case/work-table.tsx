import type { HeldCase } from '@candor/api/operator'
import { Tag } from '@candor/ui'
import { t, utcDateTime } from '../i18n/index.ts'
import { hrefOf } from '../navigation/index.ts'
import type { Screen } from '../navigation/index.ts'
import { RecordTable } from '../page/index.ts'
import type { Column } from '../page/index.ts'
import { distanceText, PromiseLabel, PromiseRing } from './promise-ring.tsx'
import { Holder } from './holder.tsx'
import type { WorkRow } from './work-rows.ts'
import styles from './work-table.module.css'

/** The headings of the parts of a row. */
export interface WorkColumns {
  readonly title: string
  readonly detail: string
  /** Of waiting cases: decided ones have their outcome there. */
  readonly aside: string
}

interface TableProps {
  readonly screen: Screen
  readonly label: string
  readonly columns: WorkColumns
  readonly rows: readonly WorkRow[]
}

export interface WaitingTableProps extends TableProps {
  readonly claims: ReadonlyMap<string, HeldCase>
  readonly nowMs: number
}

/** Cases that wait: whose they are, and how much of their promised time is left. */
export function WaitingTable({ screen, label, columns, rows, claims, nowMs }: WaitingTableProps) {
  const hasPromise = rows.some(({ promise }) => promise !== null)
  const ring: Column<WorkRow> = {
    key: 'ring',
    title: t('shared.queue.promise'),
    isTitleHidden: true,
    cell: ({ promise }) => promise && <PromiseRing promise={promise} nowMs={nowMs} />,
  }
  const left: Column<WorkRow> = {
    key: 'left',
    title: t('shared.queue.left'),
    isNumber: true,
    cell: ({ promise }) => promise && <PromiseLabel promise={promise} nowMs={nowMs} />,
  }
  return (
    <RecordTable
      label={label}
      rows={rows}
      columns={[
        ...(hasPromise ? [ring] : []),
        ...caseColumns(screen, columns),
        { key: 'aside', title: columns.aside, isOneLine: true, cell: ({ aside }) => <Tag>{aside}</Tag> },
        {
          key: 'with',
          title: t('shared.queue.with'),
          isOneLine: true,
          cell: ({ subject, title }) => <Holder subject={subject} title={title} claim={claims.get(subject)} />,
        },
        ...(hasPromise ? [left] : []),
      ]}
    />
  )
}

/** Cases that were decided: how, by whom, and how long it took. */
export function DecidedTable({ screen, label, columns, rows }: TableProps) {
  const isTold = rows.some(({ decided }) => decided !== null && decided.by.length > 0)
  return (
    <RecordTable
      label={label}
      rows={rows}
      columns={[
        {
          key: 'at',
          title: t('shared.queue.at'),
          isOneLine: true,
          cell: ({ decided }) => (decided === null || decided.atMs === null ? '' : utcDateTime(decided.atMs)),
        },
        ...caseColumns(screen, columns),
        { key: 'aside', title: t('shared.queue.outcome'), isOneLine: true, cell: ({ aside }) => <Tag>{aside}</Tag> },
        ...(isTold
          ? [{ key: 'by', title: t('shared.queue.by'), cell: ({ decided }: WorkRow) => decided?.by.join(', ') }]
          : []),
        { key: 'took', title: t('shared.queue.took'), isNumber: true, cell: (row) => <Took row={row} /> },
      ]}
    />
  )
}

function Took({ row: { decided } }: { readonly row: WorkRow }) {
  if (decided === null || decided.atMs === null) return null
  const time = distanceText(decided.atMs - decided.startMs)
  return decided.wasLate ? <span className={styles.late}>{t('shared.queue.wasLate', { time })}</span> : time
}

function caseColumns(screen: Screen, columns: WorkColumns): readonly Column<WorkRow>[] {
  return [
    { key: 'id', title: t('shared.queue.case'), isMono: true, isOneLine: true, cell: ({ id }) => id },
    {
      key: 'title',
      title: columns.title,
      isOneLine: true,
      cell: ({ id, title }) => (
        <a className={styles.link} href={hrefOf(screen, id)}>
          {title}
        </a>
      ),
    },
    { key: 'detail', title: columns.detail, cell: ({ detail }) => detail },
  ]
}
