import type { MouseEvent } from 'react'
import { MarketPage } from '../../features/market/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { loadTexts, useTexts } from '../../shared/i18n/index.ts'
import { latePart, navigation, useRouteParams } from '../../shared/page/index.ts'
import type { RouteName } from '../../shared/page/index.ts'
import { paramsBeside } from './wide-model.ts'
import type { ListedRoute } from './wide-model.ts'
import styles from './wide.module.css'

const OrderList = latePart(async () => {
  const [feature] = await Promise.all([import('../../features/orders/index.ts'), loadTexts('orders')])
  return feature.OrderList
})

/** At the left of a contract page the list of markets, at the left of an order the closed orders. */
export function ListBeside({ current }: { readonly current: RouteName }) {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const { id } = useRouteParams('contractOrders')
  if (current === 'contract')
    return (
      <section className={styles.list} aria-label={t('app.title.market')} onClickCapture={stayOn(current)}>
        <MarketPage />
      </section>
    )
  if (current !== 'contractOrders' || id === undefined || !isSignedIn) return null
  return (
    <section className={styles.list} aria-label={t('app.title.contractOrders')} onClickCapture={stayOn(current)}>
      <div className={styles.orders}>
        <OrderList first="closed" symbol={null} />
      </div>
    </section>
  )
}

/** Another market or order replaces the one that is shown: Back leads to the screen before both. */
function stayOn<Name extends ListedRoute>(current: Name): (event: MouseEvent<HTMLElement>) => void {
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const params = link === null ? null : paramsBeside(current, link.getAttribute('href') ?? '')
    if (params === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    navigation.redirect(current, params)
  }
}
