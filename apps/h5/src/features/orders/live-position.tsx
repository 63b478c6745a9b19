import type { OrderView } from '@candor/api'
import { entryWindow, hasAverages, slotMs, windowSpans } from '@candor/formulas'
import { formatAmount } from '@candor/money'
import { CountdownRing, PositionChart, VisuallyHidden, WindowArcs } from '@candor/ui'
import {
  decimalsOf,
  formatCount,
  formatCountdown,
  formatPrice,
  formatSeconds,
  formatTime,
  useTexts,
} from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { DirectionMark } from '../../shared/instrument/index.ts'
import { positionAt, useIsStale } from '../../shared/instrument/positions/index.ts'
import type { Position } from '../../shared/instrument/positions/index.ts'
import { realtime, useQuote, useServerNow } from '../../shared/api/realtime/index.ts'
import styles from './live-position.module.css'
import { exitWindowStartMs, windowShares } from './measuring-model.ts'
import type { Measuring } from './measuring-model.ts'
import { slotsText } from './receipt-labels.ts'
import { useMeasuring } from './use-measuring.ts'
import { usePositionPoints } from './use-position-points.ts'

/** Without a result for this long the screen reports a delay. */
const lateAfterMs = 12_000

/** An open contract: the remaining server time, its current standing, and its chart. The result is never guessed. */
export function LivePosition({ order, name }: { readonly order: OrderView; readonly name: string }) {
  const { t } = useTexts()
  const nowMs = useServerNow(200)
  const quote = useQuote(order.symbol)
  const isStale = useIsStale(quote)
  const entry = useMeasuring(order, nowMs, 'entry')
  const exit = useMeasuring(order, nowMs, 'exit')
  const isExit = hasAverages(order) && nowMs >= exitWindowStartMs(order)
  const position = positionAt(order, (isExit ? exit.average : null) ?? quote?.last ?? null, nowMs)
  return (
    <>
      <Countdown order={order} position={position} />
      <div role="status">
        <VisuallyHidden>{spokenCountdown(t, position)}</VisuallyHidden>
      </div>
      <div className={styles.standing}>
        {position.phase === 'settling' ? (
          <p className={styles.note}>
            {t(nowMs - order.exitAtMs > lateAfterMs ? 'orders.settling.late' : 'orders.settling.text')}
          </p>
        ) : null}
        {position.phase === 'measuring' ? <MeasuringNote measuring={entry} /> : null}
        {position.phase === 'waiting-for-entry' ? <p className={styles.note}>{t('orders.position.waiting')}</p> : null}
        {position.phase === 'running' && isStale ? <p className={styles.stale}>{t('orders.position.stale')}</p> : null}
        {position.phase === 'running' && !isStale ? <Standing order={order} position={position} /> : null}
      </div>
      <Chart order={order} name={name} isStale={isStale} lastPrice={quote?.last ?? null} />
      {position.phase === 'measuring' ? <EntryProgress order={order} measuring={entry} /> : null}
      {position.phase === 'running' && isExit ? <ExitProgress order={order} measuring={exit} /> : null}
      <Facts order={order} />
    </>
  )
}

function Countdown({ order, position }: { readonly order: OrderView; readonly position: Position }) {
  const { t, locale } = useTexts()
  const text = formatCountdown(position.remainingMs)
  return (
    <div className={styles.ring} role="timer" aria-live="off" aria-label={t('orders.position.left', { time: text })}>
      <CountdownRing
        diameterPx={188}
        strokePx={9}
        endMs={order.exitAtMs}
        durationMs={order.durationMs}
        nowMs={realtime.clock.nowMs}
        hasDot
      />
      <WindowArcs diameterPx={188} windows={windowShares(order)} />
      <div className={styles.inside} aria-hidden="true">
        <div className={styles.time} data-size={text.length > 5 ? 'small' : text.length > 4 ? 'medium' : 'large'}>
          {text}
        </div>
        <div className={styles.ends}>
          {position.phase === 'settling'
            ? t('orders.position.settling')
            : t('orders.position.ends', { time: formatTime(locale, order.exitAtMs, { hasSeconds: true }) })}
        </div>
      </div>
    </div>
  )
}

/** Announced at 30 seconds, at 10, and at the end; in between the region does not change. */
function spokenCountdown(t: ReturnType<typeof useTexts>['t'], { phase, remainingMs }: Position): string {
  if (phase === 'settling') return t('orders.position.settling')
  if (remainingMs <= 10_000) return t('orders.position.under10')
  return remainingMs <= 30_000 ? t('orders.position.under30') : ''
}

function Standing({ order, position }: { readonly order: OrderView; readonly position: Position }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const { difference, ifEndedNow } = position
  if (difference === null || ifEndedNow === null) return null
  const direction = difference.direction === 'above' ? 'up' : 'down'
  return (
    <>
      <p className={styles.difference} data-direction={difference.direction}>
        {difference.direction === 'equal' ? null : <DirectionMark direction={direction} />}
        {t(`orders.position.${difference.direction}`, { distance: formatPrice(locale, difference.distance) })}
      </p>
      <p className={styles.now}>
        {t('orders.position.ifNow')} <b>{ownMoney(formatAmount(ifEndedNow.net), order.asset, 'result')}</b>
      </p>
    </>
  )
}

