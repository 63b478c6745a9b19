import { useEffect, useRef, useState } from 'react'
import type { OrderView } from '@candor/contract'
import { Button, RowList, Segmented, Spinner, StatePanel } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/shell'
import { HourglassMediumIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { FailedState } from '../../shared/states/index.ts'
import styles from './order-list.module.css'
import { OrderListSkeleton } from './order-list-skeleton.tsx'
import { OrderRow } from './order-row.tsx'
import { useOrders } from './order-queries.ts'

const states: readonly OrderView['state'][] = ['open', 'closed']

/** Orders in position and closed ones. */
export function OrderList() {
  const { t } = useTexts()
  const [state, setState] = useState<OrderView['state']>('open')
  return (
    <>
      <div className={styles.tabs}>
        <Segmented
          label={t('orders.tabs')}
          options={states.map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={state}
          onValue={setState}
        />
      </div>
      <OrdersOf key={state} state={state} />
    </>
  )
}

function OrdersOf({ state }: { readonly state: OrderView['state'] }) {
  const { t } = useTexts()
  const orders = useOrders(state)
  if (orders.data === undefined) {
    return orders.isError ? (
      <FailedState error={orders.error} title={t('orders.failed')} onRetry={() => void orders.refetch()} />
    ) : (
      <OrderListSkeleton />
    )
  }
  const items = orders.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <NoOrders state={state} />
  return (
    <>
      <RowList hasIcons>
        {items.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </RowList>
      {orders.hasNextPage ? (
        <More isLoading={orders.isFetchingNextPage} hasFailed={orders.isFetchNextPageError} onMore={() => void orders.fetchNextPage()} />
      ) : null}
    </>
  )
}

function NoOrders({ state }: { readonly state: OrderView['state'] }) {
  const { t } = useTexts()
  return (
    <StatePanel
      icon={state === 'open' ? <HourglassMediumIcon size={28} /> : <ReceiptIcon size={28} />}
      title={t(`orders.empty.${state}.title`)}
      text={t(`orders.empty.${state}.text`)}
      actions={<Button onClick={() => navigation.switchTab('market')}>{t('orders.empty.action')}</Button>}
    />
  )
}

interface MoreProps {
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly onMore: () => void
}

/** The end of the list: reaching it loads the next page; the button is for keyboards and after a failure. */
function More({ isLoading, hasFailed, onMore }: MoreProps) {
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  }, [onMore])
  useEffect(() => {
    if (place.current === null || isLoading || hasFailed) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) more.current()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isLoading, hasFailed])
  return (
    <div ref={place} className={styles.more}>
      {isLoading ? (
        <Spinner />
      ) : (
        <>
          {hasFailed ? <p role="alert">{t('orders.moreFailed')}</p> : null}
          <Button tone="quiet" size="medium" onClick={onMore}>
            {t('orders.more')}
          </Button>
        </>
      )}
    </div>
  )
}
