import { contractOrders } from '@candor/api'
import type { OrderView } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../shared/api/index.ts'
import { realtime } from '../../../shared/api/realtime/index.ts'
import { useTexts } from '../../../shared/i18n/index.ts'
import { IfAllEnded, PositionTable } from '../../../shared/instrument/position-table/index.ts'
import { orderRefreshMs } from '../../../shared/instrument/positions/index.ts'
import { hrefOf } from '../../../shared/page/index.ts'
import homeStyles from '../home-page.module.css'
import styles from './home-positions.module.css'

/** The most that one call returns, as on the contract page. */
const mostShown = 20

/**
 * The open contracts with their standing, and what they come to if all ended now. Until all are loaded, and without a
 * connection, they are those that came with the home screen.
 */
export function HomePositions({ positions }: { readonly positions: readonly OrderView[] }) {
  const { t } = useTexts()
  const { data } = useQuery({
    ...queryFor(contractOrders, { state: 'open', limit: mostShown }),
    refetchInterval: ({ state }) => nextRefreshMs(state.data?.items ?? []),
    refetchIntervalInBackground: false,
  })
  const orders = data?.items ?? positions
  const areAll = data !== undefined && data.nextCursor === null
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="home-positions">
      <div className={homeStyles.head}>
        <h2 id="home-positions">{t('homeTable.title')}</h2>
        <span className={styles.sum}>{areAll ? <IfAllEnded orders={orders} /> : null}</span>
        <a href={hrefOf('contractOrders')}>{t(areAll ? 'home.positions.all' : 'home.positions.more')}</a>
      </div>
      <div className={styles.table}>
        <PositionTable orders={orders} route="contractOrders" look="page" />
      </div>
    </section>
  )
}

/** When one of them gets its entry price or is settled; false while nothing is pending. */
function nextRefreshMs(orders: readonly OrderView[]): number | false {
  const nowMs = realtime.clock.nowMs()
  const waits = orders.flatMap((order) => orderRefreshMs(order, nowMs) ?? [])
  return waits.length === 0 ? false : Math.min(...waits)
}
