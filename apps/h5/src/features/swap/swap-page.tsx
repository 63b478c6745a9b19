import type { ReactNode } from 'react'
import { userInfo } from '@candor/api'
import { IconButton, LateSkeleton, Screen, Skeleton, TopBar } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { FailedState, SignedOutState } from '../../shared/states/index.ts'
import { UnverifiedState } from '../../shared/verification/index.ts'
import styles from './swap.module.css'
import { useAssets, useTerms } from './swap-queries.ts'
import { SwapTicket } from './swap-ticket.tsx'

/** USD into USDT and back, exactly as quoted. Needs a login and a verified identity. */
export function SwapPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const bar = (
    <TopBar
      title={t('swap.title')}
      back={{ label: t('shared.action.back'), onPress: () => navigation.back() }}
      trailing={
        isSignedIn ? (
          <IconButton label={t('swap.records')} onClick={() => navigation.navigate('swapRecords')}>
            <ClockCounterClockwiseIcon />
          </IconButton>
        ) : undefined
      }
    />
  )
  if (isSignedIn) return <Swap bar={bar} />
  return (
    <Screen bar={bar}>
      <SignedOutState text={t('swap.signedOut')} />
    </Screen>
  )
}

function Swap({ bar }: { readonly bar: ReactNode }) {
  const { t } = useTexts()
  const user = useQuery(queryFor(userInfo, {}))
  const terms = useTerms()
  const assets = useAssets()
  const failed = [user, terms, assets].find((query) => query.isError && query.data === undefined)
  if (failed !== undefined) {
    return (
      <Screen bar={bar}>
        <FailedState error={failed.error} title={t('swap.failed')} onRetry={() => void failed.refetch()} />
      </Screen>
    )
  }
  if (user.data === undefined || terms.data === undefined || assets.data === undefined) {
    return (
      <Screen bar={bar}>
        <LateSkeleton label={t('shared.loading')}>
          <div className={styles.page}>
            <Skeleton width="100%" height={106} radius={20} />
            <Skeleton width="100%" height={106} radius={20} />
            <Skeleton width="100%" height={132} radius={20} />
          </div>
        </LateSkeleton>
      </Screen>
    )
  }
  if (user.data.kycState !== 'verified') {
    return (
      <Screen bar={bar}>
        <UnverifiedState kycState={user.data.kycState} purpose={t('swap.needsIdentity')} />
      </Screen>
    )
  }
  return <SwapTicket bar={bar} terms={terms.data.items} balances={assets.data.items} />
}
