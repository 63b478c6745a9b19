import { useCallback, useMemo, useRef, useState } from 'react'
import type { CandleInterval, CandleView, InstrumentView, OrderView } from '@candor/api'
import type { ChartCandle, IndicatorName } from '@candor/ui'
import type { ChartSight } from '@candor/ui/chart'
import { useTexts } from '../../shared/i18n/index.ts'
import { lastInterval, lastKind, rememberedIndicators, rememberIndicators } from './chart-choice.ts'
import type { ChartKind } from './chart-choice.ts'
import { candlesWithin, chartCandle, chartPositions, withLiveCandles } from './chart-model.ts'
import styles from './chart-panel.module.css'
import { ChartTools } from './chart-tools.tsx'
import { candleWords, ScrubLine, summaryText } from './chart-legend.tsx'
import { chartTime } from './chart-time.ts'
import { LateSheet } from './late-sheet.tsx'
import { LiveChart } from './live-chart.tsx'
import type { PriceTone } from './price-tone.ts'
import { useCandleHistory } from './use-candle-history.ts'
import type { CandleHistory } from './use-candle-history.ts'

export interface ChartPanelProps {
  readonly instrument: InstrumentView
  readonly name: string
  readonly tone: PriceTone
  /** The open contracts to draw. */
  readonly orders: readonly OrderView[]
  /** The contract whose result is on the screen. */
  readonly settled: OrderView | null
  /** The open contract that has the zone; null for the one that ends next. */
  readonly chosenId: string | null
  readonly onPosition: (id: string) => void
}

/** The chart with its interval, its kind and its indicators. */
export function ChartPanel(props: ChartPanelProps) {
  const { t } = useTexts()
  const [interval, setInterval] = useState<CandleInterval>(lastInterval.get)
  const [kind, setKind] = useState<ChartKind>(lastKind.get)
  const [indicators, setIndicators] = useState<readonly IndicatorName[]>(rememberedIndicators)
  const [layer, setLayer] = useState<'options' | 'table' | null>(null)
  const close = useCallback(() => setLayer(null), [])
  return (
    <section className={styles.panel} aria-label={t('contract.chart.label')}>
      <ChartTools
        interval={interval}
        kind={kind}
        onInterval={(chosen) => {
          lastInterval.set(chosen)
          setInterval(chosen)
        }}
        onKind={(chosen) => {
          lastKind.set(chosen)
          setKind(chosen)
        }}
        onOptions={() => setLayer('options')}
      />
      <History
        key={interval}
        {...props}
        interval={interval}
        kind={kind}
        indicators={indicators}
        isTable={layer === 'table'}
        onTableClose={close}
      />
      {layer === 'options' ? (
        <LateSheet
          onFailed={close}
          draw={({ ChartOptions }) => (
            <ChartOptions
              indicators={indicators}
              onIndicators={(names) => {
                rememberIndicators(names)
                setIndicators(names)
              }}
              onTable={() => setLayer('table')}
              onClose={close}
            />
          )}
        />
      ) : null}
    </section>
  )
}

interface HistoryProps extends ChartPanelProps {
  readonly interval: CandleInterval
  readonly kind: ChartKind
  readonly indicators: readonly IndicatorName[]
  readonly isTable: boolean
  readonly onTableClose: () => void
}

/** The prices of one interval: chart, texts and table use the same candles. */
function History(props: HistoryProps) {
  const { instrument, name, orders, settled, interval, kind, chosenId, isTable } = props
  const texts = useTexts()
  const history = useCandleHistory(instrument.symbol, interval)
  const read = history.candles
  const candles = useMemo(() => read?.map(chartCandle) ?? null, [read])
  const toldSince = useRef(new Map<number, CandleView>())
  const positions = useMemo(
    () => chartPositions({ orders, settled }, instrument.symbol, chosenId),
    [orders, settled, instrument.symbol, chosenId],
  )
  const [scrubbed, setScrubbed] = useState<ChartCandle | null>(null)
  const [paneText, setPaneText] = useState('')
  const [sight, setSight] = useState<ChartSight | null>(null)
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = history.query
  const see = useCallback(
    (seen: ChartSight) => {
      setSight(seen)
      if (seen.isNearStart && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
    },
    [fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError],
  )
  const keep = useCallback((candle: CandleView) => void toldSince.current.set(candle[0], candle), [])
  const liveCandles = useCallback(() => new Map(toldSince.current), [])
  const shown = useMemo(() => (read === null ? [] : sight === null ? read : candlesWithin(read, sight)), [read, sight])
  return (
    <div className={styles.place}>
      <LiveChart
        {...props}
        candles={candles}
        positions={positions}
        summary={summaryText(texts, { instrument, name, interval, candles: shown })}
        valueText={
          scrubbed === null
            ? null
            : [
                chartTime(texts.locale, scrubbed.timeMs, interval),
                ...candleWords(texts, { candle: scrubbed, decimals: instrument.decimals, interval, kind }),
              ].join(', ') + paneText
        }
        scrubbed={scrubbed}
        onScrub={(candle, text) => {
          setScrubbed(candle)
          setPaneText(text)
        }}
        onSight={see}
        onTold={keep}
      />
      {scrubbed === null ? null : (
        <ScrubLine candle={scrubbed} decimals={instrument.decimals} interval={interval} kind={kind} />
      )}
      <ChartState history={history} isNearStart={sight?.isNearStart ?? false} />
      {!isTable || read === null ? null : (
        <TableSheet {...props} read={read} history={history} liveCandles={liveCandles} />
      )}
    </div>
  )
}

interface TableSheetProps extends HistoryProps {
  readonly read: readonly CandleView[]
  readonly history: CandleHistory
  readonly liveCandles: () => ReadonlyMap<number, CandleView>
}

function TableSheet({ instrument, name, interval, kind, read, history, liveCandles, onTableClose }: TableSheetProps) {
  // The table does not change while it is read: it uses the socket's candles from the time it opens.
  const [told] = useState(liveCandles)
  return (
    <LateSheet
      onFailed={onTableClose}
      draw={({ CandleTable }) => (
        <CandleTable
          name={name}
          interval={interval}
          kind={kind}
          decimals={instrument.decimals}
          candles={withLiveCandles(read, told)}
          onClose={onTableClose}
          history={history}
        />
      )}
    />
  )
}

/** The chart's overlay when there are no prices: none yet, a failed request, or the start of history. */
function ChartState({ history, isNearStart }: { readonly history: CandleHistory; readonly isNearStart: boolean }) {
  const { t } = useTexts()
  const { query, candles } = history
  if (candles === null) {
    return query.isError ? (
      <button type="button" className={styles.state} onClick={() => void query.refetch()}>
        {t('contract.chart.failed')} <u>{t('shared.action.retry')}</u>
      </button>
    ) : null
  }
  if (candles.length === 0) return <p className={styles.state}>{t('contract.chart.empty')}</p>
  if (!isNearStart) return null
  if (query.isFetchNextPageError) {
    return (
      <p className={styles.start}>
        {t('contract.chart.earlierFailed')}{' '}
        <button type="button" onClick={() => void query.fetchNextPage()}>
          {t('shared.action.retry')}
        </button>
      </p>
    )
  }
  if (query.isFetchingNextPage) return <p className={styles.start}>{t('contract.chart.earlierLoading')}</p>
  return query.hasNextPage ? null : <p className={styles.start}>{t('contract.chart.beginning')}</p>
}
