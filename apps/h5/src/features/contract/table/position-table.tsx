import type { OrderView } from '@candor/api'
import { formatAmount } from '@candor/money'
import { useIsSignedIn } from '../../../shared/device/index.ts'
import { formatCount, useTexts } from '../../../shared/i18n/index.ts'
import { positionAt, isStale } from '../../../shared/instrument/positions/index.ts'
import { useOwnMoney } from '../../../shared/money/index.ts'
import { realtime, useConnection, useServerNow } from '../../../shared/api/realtime/index.ts'
import type { PositionsProps } from '../position-props.ts'
import { endedNow } from './ended-now-model.ts'
import { PositionRow } from './position-row.tsx'
import styles from './position-table.module.css'
import { SettledToday } from './settled-today.tsx'

/** The open contracts with their standing, what they come to if all ended now, and what has settled today. */
export function PositionTable({ orders, route, onPoint }: PositionsProps) {
  const { t, locale } = useTexts()
  const isSignedIn = useIsSignedIn()
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        {orders.length === 0 ? null : (
          <span>
            <b>{t('contractTable.open')}</b> {formatCount(locale, orders.length)}
          </span>
        )}
        {isSignedIn && route === 'contractOrders' ? <SettledToday /> : null}
        {orders.length === 0 ? null : <IfAllEnded orders={orders} />}
      </div>
      {orders.length === 0 ? null : (
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" data-column={column}>
                  {t(`contractTable.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <PositionRow key={order.id} order={order} route={route} onPoint={onPoint} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

const columns = ['market', 'stake', 'entry', 'now', 'result', 'left'] as const

/** The sum of the results so far; of how many, where some have none. */
function IfAllEnded({ orders }: { readonly orders: readonly OrderView[] }) {
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
        ? t('contractTable.allNow')
        : t('contractTable.someNow', { count: formatCount(locale, count), all: formatCount(locale, all) })}{' '}
      <b>{sums.map((sum) => ownMoney(formatAmount(sum), sum.asset, 'result')).join(' · ')}</b>
    </span>
  )
}
