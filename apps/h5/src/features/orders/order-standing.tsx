import { contractOrder } from '@candor/api'
import type { OrderView } from '@candor/api'
import { formatAmount } from '@candor/money'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { realtime, useQuote, useServerNow } from '../../shared/api/realtime/index.ts'
import { formatPrice, useTexts } from '../../shared/i18n/index.ts'
import { useInstrumentQuote } from '../../shared/instrument/index.ts'
import { orderRefreshMs, positionAt, useIsStale } from '../../shared/instrument/positions/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import styles from './order-row.module.css'

export interface OrderStandingProps {
  readonly order: OrderView
  /** Whether the server has the order; one of practice is complete as it is. */
  readonly isStored: boolean
}

/** How an open order in the list stands: its entry, the price now, and what it came to if it ended now. */
export function OrderStanding({ order: listed, isStored }: OrderStandingProps) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const order = useEntry(listed, isStored)
  useInstrumentQuote(order.symbol)
  const quote = useQuote(order.symbol)
  const isStale = useIsStale(quote)
  const { phase, ifEndedNow } = positionAt(order, quote?.last ?? null, useServerNow())
  if (order.entryPrice === null) {
    if (phase === 'settling') return null
    return (
      <span className={styles.line}>
        {t(phase === 'measuring' ? 'orders.position.measuring' : 'orders.position.waiting')}
      </span>
    )
  }
  const entry = formatPrice(locale, order.entryPrice)
  if (quote === undefined || isStale || ifEndedNow === null)
    return <span className={styles.line}>{t('orders.row.entry', { entry })}</span>
  return (
    <>
      <span className={styles.line}>{t('orders.row.prices', { entry, now: formatPrice(locale, quote.last) })}</span>
      <span className={styles.line}>
        {t('orders.position.ifNow')} <b>{ownMoney(formatAmount(ifEndedNow.net), order.asset, 'result')}</b>
      </span>
    </>
  )
}

/** The order with its entry price, which the list may not have yet. */
function useEntry(order: OrderView, isStored: boolean): OrderView {
  const { data } = useQuery({
    ...queryFor(contractOrder, { id: order.id }),
    enabled: isStored && order.entryPrice === null,
    initialData: order,
    refetchInterval: ({ state }) => orderRefreshMs(state.data ?? order, realtime.clock.nowMs()) ?? false,
    refetchIntervalInBackground: false,
  })
  return order.entryPrice === null && data.state === 'open' ? data : order
}
