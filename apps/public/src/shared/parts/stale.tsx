import { Note } from '@candor/ui'
import { formatUtcTime } from '@candor/ui/format'
import { WifiSlashIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../i18n/index.ts'
import styles from './parts.module.css'

interface StaleProps {
  /** Queries of React Query that are read again and again. */
  readonly queries: readonly { readonly data: unknown; readonly error: unknown; readonly dataUpdatedAt: number }[]
}

/** Says since when a page shows what it read last, where reading it again has failed. */
export function Stale({ queries }: StaleProps) {
  const { t, locale } = useTexts()
  const failed = queries.filter(({ data, error }) => data !== undefined && error !== null)
  if (failed.length === 0) return null
  const sinceMs = Math.min(...failed.map(({ dataUpdatedAt }) => dataUpdatedAt))
  return (
    <div className={styles.stale}>
      <Note tone="attention" icon={<WifiSlashIcon size={18} />} role="status">
        {t('shared.stale', { time: formatUtcTime(locale, sinceMs, { hasSeconds: true }) })}
      </Note>
    </div>
  )
}
