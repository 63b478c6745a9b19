import type { ReactNode } from 'react'
import { LateSkeleton, Note, Skeleton } from '@candor/ui'
import { WifiSlashIcon } from '@candor/ui/icons/shell'
import { CallFailed } from '../api/index.ts'
import { t, utcTime } from '../i18n/index.ts'
import { FailedState } from './failed-state.tsx'
import styles from './states.module.css'

/** The parts of a query that determine what is drawn. */
export interface LoadedQuery<Value> {
  readonly data: Value | undefined
  readonly error: unknown
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

export interface LoadedProps<Value> {
  readonly query: LoadedQuery<Value>
  /** The placeholder while loading; rows by default. */
  readonly skeleton?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/**
 * Draws a query's data. While loading: a skeleton; on failure: the reason and a retry; when the connection is lost
 * later: the data, with a note.
 */
export function Loaded<Value>({ query, skeleton, children }: LoadedProps<Value>) {
  const { data, error, dataUpdatedAt, refetch } = query
  if (data === undefined) {
    if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />
    return <LateSkeleton label={t('shared.loading')}>{skeleton ?? <SkeletonRows />}</LateSkeleton>
  }
  return (
    <>
      {error instanceof CallFailed && error.failure.error === 'network' ? (
        <div className={styles.note}>
          <Note tone="attention" icon={<WifiSlashIcon size={18} />} role="status">
            {t('shared.offline', { time: utcTime(dataUpdatedAt, { hasSeconds: true }) })}
          </Note>
        </div>
      ) : null}
      {children(data)}
    </>
  )
}

/** Placeholders of a list. */
export function SkeletonRows({ count = 6 }: { readonly count?: number }) {
  return (
    <span className={styles.rows}>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} width="100%" height={36} radius={10} />
      ))}
    </span>
  )
}
