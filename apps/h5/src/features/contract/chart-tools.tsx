import { candleIntervals } from '@candor/api'
import type { CandleInterval } from '@candor/api'
import { IconButton } from '@candor/ui'
import { CandlestickIcon } from '@candor/ui/icons/candlestick'
import { ChartLineIcon } from '@candor/ui/icons/shell'
import { SlidersHorizontalIcon } from '@candor/ui/icons/ticket'
import { useTexts } from '../../shared/i18n/index.ts'
import type { ChartKind } from './chart-choice.ts'
import styles from './chart-tools.module.css'

export interface ChartToolsProps {
  readonly interval: CandleInterval
  readonly kind: ChartKind
  readonly onInterval: (interval: CandleInterval) => void
  readonly onKind: (kind: ChartKind) => void
  readonly onOptions: () => void
}

/** Interval, chart type, and the button for further options. */
export function ChartTools({ interval, kind, onInterval, onKind, onOptions }: ChartToolsProps) {
  const { t } = useTexts()
  const other: ChartKind = kind === 'candles' ? 'line' : 'candles'
  return (
    <div className={styles.tools}>
      <div className={styles.intervals} role="radiogroup" aria-label={t('contract.interval')}>
        {candleIntervals.map((choice) => (
          <label key={choice} className={styles.interval}>
            <input type="radio" name="interval" checked={choice === interval} onChange={() => onInterval(choice)} />
            <span>{t(`contract.interval.${choice}`)}</span>
          </label>
        ))}
      </div>
      <IconButton label={t(`contract.chart.${other}`)} onClick={() => onKind(other)}>
        {other === 'line' ? <ChartLineIcon size={20} /> : <CandlestickIcon size={20} />}
      </IconButton>
      <IconButton label={t('contract.chart.options')} aria-haspopup="dialog" onClick={onOptions}>
        <SlidersHorizontalIcon size={20} />
      </IconButton>
    </div>
  )
}
