import type { ReactNode } from 'react'
import { IconButton, LateSkeleton, Screen, Skeleton, TopBar } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { FailedState, SignedOutState } from '../../shared/states/index.ts'
import styles from './recharge-page.module.css'
import { RechargeTicket } from './recharge-ticket.tsx'
import { useRechargeMethods } from './recharge-queries.ts'

/** Money in: USDT to the customer's own address, and a word about it. */
export function RechargePage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const bar = (
    <TopBar
      title={t('recharge.title')}
      back={{ label: t('shared.action.back'), onPress: () => navigation.back() }}
      trailing={
        isSignedIn ? (
          <IconButton label={t('recharge.records')} onClick={() => navigation.navigate('rechargeRecords')}>
            <ClockCounterClockwiseIcon />
          </IconButton>
        ) : undefined
      }
    />
  )
  if (isSignedIn) return <Recharge bar={bar} />
  return (
    <Screen bar={bar}>
      <SignedOutState text={t('recharge.signedOut')} />
    </Screen>
  )
}

function Recharge({ bar }: { readonly bar: ReactNode }) {
  const { t } = useTexts()
  const methods = useRechargeMethods()
  if (methods.data !== undefined) return <RechargeTicket bar={bar} methods={methods.data} />
  return (
    <Screen bar={bar}>
      {methods.isError ? (
        <FailedState error={methods.error} title={t('recharge.failed')} onRetry={() => void methods.refetch()} />
      ) : (
        <LateSkeleton label={t('shared.loading')}>
          <div className={styles.form}>
            <Skeleton width="100%" height={74} radius={15} />
            <Skeleton width="100%" height={80} radius={14} />
            <Skeleton width="100%" height={320} radius={20} />
          </div>
        </LateSkeleton>
      )}
    </Screen>
  )
}
