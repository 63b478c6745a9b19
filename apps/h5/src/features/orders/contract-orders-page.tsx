import { IconButton } from '@candor/ui'
import { ChartBarIcon } from '@candor/ui/icons/statement'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, Page, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import { OrderList } from './order-list.tsx'
import { OrderScreen } from './order-screen.tsx'

/** Contract orders: the list, or one order when the address names it. */
export function ContractOrdersPage() {
  const { t } = useTexts()
  const { id, list, symbol } = useRouteParams('contractOrders')
  const isSignedIn = useIsSignedIn()
  if (isSignedIn && id !== undefined) return <OrderScreen key={id} id={id} />
  return (
    <Page
      title={t('orders.title')}
      trailing={
        <IconButton label={t('orders.performance')} onClick={() => navigation.navigate('performance')}>
          <ChartBarIcon />
        </IconButton>
      }
      signedOut={t('orders.signedOut')}
    >
      <PageScreen>
        <OrderList
          key={`${list ?? ''} ${symbol ?? ''}`}
          first={list === 'closed' ? list : 'open'}
          symbol={symbol ?? null}
        />
      </PageScreen>
    </Page>
  )
}
