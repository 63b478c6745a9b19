import type { StatementTotals } from '@candor/api'
import { parseUnits } from '@candor/money'
import { Button, Card, IconButton, LateSkeleton, Skeleton } from '@candor/ui'
import { CaretLeftIcon, CaretRightIcon } from '@candor/ui/icons/shell'
import { DownloadSimpleIcon } from '@candor/ui/icons/wallet'
import { formatMonth, useTexts } from '../../shared/i18n/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { monthOf, startOf } from '../../shared/page/period/index.ts'
import styles from './month-card.module.css'
import type { useTotals } from './statement-queries.ts'

export interface MonthCardProps {
  /** A local month: "2026-11". */
  readonly month: string
  /** The month that it is now: there is none after it. */
  readonly currentMonth: string
  readonly asset: StatementTotals['asset'] | null
  readonly totals: Pick<ReturnType<typeof useTotals>, 'data' | 'isError' | 'isPaused' | 'refetch'>
  readonly onMonth: (month: string) => void
  readonly onSave: () => void
}

/** What came in and went out in a month, and the fees in it, with its neighbours, and its file. */
export function MonthCard({ month, currentMonth, asset, totals, onMonth, onSave }: MonthCardProps) {
  const { t, locale } = useTexts()
  return (
    <section aria-label={t('statement.month.region')}>
      <Card isPadded>
        <div className={styles.head}>
          <IconButton label={t('statement.month.previous')} onClick={() => onMonth(monthOf(startOf(month, -1)))}>
            <CaretLeftIcon size={20} />
          </IconButton>
          <h2 className={styles.month}>{formatMonth(locale, startOf(month))}</h2>
          <IconButton
            label={t('statement.month.next')}
            disabled={month >= currentMonth}
            onClick={() => onMonth(monthOf(startOf(month, 1)))}
          >
            <CaretRightIcon size={20} />
          </IconButton>
        </div>
        <Sums totals={totals} asset={asset} />
        <p className={styles.note}>
          <span>{t('statement.month.note')}</span>
          {month === currentMonth ? <span>{t('statement.month.soFar')}</span> : null}
        </p>
        <div className={styles.save}>
          <Button tone="quiet" size="medium" icon={<DownloadSimpleIcon size={18} />} onClick={onSave}>
            {t('statement.month.csv')}
          </Button>
          <Button tone="quiet" size="medium" onClick={() => navigation.navigate('statement', { month, print: '1' })}>
            {t('statement.month.pdf')}
          </Button>
        </div>
      </Card>
    </section>
  )
}

function Sums({ totals, asset }: Pick<MonthCardProps, 'totals' | 'asset'>) {
  const { t } = useTexts()
  const { data } = totals
  if (data === undefined && (totals.isError || totals.isPaused))
    return (
      <div className={styles.failed}>
        <p>{t('statement.month.failed')}</p>
        <Button tone="quiet" size="small" onClick={() => void totals.refetch()}>
          {t('shared.action.retry')}
        </Button>
      </div>
    )
  if (data === undefined)
    return (
      <LateSkeleton label={t('shared.loading')}>
        <Skeleton width="100%" height={112} radius={12} />
      </LateSkeleton>
    )
  const shown = data.items.filter((item) => asset === null || item.asset === asset)
  return shown.map((item) => <AssetSums key={item.asset} item={item} />)
}

function AssetSums({ item: { asset, sums } }: { readonly item: StatementTotals }) {
  const { t } = useTexts()
  if (sums === null)
    return (
      <p className={styles.many}>
        <b>{asset}</b> {t('statement.month.many')}
      </p>
    )
  const [cameIn, wentOut] = [parseUnits(sums.in) ?? 0n, parseUnits(sums.out) ?? 0n]
  const most = cameIn > wentOut ? cameIn : wentOut
  const share = (part: bigint) => `${most === 0n ? 0 : Number((part * 1_000n) / most) / 10}%`
  return (
    <div className={styles.asset}>
      <p className={styles.label}>{t('statement.month.net')}</p>
      <p className={styles.net}>
        <ExactMoney amount={sums.net} asset={asset} sign="result" size="medium" />
      </p>
      <dl className={styles.flows}>
        {(['in', 'out'] as const).map((way) => (
          <div key={way}>
            <dt>{t(`statement.month.${way}`)}</dt>
            <dd>
              <span className={styles.bar} aria-hidden="true">
                <i data-way={way} style={{ width: share(way === 'in' ? cameIn : wentOut) }} />
              </span>
              <ExactMoney amount={sums[way]} />
            </dd>
          </div>
        ))}
        <div className={styles.fees}>
          <dt>{t('statement.month.fees')}</dt>
          <dd>
            <ExactMoney amount={sums.fees} />
          </dd>
        </div>
      </dl>
    </div>
  )
}
