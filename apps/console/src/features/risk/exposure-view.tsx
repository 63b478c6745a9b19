import { transparencyServiceLevels } from '@candor/api'
import { operatorExposure, operatorMarkets, operatorWithdrawalQueue } from '@candor/api/operator'
import { classNames } from '@candor/ui'
import { formatCount, formatPercent } from '@candor/ui/format'
import { ChartLineIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { locale, money, t, utcDateTime } from '../../shared/i18n/index.ts'
import { EmptyState, Figure, Figures, Loaded, Panel } from '../../shared/page/index.ts'
import { capShare, isNearlyFull, keptPromises, openOrders, sumOf } from './exposure-model.ts'
import type { Exposure } from './exposure-model.ts'
import { ageLabel } from './feed-labels.ts'
import { Sources } from './sources-panel.tsx'
import { oldestFeed } from './stakes-model.ts'
import type { Market } from './stakes-model.ts'
import { Stakes } from './stakes-view.tsx'
import { TitledTable } from './titled-table.tsx'
import styles from './risk.module.css'

const refetchInterval = 2_000

/** The house's open payouts. Polled every two seconds. */
export function ExposureView() {
  const exposure = useQuery({ ...queryFor(operatorExposure, {}), refetchInterval })
  const markets = useQuery({ ...queryFor(operatorMarkets, {}), refetchInterval })
  return (
    <Loaded query={exposure}>
      {(now) => (
        <>
          <ExposureFigures exposure={now} markets={markets.data?.items ?? []} />
          <Books exposure={now} />
          <div className={styles.columns}>
            <div className={styles.side}>
              <Loaded query={markets}>{({ items }) => <Stakes markets={items} exposure={now} />}</Loaded>
              <Payouts rows={now.instruments} />
            </div>
            <div className={styles.side}>
              {markets.data === undefined ? null : <Sources feed={markets.data.feed} />}
              <Voids exposure={now} />
              {now.halted.length === 0 ? null : <Halted exposure={now} />}
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

function ExposureFigures({ exposure, markets }: { readonly exposure: Exposure; readonly markets: readonly Market[] }) {
  const { instruments, overdue, halted } = exposure
  return (
    <Figures>
      <Figure
        name={t('risk.kpi.open')}
        value={formatCount(locale, openOrders(instruments))}
        text={t('risk.kpi.open.text', { count: instruments.length })}
      />
      <Figure
        name={t('risk.kpi.overdue')}
        value={formatCount(locale, overdue)}
        text={t(overdue === 0 ? 'risk.kpi.overdue.none' : 'risk.kpi.overdue.some')}
        isUrgent={overdue > 0}
      />
      <Figure
        name={t('risk.kpi.halted')}
        value={formatCount(locale, halted.length)}
        text={t(halted.length === 0 ? 'risk.kpi.halted.none' : 'risk.kpi.halted.some')}
        isUrgent={halted.length > 0}
      />
      <OldestFeed markets={markets} />
      <WithdrawalFigures />
    </Figures>
  )
}

/** What contracts may cost, what covers it and what customers have, by currency. */
function Books({ exposure: { assets, instruments } }: { readonly exposure: Exposure }) {
  const payoutOf = (asset: string) =>
    sumOf(instruments.filter((row) => row.asset === asset).map(({ openPayout }) => openPayout))
  const columns = ['payout', 'held', 'free', 'bankroll', 'customers', 'customersHeld', 'fees'] as const
  return (
    <Panel title={t('risk.books')}>
      <div className={styles.scroll}>
        <TitledTable titles={[t('risk.books.asset'), ...columns.map((name) => ({ number: t(`risk.books.${name}`) }))]}>
          {assets.map(({ asset, bankroll, held, free, fees, customersTotal, customersHeld }) => (
            <tr key={asset}>
              <th scope="row">{asset}</th>
              {[payoutOf(asset), held, free, bankroll, customersTotal, customersHeld, fees].map((value, index) => (
                <td key={columns[index]} className={styles.number}>
                  {money(value)}
                </td>
              ))}
            </tr>
          ))}
        </TitledTable>
      </div>
    </Panel>
  )
}

function OldestFeed({ markets }: { readonly markets: readonly Market[] }) {
  const oldest = oldestFeed(markets)
  return (
    <Figure
      name={t('risk.kpi.feed')}
      value={oldest === null ? '–' : ageLabel(oldest.market)}
      text={oldest === null ? t('risk.kpi.feed.none') : oldest.market.name}
      isUrgent={oldest?.market.state === 'stale'}
    />
  )
}

/** Waiting withdrawals, and how well promises were kept. */
function WithdrawalFigures() {
  const waiting = useQuery({
    ...queryFor(operatorWithdrawalQueue, { state: 'under-review', limit: 100 }),
    refetchInterval: 15_000,
  })
  const levels = useQuery({ ...queryFor(transparencyServiceLevels, {}), refetchInterval: 60_000 })
  const next = waiting.data?.items[0]
  const kept = keptPromises(levels.data?.withdrawals.steps ?? [])
  return (
    <>
      <Figure
        name={t('risk.kpi.review')}
        value={waiting.data === undefined ? '–' : formatCount(locale, waiting.data.items.length)}
        text={
          next === undefined
            ? t('risk.kpi.review.none')
            : t('risk.kpi.review.next', { time: utcDateTime(next.promisedMs) })
        }
        isUrgent={next?.isOverdue === true}
      />
      <Figure
        name={t('risk.kpi.missed')}
        value={levels.data === undefined ? '–' : formatCount(locale, kept.missed)}
        text={t('risk.kpi.missed.text', { count: kept.all })}
        isUrgent={kept.missed > 0}
      />
    </>
  )
}

function Payouts({ rows }: { readonly rows: Exposure['instruments'] }) {
  return (
    <Panel title={t('risk.payouts')}>
      {rows.length === 0 ? (
        <EmptyState icon={ChartLineIcon} texts={['risk.payouts.none', 'risk.payouts.noneText']} />
      ) : (
        <TitledTable
          titles={[
            t('risk.payouts.market'),
            { number: t('risk.payouts.orders') },
            { number: t('risk.payouts.open') },
            { hidden: t('risk.payouts.bar') },
            { number: t('risk.payouts.cap') },
          ]}
        >
          {rows.map((row) => (
            <tr key={`${row.symbol} ${row.asset}`}>
              <th scope="row">
                {row.symbol} <span className={styles.quiet}>{row.asset}</span>
              </th>
              <td className={styles.number}>{formatCount(locale, row.openOrders)}</td>
              <td className={styles.number}>{money(row.openPayout)}</td>
              <td className={styles.barCell}>
                <Bar row={row} />
              </td>
              <td className={styles.number}>{money(row.cap)}</td>
            </tr>
          ))}
        </TitledTable>
      )}
      <p className={styles.note}>{t('risk.payouts.note')}</p>
    </Panel>
  )
}

function Bar({ row }: { readonly row: Exposure['instruments'][number] }) {
  const share = capShare(row)
  return (
    <svg
      className={classNames(styles.bar, isNearlyFull(row) && styles.full)}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      role="img"
    >
      <title>
        {t('risk.payouts.share', { share: formatPercent(locale, (share * 100).toFixed(1), { decimals: 1 }) })}
      </title>
      <rect className={styles.track} width={100} height={6} rx={1.5} />
      <rect width={share * 100} height={6} rx={1.5} />
    </svg>
  )
}

function Voids({ exposure }: { readonly exposure: Exposure }) {
  return (
    <Panel title={t('risk.voids')}>
      {exposure.voids.length === 0 ? <p className={styles.quiet}>{t('risk.voids.none')}</p> : null}
      <dl className={styles.lines}>
        {exposure.voids.map(({ asset, reason, orders, stake }) => (
          <div key={`${asset} ${reason}`}>
            <dt>{reason.replaceAll('-', ' ')}</dt>
            <dd>{t('risk.voids.line', { orders, stake: money(stake, asset) })}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Halted({ exposure }: { readonly exposure: Exposure }) {
  return (
    <Panel title={t('risk.halted')}>
      <ul className={styles.haltedList}>
        {exposure.halted.map(({ stripe, asset, reason }) => (
          <li key={`${stripe} ${asset}`}>{t('risk.halted.line', { stripe, asset, reason })}</li>
        ))}
      </ul>
    </Panel>
  )
}