/** The entry window while it is measured: the average so far. */
function MeasuringNote({ measuring: { average } }: { readonly measuring: Measuring }) {
  const { t, locale } = useTexts()
  return (
    <>
      <p className={styles.measuring}>{t('orders.position.measuring')}</p>
      <p className={styles.now}>
        {average === null ? null : (
          <>
            {t('orders.position.averageSoFar')} <b>{formatPrice(locale, average)}</b>
          </>
        )}
      </p>
    </>
  )
}

interface ProgressProps {
  readonly order: OrderView
  readonly measuring: Measuring
}

/** The entry window: a tick for each half-second, and how many prices came. */
function EntryProgress({ order, measuring }: ProgressProps) {
  const { t, locale } = useTexts()
  const { ticks, openCount, elapsedMs } = measuring
  const time = timeOf(locale, elapsedMs, order.entryWindowSlots)
  const prices = { count: formatCount(locale, openCount ?? 0), all: formatCount(locale, ticks.length) }
  return (
    <Progress ticks={ticks}>
      {openCount === null
        ? t('orders.position.measuredTime', time)
        : t('orders.position.measured', { ...time, ...prices })}
    </Progress>
  )
}

/** The exit window: a tick for each half-second, and the average so far, where this screen saw the whole of it. */
function ExitProgress({ order, measuring }: ProgressProps) {
  const { t, locale } = useTexts()
  const { ticks, average, elapsedMs } = measuring
  const time = timeOf(locale, elapsedMs, order.exitWindowSlots)
  return (
    <Progress ticks={ticks}>
      {average === null
        ? t('orders.position.measuredTime', time)
        : t('orders.position.exitSoFar', { ...time, price: formatPrice(locale, average) })}
    </Progress>
  )
}

const timeOf = (locale: string, elapsedMs: number, windowSlots: number) => ({
  seconds: formatCount(locale, Math.floor(elapsedMs / 1_000)),
  allSeconds: formatSeconds(locale, windowSlots * slotMs),
})

function Progress({ ticks, children }: Pick<Measuring, 'ticks'> & { readonly children: string }) {
  return (
    <div className={styles.progress}>
      <span className={styles.ticks} aria-hidden="true">
        {ticks.map(({ slot, state }) => (
          <i key={slot} data-state={state} />
        ))}
      </span>
      <span>{children}</span>
    </div>
  )
}

interface ChartProps {
  readonly order: OrderView
  readonly name: string
  readonly isStale: boolean
  readonly lastPrice: string | null
}

function Chart({ order, name, isStale, lastPrice }: ChartProps) {
  const { t, locale } = useTexts()
  const points = usePositionPoints(order)
  const shown = order.entryPrice ?? lastPrice
  const windows = windowSpans(order)
  if (shown === null || (windows === null && order.entryPrice === null))
    return <p className={styles.chartWaiting}>{t('orders.position.chartWaiting')}</p>
  const decimals = decimalsOf(lastPrice ?? shown)
  const entryDecimals = decimalsOf(shown)
  return (
    <div className={styles.chart}>
      <PositionChart
        points={points}
        entry={{ timeMs: order.entryAtMs, price: order.entryPrice === null ? null : Number(order.entryPrice) }}
        windows={windows && { ...windows, entryName: t('orders.receipt.entry'), exitName: t('orders.receipt.exit') }}
        endMs={order.exitAtMs}
        direction={order.direction}
        tick={10 ** -decimals}
        isStale={isStale}
        formatEntry={(value) => formatPrice(locale, value.toFixed(entryDecimals), entryDecimals)}
        formatPrice={(value) => formatPrice(locale, value.toFixed(decimals), decimals)}
        formatTime={(timeMs) => formatTime(locale, timeMs, { hasSeconds: order.durationMs < 3_600_000 })}
        summary={t('orders.position.chart', {
          name,
          entry: order.entryPrice === null ? '–' : formatPrice(locale, order.entryPrice),
          last: lastPrice === null ? '–' : formatPrice(locale, lastPrice),
          ends: formatTime(locale, order.exitAtMs, { hasSeconds: true }),
        })}
      />
    </div>
  )
}

function Facts({ order }: { readonly order: OrderView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnMoney()
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('orders.position.said')}</dt>
        <dd>
          <span className={styles.said} data-direction={order.direction}>
            <DirectionMark direction={order.direction} /> {t(`orders.direction.${order.direction}`)}
          </span>
          {` · ${ownMoney(order.stake, order.asset)}`}
        </dd>
      </div>
      <div>
        <dt>{t('orders.position.entry')}</dt>
        <dd>
          {order.entryPrice === null ? t('orders.position.entryMissing') : formatPrice(locale, order.entryPrice)}
          {' · '}
          <span className={styles.slot}>{slotsText(texts, entryWindow(order))}</span>
        </dd>
      </div>
    </dl>
  )
}
