import { useState } from 'react'
import type { OrderView } from '@candor/api'
import { Button, Segmented, StatePanel } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { HourglassMediumIcon } from '@candor/ui/icons/account'
import { FilterChips } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import { RecordList, Records } from '../../shared/page/records/index.ts'
import { ClosedOrders } from './closed-orders.tsx'
import styles from './order-list.module.css'
import { OrderRow } from './order-row.tsx'
import { useOrders } from './order-queries.ts'
import type { OrdersShown } from './order-queries.ts'

const states: readonly OrderView['state'][] = ['open', 'closed']
const results: readonly NonNullable<OrderView['result']>[] = ['won', 'lost', 'tie', 'void']

/** Orders in position and closed ones, of all results or of one; `first` is the list that is open at first. */
export function OrderList({ first }: { readonly first: OrderView['state'] }) {
  const { t } = useTexts()
  const [state, setState] = useState(first)
  const [result, setResult] = useState<OrdersShown['result']>(null)
  const shown = { state, result: state === 'closed' ? result : null }
  return (
    <>
      <div className={styles.tabs}>
        <Segmented
          label={t('orders.tabs')}
          options={states.map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={state}
          onValue={setState}
        />
        {state === 'closed' ? (
          <FilterChips
            label={t('orders.filter')}
            all={t('orders.filter.all')}
            values={results}
            labelOf={(value) => t(`orders.filter.${value}`)}
            value={result}
            onValue={setResult}
          />
        ) : null}
      </div>
      <OrdersOf key={`${shown.state} ${shown.result ?? ''}`} shown={shown} />
    </>
  )
}

function OrdersOf({ shown }: { readonly shown: OrdersShown }) {
  const { t } = useTexts()
  const states = { pages: useOrders(shown), failedTitle: t('orders.failed'), empty: <NoOrders shown={shown} /> }
  return shown.state === 'open' ? (
    <RecordList {...states} row={(order) => <OrderRow key={order.id} order={order} />} />
  ) : (
    <Records {...states}>{(orders) => <ClosedOrders orders={orders} hasSums={shown.result === null} />}</Records>
  )
}

function NoOrders({ shown: { state, result } }: { readonly shown: OrdersShown }) {
  const { t } = useTexts()
  const isOpen = state === 'open'
  return (
    <StatePanel
      icon={isOpen ? <HourglassMediumIcon size={28} /> : <ReceiptIcon size={28} />}
      title={result === null ? t(`orders.empty.${state}.title`) : t('orders.empty.result.title')}
      text={result === null ? t(`orders.empty.${state}.text`) : t('orders.empty.result.text')}
      actions={
        result === null ? (
          <Button onClick={() => navigation.switchTab('market')}>{t('orders.empty.action')}</Button>
        ) : undefined
      }
    />
  )
}
