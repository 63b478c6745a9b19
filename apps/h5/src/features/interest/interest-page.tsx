import type { ReactNode } from 'react'
import { interestProducts, interestSummary, userInfo, walletAssets } from '@candor/api'
import { Button, LateSkeleton, Screen, Skeleton, StatePanel, TopBar } from '@candor/ui'
import { PercentIcon } from '@candor/ui/icons/account'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { FailedState, SignedOutState } from '../../shared/states/index.ts'
import { UnverifiedState } from '../../shared/verification/index.ts'
import { InterestTicket } from './interest-ticket.tsx'
import styles from './interest.module.css'

/** The interest wallet: what is in it, and the form that puts more in. Needs a login and a verified identity. */
export function InterestPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const bar = (
    <TopBar
      title={t('interest.title')}
      back={{ label: t('shared.action.back'), onPress: () => navigation.back() }}
      trailing={
        isSignedIn ? (
          <Button tone="bare" size="small" onClick={() => navigation.navigate('interestOrders')}>
            {t('interest.records')}
          </Button>
        ) : undefined
      }
    />
  )
  if (isSignedIn) return <Interest bar={bar} />
  return (
    <Screen bar={bar}>
      <SignedOutState text={t('interest.signedOut')} />
    </Screen>
  )
}

function Interest({ bar }: { readonly bar: ReactNode }) {
  const { t } = useTexts()
  const user = useQuery(queryFor(userInfo, {}))
  const products = useQuery(queryFor(interestProducts, {}))
  const summary = useQuery(queryFor(interestSummary, {}))
  const assets = useQuery(queryFor(walletAssets, {}))
  const failed = [user, products, summary, assets].find((query) => query.isError && query.data === undefined)
  if (failed !== undefined) {
    return (
      <Screen bar={bar}>
        <FailedState error={failed.error} title={t('interest.failed')} onRetry={() => void failed.refetch()} />
      </Screen>
    )
  }
  if (
    user.data === undefined ||
    products.data === undefined ||
    summary.data === undefined ||
    assets.data === undefined
  ) {
    return (
      <Screen bar={bar}>
        <LateSkeleton label={t('shared.loading')}>
          <div className={styles.form}>
            <Skeleton width="100%" height={48} radius={15} />
            <Skeleton width={180} height={50} radius={14} />
            <Skeleton width="100%" height={360} radius={20} />
          </div>
        </LateSkeleton>
      </Screen>
    )
  }
  if (user.data.kycState !== 'verified') {
    return (
      <Screen bar={bar}>
        <UnverifiedState kycState={user.data.kycState} purpose={t('interest.needsIdentity')} />
      </Screen>
    )
  }
  if (!products.data.items.some(({ isOpen }) => isOpen)) {
    return (
      <Screen bar={bar}>
        <StatePanel
          icon={<PercentIcon size={28} />}
          title={t('interest.closed.title')}
          text={t('interest.closed.text')}
          actions={<Button onClick={() => navigation.navigate('interestOrders')}>{t('interest.records.open')}</Button>}
        />
      </Screen>
    )
  }
  return (
    <InterestTicket bar={bar} products={products.data.items} sums={summary.data.items} balances={assets.data.items} />
  )
}
