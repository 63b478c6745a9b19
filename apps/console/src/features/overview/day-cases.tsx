import { operatorDayCases } from '@candor/api/operator'
import type { OutputOf } from '@candor/api/operator'
import { classNames } from '@candor/ui'
import { formatPercent } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { locale, t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { Loaded, Panel, SkeletonRows } from '../../shared/page/index.ts'
import { acceptedShare, acceptedWidth, lateShares, topOf } from './day-model.ts'
import styles from './overview.module.css'

type DayCases = OutputOf<typeof operatorDayCases>

const percent = (share: number) => formatPercent(locale, (share * 100).toFixed(1), { decimals: 1 })

function useDayCases() {
  return useQuery({ ...queryFor(operatorDayCases, {}), refetchInterval: 30_000 })
}

/** Of each queue with a promise, how much of today's work missed it. */
export function LateToday() {
  return (
    <Panel
      title={t('overview.late')}
      aside={
        <span className={styles.legend}>
          <i className={styles.limitMark} />
          {t('overview.late.limit', { share: percent(acceptedShare) })}
        </span>
      }
    >
      <Loaded query={useDayCases()} skeleton={<SkeletonRows count={3} />}>
        {({ queues }) => (
          <ul className={styles.shares}>
            {lateShares(queues).map(({ queue, cases, of, share, width, isTooMuch }) => (
              <li key={queue} className={classNames(isTooMuch && styles.tooMuch)}>
                <span className={styles.shareLine}>
                  <span>
                    <a href={hrefOf(queue)}>{t(`app.nav.${queue}`)}</a>{' '}
                    <span className={styles.small}>{t('overview.late.of', { cases, of })}</span>
                  </span>
                  <b>{percent(share)}</b>
                </span>
                <svg className={styles.shareBar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect className={styles.track} width={100} height={6} rx={1} />
                  <rect className={styles.part} width={width * 100} height={6} rx={1} />
                  <rect className={styles.limit} x={acceptedWidth * 100} width={0.6} height={6} />
                </svg>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

const chart = { hour: 12, bar: 4.4, height: 120 }

/** Cases by the hour of today, opened beside decided. */
export function CasesToday() {
  return (
    <Panel
      title={t('overview.cases')}
      aside={
        <span className={styles.legend}>
          <i className={styles.openedMark} />
          {t('overview.cases.opened')}
          <i className={styles.decidedMark} />
          {t('overview.cases.decided')}
        </span>
      }
    >
      <Loaded query={useDayCases()} skeleton={<SkeletonRows count={3} />}>
        {({ hours }) => <Hours hours={hours} />}
      </Loaded>
    </Panel>
  )
}

function Hours({ hours }: Pick<DayCases, 'hours'>) {
  const top = topOf(hours)
  const heightOf = (count: number) => (count / top) * chart.height
  const total = (name: 'opened' | 'decided') => hours.reduce((sum, { [name]: count }) => sum + count, 0)
  return (
    <figure className={styles.hours}>
      <svg
        viewBox={`0 0 ${24 * chart.hour} ${chart.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('overview.cases.spoken', { opened: total('opened'), decided: total('decided') })}
      >
        {[0.5, 1].map((share) => (
          <line
            key={share}
            className={styles.gridLine}
            x2={24 * chart.hour}
            y1={chart.height * (1 - share) + 0.5}
            y2={chart.height * (1 - share) + 0.5}
          />
        ))}
        {hours.map(({ opened, decided }, hour) => (
          // An hour of today is its own key: they only grow in number.
          // oxlint-disable-next-line react/no-array-index-key
          <g key={hour} transform={`translate(${hour * chart.hour + 1}, ${chart.height})`}>
            <rect className={styles.opened} y={-heightOf(opened)} width={chart.bar} height={heightOf(opened)} />
            <rect
              className={styles.decided}
              x={chart.bar + 0.8}
              y={-heightOf(decided)}
              width={chart.bar}
              height={heightOf(decided)}
            />
          </g>
        ))}
      </svg>
      <span className={styles.top} aria-hidden="true">
        {top}
      </span>
      <figcaption className={styles.axis} aria-hidden="true">
        <span>00:00</span>
        <span>06:00</span>
        <span>12:00</span>
        <span>18:00</span>
        <span>24:00</span>
      </figcaption>
    </figure>
  )
}
