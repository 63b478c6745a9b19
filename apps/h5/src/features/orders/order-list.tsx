import { useState } from 'react'
import type { OrderView } from '@candor/api'
import { Button, Segmented } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { HourglassMediumIcon } from '@candor/ui/icons/account'
import { FilterChips } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { EmptyState, navigation } from '../../shared/page/index.ts'
import { PeriodButton } from '../../shared/page/period/index.ts'
import { RecordList, Records } from '../../shared/page/records/index.ts'
import { ClosedOrders } from './closed-orders.tsx'
import { MarketButton } from './market-button.tsx'
import styles from './order-list.module.css'
import { OrderRow } from './order-row.tsx'
import { isFiltered, useOrders } from './order-queries.ts'
import type { OrdersShown } from './order-queries.ts'

const inPosition: OrdersShown = { state: 'open', result: null, symbol: null, month: null }
const states: readonly OrderView['state'][] = ['open', 'closed']
const results: readonly NonNullable<OrderView['result']>[] = ['won', 'lost', 'tie', 'void']

export interface OrderListProps {
  /** The list that is open at first. */
  readonly first: OrderView['state']
  /** The market that closed orders are of at first; null: all. */
  readonly symbol: string | null
}

/** Orders in position, and closed ones: all, or of a result, a market and a month. */
export function OrderList({ first, symbol: firstSymbol }: OrderListProps) {
  const { t } = useTexts()
  const [state, setState] = useState(first)
  const [result, setResult] = useState<OrdersShown['result']>(null)
  const [symbol, setSymbol] = useState(firstSymbol)
  const [month, setMonth] = useState<string | null>(null)
  const shown = state === 'closed' ? { state, result, symbol, month } : inPosition
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
          <>
            <FilterChips
              label={t('orders.filter')}
              all={t('orders.filter.all')}
              values={results}
              labelOf={(value) => t(`orders.filter.${value}`)}
              value={result}
              onValue={setResult}
            />
            <div className={styles.choices}>
              <MarketButton symbol={symbol} onSymbol={setSymbol} />
              <PeriodButton month={month} onMonth={setMonth} />
            </div>
          </>
        ) : null}
      </div>
      <OrdersOf key={JSON.stringify(shown)} shown={shown} />
    </>
  )
}

function OrdersOf({ shown }: { readonly shown: OrdersShown }) {
  const { t } = useTexts()
  const states = { pages: useOrders(shown), failedTitle: t('orders.failed'), empty: <NoOrders shown={shown} /> }
  return shown.state === 'open' ? (
    <RecordList {...states} row={(order) => <OrderRow key={order.id} order={order} />} />
  ) : (
    <Records {...states}>{(orders) => <ClosedOrders orders={orders} hasSums={!isFiltered(shown)} />}</Records>
  )
}

function NoOrders({ shown }: { readonly shown: OrdersShown }) {
  const { t } = useTexts()
  const { state } = shown
  if (isFiltered(shown))
    return <EmptyState icon={ReceiptIcon} texts={['orders.empty.result.title', 'orders.empty.result.text']} />
  return (
    <EmptyState
      icon={state === 'open' ? HourglassMediumIcon : ReceiptIcon}
      texts={[`orders.empty.${state}.title`, `orders.empty.${state}.text`]}
    >
      <Button onClick={() => navigation.switchTab('market')}>{t('orders.empty.action')}</Button>
    </EmptyState>
  )
}
