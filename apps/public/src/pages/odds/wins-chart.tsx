import { classNames, VisuallyHidden } from '@candor/ui'
import { formatCount } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import { axisOf, positionOf, ppmText, rateOf } from './odds-model.ts'
import type { Axis, OddsSpan, Wins } from './odds-model.ts'
import styles from './odds.module.css'

export interface WinsRow {
  readonly label: string
  readonly group: Omit<OddsSpan['byDuration'][number], 'durationMs'>
}

/** The rate of wins of each group as a dot, on one axis with the band of chance and the rate that breaks even. */
export function WinsChart({ rows }: { readonly rows: readonly WinsRow[] }) {
  const axis = axisOf(rows.flatMap(({ group }) => (group.wins === null ? [] : [group.wins])))
  return (
    <div className={styles.chart}>
      <ul>
        {rows.map((row) => (
          <li key={row.label} className={styles.row}>
            <GroupRow row={row} axis={axis} />
          </li>
        ))}
      </ul>
      {axis === null ? null : <AxisLine axis={axis} />}
    </div>
  )
}

function GroupRow({ row: { label, group }, axis }: { readonly row: WinsRow; readonly axis: Axis | null }) {
  const { t, locale } = useTexts()
  const { wins, decided, missing } = group
  const count = formatCount(locale, decided)
  const lacking = formatCount(locale, missing)
  const said =
    wins === null
      ? t('odds.chart.rowMissing', { group: label, count: lacking })
      : t('odds.chart.row', {
          group: label,
          rate: ppmText(locale, rateOf(wins)),
          count,
          from: ppmText(locale, wins.chanceFromPpm),
          to: ppmText(locale, wins.chanceToPpm),
        })
  return (
    <>
      <VisuallyHidden>{said}</VisuallyHidden>
      <span className={styles.name} aria-hidden="true">
        {label}
        <small>{count}</small>
      </span>
      <span className={styles.track} aria-hidden="true">
        {axis === null ? null : <Marks axis={axis} wins={wins} />}
      </span>
      <span className={classNames(styles.value, wins === null && styles.few)} aria-hidden="true">
        {wins === null ? t('odds.group.missing', { count: lacking }) : ppmText(locale, rateOf(wins))}
      </span>
    </>
  )
}

function Marks({ axis, wins }: { readonly axis: Axis; readonly wins: Wins | null }) {
  const at = (ppm: number) => `${positionOf(axis, ppm)}%`
  return (
    <>
      {axis.ticks.map((tick) => (
        <i key={tick} className={styles.tick} style={{ left: at(tick) }} />
      ))}
      <i className={styles.breakEven} style={{ left: at(axis.breakEven) }} />
      {wins === null ? null : (
        <>
          <i
            className={styles.band}
            style={{
              left: at(wins.chanceFromPpm),
              width: `${positionOf(axis, wins.chanceToPpm) - positionOf(axis, wins.chanceFromPpm)}%`,
            }}
          />
          <i className={styles.dot} style={{ left: at(rateOf(wins)) }} />
        </>
      )}
    </>
  )
}

function AxisLine({ axis }: { readonly axis: Axis }) {
  const { locale } = useTexts()
  // A label beside the break-even rate would run into its own.
  const ticks = axis.ticks.filter((tick) => Math.abs(positionOf(axis, tick) - positionOf(axis, axis.breakEven)) > 14)
  return (
    <div className={styles.row} aria-hidden="true">
      <span className={styles.name} />
      <span className={styles.axis}>
        {ticks.map((tick) => (
          <i key={tick} style={{ left: `${positionOf(axis, tick)}%` }}>
            {ppmText(locale, tick).replace(/[.,]0/, '')}
          </i>
        ))}
        <b style={{ left: `${positionOf(axis, axis.breakEven)}%` }}>{ppmText(locale, axis.breakEven)}</b>
      </span>
      <span className={styles.value} />
    </div>
  )
}
