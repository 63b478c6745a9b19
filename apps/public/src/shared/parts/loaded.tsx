import type { ReactNode } from 'react'
import { CallFailed } from '@candor/client'
import { Button, LateSkeleton, Skeleton, StatePanel } from '@candor/ui'
import { PlugsIcon, WifiSlashIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../i18n/index.ts'
import styles from './parts.module.css'

interface LoadedProps<Value> {
  /** A query of React Query. */
  readonly query: { readonly data: Value | undefined; readonly error: unknown; readonly refetch: () => unknown }
  readonly children: (value: Value) => ReactNode
}

/** Draws what a query has read: placeholders while loading, and on a failure its reason with a retry. */
export function Loaded<Value>({ query: { data, error, refetch }, children }: LoadedProps<Value>) {
  const { t } = useTexts()
  if (data !== undefined) return children(data)
  if (error === null)
    return (
      <LateSkeleton label={t('shared.loading')}>
        <span className={styles.stack}>
          <Skeleton width="100%" height={180} radius={20} />
          <Skeleton width="100%" height={120} radius={20} />
        </span>
      </LateSkeleton>
    )
  const isNetwork = error instanceof CallFailed && error.failure.error === 'network'
  return (
    <StatePanel
      icon={isNetwork ? <WifiSlashIcon size={28} /> : <PlugsIcon size={28} />}
      title={t('shared.error.title')}
      text={t(isNetwork ? 'shared.error.network' : 'shared.error.text')}
      actions={<Button onClick={() => void refetch()}>{t('shared.error.retry')}</Button>}
    />
  )
}
