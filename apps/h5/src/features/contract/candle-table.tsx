import type { CandleInterval, CandleView } from '@candor/contract'
import { Sheet } from '@candor/ui'
import { formatDateTime, formatPrice } from '../../shared/format/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './candle-table.module.css'
import { chartTime } from './chart-time.ts'

export interface CandleTableProps {
  readonly name: string
  readonly interval: CandleInterval
  readonly decimals: number
  readonly candles: readonly CandleView[]
  readonly generatedUntilMs: number | null
  readonly onClose: () => void
}

/** Rows of the table: more is for a file, not for a phone. */
const rowsShown = 60

/** The newest candles as a table, newest first. */
export function CandleTable({ name, interval, decimals, candles, generatedUntilMs, onClose }: CandleTableProps) {
  const { t, locale } = useTexts()
  const newest = candles.slice(-rowsShown).toReversed()
  return (
    <Sheet title={`${name} · ${t(`contract.interval.${interval}`)}`} closeLabel={t('shared.action.close')} onClose={onClose}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('contract.table.time')}</th>
            <th scope="col">{t('contract.table.open')}</th>
            <th scope="col">{t('contract.table.high')}</th>
            <th scope="col">{t('contract.table.low')}</th>
            <th scope="col">{t('contract.table.close')}</th>
          </tr>
        </thead>
        <tbody>
          {newest.map(([timeMs, ...figures]) => (
            <tr key={timeMs}>
              <th scope="row">{chartTime(locale, timeMs, interval)}</th>
              {figures.slice(0, 4).map((figure, column) => (
                <td key={priceColumns[column]}>{formatPrice(locale, figure, decimals)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        {generatedUntilMs === null ? null : `${t('contract.chart.generated', { time: formatDateTime(locale, generatedUntilMs) })} `}
        <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
          {t('contract.chart.credit')}
        </a>
      </p>
    </Sheet>
  )
}

const priceColumns = ['open', 'high', 'low', 'close'] as const
