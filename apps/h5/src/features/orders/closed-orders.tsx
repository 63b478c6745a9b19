import { useEffect, useMemo } from 'react'
import type { ContractDay, OrderView } from '@candor/api'
import { RowList } from '@candor/ui'
import { formatCount, formatDay, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import styles from './closed-orders.module.css'
import { dayName, daysOf, utcOffsetMinutesAt, wantsMoreSums } from './order-days-model.ts'
import type { OrderDay } from './order-days-model.ts'
import { OrderRow } from './order-row.tsx'
import { useDaySums } from './order-queries.ts'

/**
 * Closed orders by day, each day with its sums. A list filtered by result has no sums: they would cover other
 * contracts.
 */
export function ClosedOrders({
  orders,
  hasSums,
}: {
  readonly orders: readonly OrderView[]
  readonly hasSums: boolean
}) {
  const utcOffsetMinutes = utcOffsetMinutesAt(realtime.clock.nowMs())
  const days = useMemo(() => daysOf(orders, utcOffsetMinutes), [orders, utcOffsetMinutes])
  const sums = useDaySums(utcOffsetMinutes, hasSums)
  const known = sums.items ?? noSums
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = sums
  const wantsMore = wantsMoreSums(days, known, hasNextPage) && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  return days.map((day) => (
    <Day
      key={day.day}
      day={day}
      sums={hasSums ? known.find(({ startMs }) => startMs === day.startMs) : undefined}
      utcOffsetMinutes={utcOffsetMinutes}
    />
  ))
}

const noSums: readonly ContractDay[] = []

interface DayProps {
  readonly day: OrderDay
  /** Undefined while unknown. */
  readonly sums: ContractDay | undefined
  readonly utcOffsetMinutes: number
}

function Day({ day, sums, utcOffsetMinutes }: DayProps) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const name = dayName(day.startMs, realtime.clock.nowMs(), utcOffsetMinutes)
  // Noon of the day, so that a change of summer time in it does not show its neighbour.
  const date = formatDay(locale, day.startMs + 43_200_000, { hasWeekday: name === 'earlier' })
  const headingId = `day-${day.day}`
  return (
    <section className={styles.day} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.name}>
        {name === 'earlier' ? date : t(`orders.day.${name}`, { date })}
      </h2>
      {sums === undefined ? null : (
        <dl className={styles.sums}>
          {sums.sums.map((sum) => (
            <div key={sum.asset}>
              <dt>
                {t('orders.day.contracts', { count: sum.contracts, shown: formatCount(locale, sum.contracts) })}
                {' · '}
                {t('orders.day.staked', { amount: ownMoney(sum.staked) })}
                {' · '}
                {t('orders.day.fees', { amount: ownMoney(sum.fees) })}
              </dt>
              <dd>
                <ExactMoney amount={sum.net} asset={sum.asset} sign="result" />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <RowList hasIcons>
        {day.orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </RowList>
    </section>
  )
}
