import { Screen, TopBar } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, SignedOutState, useRouteParams } from '../../shared/page/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { OrderList } from './order-list.tsx'
import { OrderScreen } from './order-screen.tsx'

/** Contract orders: the list, or one order when the address names it. */
export function ContractOrdersPage() {
  const { t } = useTexts()
  const { id } = useRouteParams('contractOrders')
  const isSignedIn = useIsSignedIn()
  if (isSignedIn && id !== undefined) return <OrderScreen key={id} id={id} />
  return (
    <Screen
      bar={
        <TopBar title={t('orders.title')} back={{ label: t('shared.action.back'), onPress: () => navigation.back() }} />
      }
    >
      {isSignedIn ? <OrderList /> : <SignedOutState text={t('orders.signedOut')} />}
    </Screen>
  )
}
