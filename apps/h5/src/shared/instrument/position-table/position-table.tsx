import type { OrderView } from '@candor/api'
import { formatAmount } from '@candor/money'
import { realtime, useConnection, useServerNow } from '../../api/realtime/index.ts'
import { formatCount, useTexts } from '../../i18n/index.ts'
import { useOwnMoney } from '../../money/index.ts'
import { isStale, positionAt } from '../positions/index.ts'
import { endedNow } from './ended-now-model.ts'
import { PositionRow } from './position-row.tsx'
import type { OrdersRoute } from './position-row.tsx'
import styles from './position-table.module.css'

export interface PositionTableProps {
  readonly orders: readonly OrderView[]
  readonly route: OrdersRoute
  /** The contract that is pointed at or has the focus. */
  readonly onPoint?: (id: string) => void
  /** `chart`: below a chart, with three rows in sight. `page`: all rows, and the time at which each ends. */
  readonly look: 'chart' | 'page'
}

const columnsOf = {
  chart: ['market', 'stake', 'entry', 'now', 'result', 'left'],
  page: ['market', 'stake', 'entry', 'now', 'result', 'ends', 'left'],
} as const

/** Of each open contract its stake, entry, price, result so far and time left. */
export function PositionTable({ orders, route, onPoint, look }: PositionTableProps) {
  const { t } = useTexts()
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-look={look}>
        <thead>
          <tr>
            {columnsOf[look].map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`position-table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <PositionRow key={order.id} order={order} route={route} hasEnd={look === 'page'} onPoint={onPoint} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The sum of the results so far; of how many, where some have none. */
export function IfAllEnded({ orders }: { readonly orders: readonly OrderView[] }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const connection = useConnection()
  const nowMs = useServerNow(500)
  const { count, sums } = endedNow(
    orders.map((order) => {
      const quote = realtime.quotes.get(order.symbol)
      if (quote === undefined || isStale(connection, quote)) return null
      return positionAt(order, quote.last, nowMs).ifEndedNow?.net ?? null
    }),
  )
  if (count === 0) return null
  const all = orders.length
  return (
    <span className={styles.all}>
      {count === all
        ? t('position-table.allNow')
        : t('position-table.someNow', { count: formatCount(locale, count), all: formatCount(locale, all) })}{' '}
      <b>{sums.map((sum) => ownMoney(formatAmount(sum), sum.asset, 'result')).join(' · ')}</b>
    </span>
  )
}
