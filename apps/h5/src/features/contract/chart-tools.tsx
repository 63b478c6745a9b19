import { candleIntervals } from '@candor/api'
import type { CandleInterval } from '@candor/api'
import { IconButton, RadioGroup } from '@candor/ui'
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
      <RadioGroup
        className={styles.intervals}
        optionClassName={styles.interval}
        label={t('contract.interval')}
        options={candleIntervals.map((value) => ({ value }))}
        value={interval}
        onValue={onInterval}
      >
        {({ value }) => <span>{t(`contract.interval.${value}`)}</span>}
      </RadioGroup>
      <IconButton label={t(`contract.chart.${other}`)} onClick={() => onKind(other)}>
        {other === 'line' ? <ChartLineIcon size={20} /> : <CandlestickIcon size={20} />}
      </IconButton>
      <IconButton label={t('contract.chart.options')} aria-haspopup="dialog" onClick={onOptions}>
        <SlidersHorizontalIcon size={20} />
      </IconButton>
    </div>
  )
}
