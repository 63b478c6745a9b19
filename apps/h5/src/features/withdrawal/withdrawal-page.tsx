import type { ReactNode } from 'react'
import { payoutList, userInfo } from '@candor/api'
import { IconButton, LateSkeleton, Screen, Skeleton, TopBar } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { FailedState, SignedOutState } from '../../shared/states/index.ts'
import { UnverifiedState } from '../../shared/verification/index.ts'
import styles from './withdrawal-page.module.css'
import { WithdrawalTicket } from './withdrawal-ticket.tsx'
import { useReadiness } from './withdrawal-queries.ts'

/** Money out: to the wallet or to a bank card. Needs a login and a verified identity; whatever else is missing is said on the form. */
export function WithdrawalPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const bar = (
    <TopBar
      title={t('withdrawal.title')}
      back={{ label: t('shared.action.back'), onPress: () => navigation.back() }}
      trailing={
        isSignedIn ? (
          <IconButton label={t('withdrawal.records')} onClick={() => navigation.navigate('withdrawalRecords')}>
            <ClockCounterClockwiseIcon />
          </IconButton>
        ) : undefined
      }
    />
  )
  if (isSignedIn) return <Withdrawal bar={bar} />
  return (
    <Screen bar={bar}>
      <SignedOutState text={t('withdrawal.signedOut')} />
    </Screen>
  )
}

function Withdrawal({ bar }: { readonly bar: ReactNode }) {
  const { t } = useTexts()
  const user = useQuery(queryFor(userInfo, {}))
  const methods = useQuery(queryFor(payoutList, {}))
  const readiness = useReadiness()
  const failed = [user, methods, readiness].find((query) => query.isError && query.data === undefined)
  if (failed !== undefined) {
    return (
      <Screen bar={bar}>
        <FailedState error={failed.error} title={t('withdrawal.failed')} onRetry={() => void failed.refetch()} />
      </Screen>
    )
  }
  if (user.data === undefined || methods.data === undefined || readiness.data === undefined) {
    return (
      <Screen bar={bar}>
        <LateSkeleton label={t('shared.loading')}>
          <div className={styles.skeleton}>
            <Skeleton width="100%" height={48} radius={15} />
            <Skeleton width={160} height={62} radius={14} />
            <Skeleton width="100%" height={68} radius={20} />
            <Skeleton width="100%" height={120} radius={20} />
          </div>
        </LateSkeleton>
      </Screen>
    )
  }
  if (user.data.kycState !== 'verified') {
    return (
      <Screen bar={bar}>
        <UnverifiedState kycState={user.data.kycState} purpose={t('withdrawal.needsIdentity')} />
      </Screen>
    )
  }
  return <WithdrawalTicket bar={bar} methods={methods.data} readiness={readiness.data} />
}
