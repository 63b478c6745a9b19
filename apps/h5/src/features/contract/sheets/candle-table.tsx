import { useState } from 'react'
import type { CandleInterval, CandleView } from '@candor/api'
import { Button, Sheet } from '@candor/ui'
import { formatDateTime, formatPrice, useTexts } from '../../../shared/i18n/index.ts'
import styles from './candle-table.module.css'
import type { ChartKind } from '../chart-choice.ts'
import { chartTime } from '../chart-time.ts'
import type { CandleHistory } from '../use-candle-history.ts'

export interface CandleTableProps {
  readonly name: string
  readonly interval: CandleInterval
  /** A line shows one price for each time, so does its table. */
  readonly kind: ChartKind
  readonly decimals: number
  readonly candles: readonly CandleView[]
  readonly history: CandleHistory
  readonly onClose: () => void
}

/** Rows that each press of the button adds. */
const rowsAtOnce = 60

const columnsOf = { candles: ['open', 'high', 'low', 'close'], line: ['price'] } as const

/** The prices as a table, newest first, back to the beginning of their history. */
export function CandleTable({ name, interval, kind, decimals, candles, history, onClose }: CandleTableProps) {
  const { t, locale } = useTexts()
  const [rows, setRows] = useState(rowsAtOnce)
  const { query, generatedUntilMs } = history
  const columns = columnsOf[kind]
  const figuresOf = ([, open, high, low, close]: CandleView) => (kind === 'line' ? [close] : [open, high, low, close])
  const isWhole = rows >= candles.length && !query.hasNextPage
  const more = () => {
    setRows(rows + rowsAtOnce)
    if (rows + rowsAtOnce > candles.length && query.hasNextPage) void query.fetchNextPage()
  }
  return (
    <Sheet
      title={`${name} · ${t(`contract.interval.${interval}`)}`}
      closeLabel={t('shared.action.close')}
      onClose={onClose}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {(['time', ...columns] as const).map((column) => (
              <th key={column} scope="col">
                {t(`contract.table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candles
            .slice(-rows)
            .toReversed()
            .map((candle) => (
              <tr key={candle[0]}>
                <th scope="row">{chartTime(locale, candle[0], interval)}</th>
                {figuresOf(candle).map((figure, column) => (
                  <td key={columns[column]}>{formatPrice(locale, figure, decimals)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <div className={styles.more}>
        {query.isFetchNextPageError ? <p role="alert">{t('contract.chart.earlierFailed')}</p> : null}
        {isWhole ? (
          <p>{t('contract.chart.beginning')}</p>
        ) : (
          <Button tone="quiet" size="medium" isBusy={query.isFetchingNextPage} onClick={more}>
            {t('contractSheets.chart.earlier')}
          </Button>
        )}
      </div>
      <p className={styles.note}>
        {generatedUntilMs === null
          ? null
          : `${t('contractSheets.chart.generated', { time: formatDateTime(locale, generatedUntilMs) })} `}
        <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
          {t('contractSheets.chart.credit')}
        </a>
      </p>
    </Sheet>
  )
}
