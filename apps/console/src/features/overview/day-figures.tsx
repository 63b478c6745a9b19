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
          <Counted name="open" value={money(day.openStake)} count={day.openContracts} />
          <Counted name="recharged" value={money(day.recharged)} count={day.recharges} />
          <Counted name="withdrawn" value={money(day.withdrawn)} count={day.withdrawals} />
          <Counted name="customers" value={formatCount(locale, day.activeCustomers)} count={day.newCustomers} />
        </Figures>
      )}
    </Loaded>
  )
}

interface CountedProps {
  readonly name: 'open' | 'recharged' | 'withdrawn' | 'customers'
  readonly value: string
  readonly count: number
}

function Counted({ name, value, count }: CountedProps) {
  return <Figure name={t(`overview.${name}`)} value={value} text={t(`overview.${name}.text`, { count })} />
}
