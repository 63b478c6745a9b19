import { operatorDayFigures } from '@candor/api/operator'
import { formatCount } from '@candor/ui/format'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { locale, money, t } from '../../shared/i18n/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { Figure, Figures, Loaded, SkeletonRows } from '../../shared/page/index.ts'

const refetchInterval = 30_000

/** What the day has come to so far. Nothing for operators who may not read it. */
export function DayFigures() {
  const may = useMay(operatorDayFigures.access) === true
  const query = useQuery({ ...queryFor(operatorDayFigures, {}), enabled: may, refetchInterval })
  if (!may) return null
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
      {(day) => (
        <Figures>
          <Figure
            name={t('overview.result')}
            value={money(day.result, undefined, 'result')}
            text={t('overview.result.text', { amount: money(day.yesterday, undefined, 'result') })}
          />
          <Figure
            name={t('overview.settled')}
            value={formatCount(locale, day.settled)}
            text={t('overview.settled.text', { count: day.overdue })}
            isUrgent={day.overdue > 0}
          />
          <Figure
            name={t('overview.open')}
            value={money(day.openStake)}
            text={t('overview.open.text', { count: day.openContracts })}
          />
          <Figure
            name={t('overview.recharged')}
            value={money(day.recharged)}
            text={t('overview.recharged.text', { count: day.recharges })}
          />
          <Figure
            name={t('overview.withdrawn')}
            value={money(day.withdrawn)}
            text={t('overview.withdrawn.text', { count: day.withdrawals })}
          />
          <Figure
            name={t('overview.customers')}
            value={formatCount(locale, day.activeCustomers)}
            text={t('overview.customers.text', { count: day.newCustomers })}
          />
        </Figures>
      )}
    </Loaded>
  )
}
