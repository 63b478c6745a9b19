import { alertsMax } from '@candor/api'
import type { AlertView } from '@candor/api'
import { IconButton, LateSkeleton, RowList, Skeleton } from '@candor/ui'
import { XIcon } from '@candor/ui/icons/shell'
import { formatPrice, useTexts } from '../../../shared/i18n/index.ts'
import { instrumentTitle, useInstruments } from '../../../shared/instrument/index.ts'
import { FailedState } from '../../../shared/page/index.ts'
import styles from './alert-sheet.module.css'
import type { useAlerts } from './use-alerts.ts'

export interface AlertListProps {
  readonly alerts: Pick<ReturnType<typeof useAlerts>, 'data' | 'isError' | 'isPaused' | 'error' | 'refetch'>
  /** The alert that is being removed. */
  readonly removing: string | null
  readonly onRemove: (id: string) => void
}

/** The alerts that wait, of all instruments, each with a button that removes it. */
export function AlertList({ alerts, removing, onRemove }: AlertListProps) {
  const { t } = useTexts()
  const { data } = alerts
  if (data === undefined && (alerts.isError || alerts.isPaused))
    return (
      <FailedState
        error={alerts.error}
        title={t('contractSheets.alert.failed')}
        onRetry={() => void alerts.refetch()}
      />
    )
  return (
    <section aria-labelledby="alerts-waiting">
      <h3 id="alerts-waiting" className={styles.heading}>
        {t('contractSheets.alert.waiting', { count: data?.items.length ?? 0, most: alertsMax })}
      </h3>
      {data === undefined ? (
        <LateSkeleton label={t('shared.loading')}>
          <Skeleton width="100%" height={56} radius="var(--r-lg)" />
        </LateSkeleton>
      ) : data.items.length === 0 ? (
        <p className={styles.note}>{t('contractSheets.alert.none')}</p>
      ) : (
        <RowList>
          {data.items.map((alert) => (
            <AlertRow key={alert.id} alert={alert} isBusy={removing === alert.id} onRemove={onRemove} />
          ))}
        </RowList>
      )}
    </section>
  )
}

interface AlertRowProps {
  readonly alert: AlertView
  readonly isBusy: boolean
  readonly onRemove: (id: string) => void
}

function AlertRow({ alert, isBusy, onRemove }: AlertRowProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const instrument = useInstruments().data?.items.find(({ symbol }) => symbol === alert.symbol)
  const name = instrument === undefined ? alert.symbol : instrumentTitle(texts, instrument)
  const condition = t(`contractSheets.alert.${alert.direction}`, { price: formatPrice(locale, alert.price) })
  return (
    <div className={styles.row}>
      <span className={styles.words}>
        <b>{name}</b>
        <span>{condition}</span>
      </span>
      <IconButton
        label={t('contractSheets.alert.remove', { name, condition })}
        disabled={isBusy}
        onClick={() => onRemove(alert.id)}
      >
        <XIcon size={18} />
      </IconButton>
    </div>
  )
}
