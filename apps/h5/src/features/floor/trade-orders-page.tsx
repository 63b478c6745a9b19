import { useState } from 'react'
import { saleStates } from './sale-state-model.ts'
import type { SaleState } from '@candor/api'
import { Screen, TopBar } from '@candor/ui'
import { ChipRadios } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, useRouteParams } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { SignedOutState } from '../../shared/states/index.ts'
import styles from './floor-page.module.css'
import { SaleScreen } from './sale-screen.tsx'
import { SalesList } from './sales-list.tsx'

/** Trading orders: the sales of the customer, or one with its clock when the address names it. */
export function TradeOrdersPage() {
  const { t } = useTexts()
  const { id } = useRouteParams('tradeOrders')
  const isSignedIn = useIsSignedIn()
  if (isSignedIn && id !== undefined) return <SaleScreen key={id} id={id} />
  return (
    <Screen
      bar={
        <TopBar title={t('floor.orders')} back={{ label: t('shared.action.back'), onPress: () => navigation.back() }} />
      }
    >
      {isSignedIn ? <Sales /> : <SignedOutState text={t('floor.signedOut')} />}
    </Screen>
  )
}

function Sales() {
  const { t } = useTexts()
  const [state, setState] = useState<SaleState | null>(null)
  return (
    <>
      <div className={styles.filter}>
        <ChipRadios
          look="filled"
          label={t('floor.filter')}
          options={[
            { value: 'all', label: t('floor.filter.all') },
            ...saleStates.map((value) => ({ value, label: t(`floor.state.${value}`) })),
          ]}
          value={state ?? 'all'}
          onValue={(value) => setState(saleStates.find((known) => known === value) ?? null)}
        />
      </div>
      <SalesList key={state ?? 'all'} state={state} />
    </>
  )
}
