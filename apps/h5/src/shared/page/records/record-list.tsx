import type { ReactNode } from 'react'
import { LateSkeleton, RowList, Skeleton } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import { FailedState } from '../index.ts'
import { MoreItems } from './more-items.tsx'
import rowStyles from '../record-row.module.css'
import styles from './records.module.css'
import type { usePages } from './use-pages.ts'

/** The items read so far, and the state of reading: what `usePages` returns, or its items in another form. */
export interface RecordPages<Item> extends Pick<
  ReturnType<typeof usePages<Item>>,
  'error' | 'isError' | 'isPaused' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> {
  /** Null before the first page. */
  readonly items: readonly Item[] | null
  readonly refetch: () => Promise<unknown>
  readonly fetchNextPage: () => Promise<unknown>
}

export interface RecordsProps<Item> {
  readonly pages: RecordPages<Item>
  /** "We couldn’t load your withdrawals". */
  readonly failedTitle: string
  /** Replaces a list without items. */
  readonly empty: ReactNode
  /** Below a complete list; "That’s all." by default. */
  readonly end?: string
  readonly children: (items: readonly Item[]) => ReactNode
}

/** Records in each state: loading, failed, empty, with more pages, complete. */
export function Records<Item>({ pages, failedTitle, empty, end, children }: RecordsProps<Item>) {
  const { t } = useTexts()
  const { items } = pages
  if (items === null) {
    // Without a network nothing is requested: the list loads by itself once there is one.
    return pages.isError || pages.isPaused ? (
      <FailedState error={pages.error} title={failedTitle} onRetry={() => void pages.refetch()} />
    ) : (
      <RecordListSkeleton />
    )
  }
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      {pages.hasNextPage ? (
        <MoreItems
          isLoading={pages.isFetchingNextPage}
          hasFailed={pages.isFetchNextPageError}
          onMore={() => void pages.fetchNextPage()}
        />
      ) : (
        <p className={styles.end}>{end ?? t('records.end')}</p>
      )}
    </>
  )
}

export interface RecordListProps<Item> extends Omit<RecordsProps<Item>, 'children'> {
  readonly row: (item: Item) => ReactNode
  /** The heading above consecutive items that share it, such as their day. */
  readonly heading?: (item: Item) => string
  /** Rows that start with an icon, like `RecordRow`: the separators start at the text. */
  readonly hasIcons?: boolean
}

/** Records as a list of rows, under headings where they have any. */
export function RecordList<Item>({ row, heading, hasIcons = true, ...records }: RecordListProps<Item>) {
  return (
    <Records {...records}>
      {(items) =>
        heading === undefined ? (
          <RowList hasIcons={hasIcons}>{items.map(row)}</RowList>
        ) : (
          [...Map.groupBy(items, heading)].map(([title, group]) => (
            <section key={title} aria-label={title}>
              <h2 className={styles.heading}>{title}</h2>
              <RowList hasIcons={hasIcons}>{group.map(row)}</RowList>
            </section>
          ))
        )
      }
    </Records>
  )
}

const rows = [96, 124, 88, 110, 100] as const

function RecordListSkeleton() {
  const { t } = useTexts()
  return (
    <LateSkeleton label={t('shared.loading')}>
      <RowList hasIcons>
        {rows.map((width) => (
          <div key={width} className={rowStyles.row}>
            <Skeleton width={40} height={40} radius="50%" />
            <span className={rowStyles.names}>
              <Skeleton width={width} height={14} />
            </span>
            <Skeleton width={80} height={15} />
          </div>
        ))}
      </RowList>
    </LateSkeleton>
  )
}
