import { useState } from 'react'
import type { ReactNode } from 'react'
import { historyDays, operatorRiskHistory } from '@candor/api/operator'
import type { HistoryDay } from '@candor/api/operator'
import { Button, classNames, Segmented } from '@candor/ui'
import { formatPercent } from '@candor/ui/format'
import { DownloadSimpleIcon } from '@candor/ui/icons/wallet'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { saveCsv } from '../../shared/device/index.ts'
import { locale, money, t, utcDate, utcTime } from '../../shared/i18n/index.ts'
import { Loaded } from '../../shared/page/index.ts'
import { ForesightPanels } from './foresight-panel.tsx'
import { sumOf } from './exposure-model.ts'
import { fileNameOf, historyCsv } from './history-csv.ts'
import {
  areaOf,
  isOutsideOdds,
  lineOf,
  outsideChance,
  scaleOf,
  shareOf,
  wonPercent,
  xOf,
  yOf,
} from './history-model.ts'
import type { History, Scale } from './history-model.ts'
import { PriceLogPanel } from './price-log-panel.tsx'
import styles from './history.module.css'
import shared from './risk.module.css'

const refetchInterval = 30_000

/** What contracts came to over the last days, beside what chance predicts; and what is to be paid next. */
export function HistoryView() {
  const [days, setDays] = useState<(typeof historyDays)[number]>('30')
  const query = useQuery({ ...queryFor(operatorRiskHistory, { days }), refetchInterval })
  return (
    <>
      <div className={styles.span}>
        <Segmented
          label={t('risk.history.span')}
          value={days}
          onValue={setDays}
          options={historyDays.map((value) => ({ value, label: t('risk.history.days', { count: value }) }))}
        />
        <Button
          tone="quiet"
          size="small"
          icon={<DownloadSimpleIcon size={16} />}
          disabled={query.data === undefined}
          onClick={() => {
            if (query.data !== undefined) saveCsv(historyCsv(query.data.days), fileNameOf(query.data.days))
          }}
        >
          {t('risk.history.csv')}
        </Button>
      </div>
      <Loaded query={query}>
        {(history) => (
          <div className={shared.columns}>
            <div className={shared.side}>
              <HouseResult history={history} />
              <ForesightPanels />
            </div>
            <div className={shared.side}>
              <WinRate history={history} />
              <Due history={history} />
              <PriceLogPanel />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

/** The room for the values beside a drawing. */
const axisPx = 76
const wide = { width: 640, height: 170 }

/** The total as a line inside the band that the odds predict, their mean dotted, and each day as a bar. */
function HouseResult({ history: { days } }: { readonly history: History }) {
  const last = days.at(-1)
  if (last === undefined) return null
  if (days.every(({ decided }) => decided === 0))
    return (
      <section className={shared.panel}>
        <h2>{t('risk.history.result')}</h2>
        <p className={shared.quiet}>{t('risk.history.none')}</p>
      </section>
    )
  const series = (name: 'result' | 'total' | 'expected') => days.map((day) => Number(day[name]))
  const band = (name: 'chanceFrom' | 'chanceTo') => days.map(({ [name]: end }) => (end === null ? null : Number(end)))
  const [from, to] = [band('chanceFrom'), band('chanceTo')]
  const drawn = [...series('total'), ...series('expected'), ...series('result'), ...from, ...to]
  const scale = scaleOf([0, ...drawn.filter((value) => value !== null)], wide)
  return (
    <section className={shared.panel}>
      <div className={styles.head}>
        <h2>
          {t('risk.history.result')} <b>{money(last.total, undefined, 'result')}</b>
        </h2>
        <p className={styles.legend}>
          <span className={styles.ink}>{t('risk.history.legend.result')}</span>
          <span className={styles.dotted}>{t('risk.history.legend.expected')}</span>
          <span className={styles.range}>{t('risk.history.legend.band')}</span>
          <span className={styles.square}>{t('risk.history.legend.day')}</span>
        </p>
      </div>
      <Drawing
        scale={scale}
        label={t('risk.history.result.spoken', { total: money(last.total), expected: money(last.expected) })}
        marks={[...new Set([scale.high, 0, scale.low])].map((value) => ({ value, text: money(value.toFixed(2)) }))}
        from={utcDate(days[0]?.startMs ?? last.startMs)}
        to={t('risk.history.today')}
      >
        <path className={styles.area} d={areaOf(scale, from, to)} />
        {series('result').map((value, index) => {
          const [top, zero] = [yOf(scale, Math.max(0, value)), yOf(scale, 0)]
          const height = Math.abs(yOf(scale, value) - zero)
          const width = (wide.width / days.length) * 0.6
          const x = xOf(scale, index, days.length) - width / 2
          return <rect key={days[index]?.startMs} className={styles.bar} {...{ x, y: top, width, height }} />
        })}
        <path className={styles.expected} d={lineOf(scale, series('expected'))} />
        <path className={styles.line} d={lineOf(scale, series('total'))} />
        <circle
          className={styles.end}
          cx={xOf(scale, days.length - 1, days.length)}
          cy={yOf(scale, Number(last.total))}
          r="4"
        />
      </Drawing>
      <p className={classNames(shared.note, isOutsideOdds(last) && shared.warn)}>{bandText(last)}</p>
      <p className={shared.note}>{t('risk.history.result.note', { expected: money(last.expected) })}</p>
    </section>
  )
}

function bandText(last: HistoryDay): string {
  if (last.chanceFrom === null || last.chanceTo === null) return t('risk.history.band.none')
  const ends = { from: money(last.chanceFrom), to: money(last.chanceTo) }
  return t(isOutsideOdds(last) ? 'risk.history.band.outside' : 'risk.history.band.inside', ends)
}

const narrow = { width: 232, height: 112 }

/** Each day's share of wins, inside what chance explains, below what would cost the house money. */
function WinRate({ history: { days } }: { readonly history: History }) {
  const percent = wonPercent(days)
  const { days: counted, outside } = outsideChance(days)
  const shares = days.map(shareOf)
  const of = (name: 'chanceFromPpm' | 'chanceToPpm' | 'breakEvenPpm') => days.map((day) => day[name])
  const all = [...shares, ...of('chanceFromPpm'), ...of('chanceToPpm'), ...of('breakEvenPpm')]
  const scale = scaleOf([500_000, ...all.filter((value) => value !== null)], narrow)
  return (
    <section className={shared.panel}>
      <div className={styles.head}>
        <h2>{t('risk.history.wins')}</h2>
        <b>{percent === null ? '–' : formatPercent(locale, percent, { decimals: 1 })}</b>
      </div>
      {percent === null ? (
        <p className={shared.quiet}>{t('risk.history.none')}</p>
      ) : (
        <>
          <Drawing
            scale={scale}
            label={t('risk.history.wins.spoken', { percent, outside, days: counted })}
            marks={[...new Set([scale.high, 500_000, scale.low])].map((value) => ({
              value,
              text: formatPercent(locale, (value / 10_000).toFixed(1), { decimals: 1 }),
            }))}
            from={utcDate(days[0]?.startMs ?? 0)}
            to={t('risk.history.today')}
          >
            {days.map(({ startMs, chanceFromPpm: from, chanceToPpm: to }, index) => {
              if (from === null || to === null) return null
              const width = narrow.width / days.length
              const x = xOf(scale, index, days.length) - width / 2
              const y = yOf(scale, to)
              return <rect key={startMs} className={styles.band} {...{ x, y, width, height: yOf(scale, from) - y }} />
            })}
            <path className={styles.breakEven} d={lineOf(scale, of('breakEvenPpm'))} />
            <path className={styles.rate} d={lineOf(scale, shares)} />
          </Drawing>
          <p className={classNames(shared.note, outside > 0 && shared.warn)}>
            {t('risk.history.wins.note', { outside, days: counted })}
          </p>
        </>
      )}
    </section>
  )
}

/** What open contracts may pay above their stakes, by when they end. */
function Due({ history: { atMs, due } }: { readonly history: History }) {
  const payouts = due.steps.map(Number)
  const scale = scaleOf([0, ...payouts], narrow)
  const total = sumOf([...due.steps, due.later])
  return (
    <section className={shared.panel}>
      <div className={styles.head}>
        <h2>{t('risk.history.due')}</h2>
        <span className={shared.quiet}>{t('risk.history.due.all', { amount: money(total) })}</span>
      </div>
      {payouts.every((value) => value === 0) ? (
        <p className={shared.quiet}>{t('risk.history.due.none')}</p>
      ) : (
        <Drawing
          scale={scale}
          label={t('risk.history.due.spoken', { amount: money(total) })}
          marks={[{ value: scale.high, text: money(scale.high.toFixed(2)) }]}
          from={t('risk.history.now')}
          to={utcTime(atMs + due.stepMs * due.steps.length)}
        >
          {payouts.map((value, index) => {
            const width = (narrow.width / payouts.length) * 0.7
            const y = yOf(scale, value)
            const x = xOf(scale, index, payouts.length) - width / 2
            return <rect key={index} className={styles.bar} {...{ x, y, width, height: narrow.height - y }} />
          })}
        </Drawing>
      )}
      <p className={shared.note}>{t('risk.history.due.later', { amount: money(due.later) })}</p>
    </section>
  )
}

interface DrawingProps {
  readonly scale: Scale
  /** What the drawing says, in words. */
  readonly label: string
  readonly marks: readonly { readonly value: number; readonly text: string }[]
  readonly from: string
  readonly to: string
  readonly children: ReactNode
}

/** A drawing with its values on the right and its times below. */
function Drawing({ scale, label, marks, from, to, children }: DrawingProps) {
  const { width, height } = scale
  return (
    <svg className={styles.drawing} viewBox={`0 -8 ${width + axisPx} ${height + 28}`} role="img" aria-label={label}>
      {marks.map(({ value, text }) => (
        <g key={text}>
          <path className={styles.mark} d={`M0 ${yOf(scale, value)}H${width}`} />
          <text className={styles.value} x={width + axisPx} y={yOf(scale, value) + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {children}
      <text className={styles.time} y={height + 18}>
        {from}
      </text>
      <text className={styles.time} x={width} y={height + 18} textAnchor="end">
        {to}
      </text>
    </svg>
  )
}
