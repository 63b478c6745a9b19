import type { ReactNode } from 'react'
import { payoutList, userInfo, withdrawalReadiness } from '@candor/api'
import type { PayoutMethodView } from '@candor/api'
import { Button, LateSkeleton, Screen, Segmented, Skeleton, showToast, StatePanel, TopBar } from '@candor/ui'
import { WalletIcon } from '@candor/ui/icons/wallet'
import { useQuery } from '@tanstack/react-query'
import { queryClient, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { currentLocation, navigation, routeOf, useRouteParams } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { FailedState, SignedOutState } from '../../shared/states/index.ts'
import { UnverifiedState } from '../../shared/verification/index.ts'
import { BankCardFormView } from './bank-card-form.tsx'
import styles from './payout.module.css'
import { WalletFormView } from './wallet-form.tsx'

type Kind = PayoutMethodView['kind']
const kinds: readonly Kind[] = ['bank-card', 'wallet-address']

/** Adds a bank card or the wallet address. The kind stands in the address of the screen. */
export function AddPayoutMethodPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const bar = (
    <TopBar title={t('payout.addTitle')} back={{ label: t('shared.action.back'), onPress: () => navigation.back() }} />
  )
  if (isSignedIn) return <AddMethod bar={bar} />
  return (
    <Screen bar={bar}>
      <SignedOutState text={t('payout.signedOut')} />
    </Screen>
  )
}

function AddMethod({ bar }: { readonly bar: ReactNode }) {
  const { t } = useTexts()
  const { kind: wanted } = useRouteParams('addPayoutMethod')
  const kind = kinds.find((known) => known === wanted) ?? 'bank-card'
  const user = useQuery(queryFor(userInfo, {}))
  const methods = useQuery(queryFor(payoutList, {}))
  const failed = [user, methods].find((query) => query.isError && query.data === undefined)
  if (failed !== undefined) {
    return (
      <Screen bar={bar}>
        <FailedState error={failed.error} title={t('payout.failed')} onRetry={() => void failed.refetch()} />
      </Screen>
    )
  }
  if (user.data === undefined || methods.data === undefined) {
    return (
      <Screen bar={bar}>
        <LateSkeleton label={t('shared.loading')}>
          <div className={styles.skeleton}>
            {[48, 76, 76, 76].map((height, row) => (
              <Skeleton key={row} width="100%" height={height} radius={14} />
            ))}
          </div>
        </LateSkeleton>
      </Screen>
    )
  }
  if (user.data.kycState !== 'verified') {
    return (
      <Screen bar={bar}>
        <UnverifiedState kycState={user.data.kycState} purpose={t('payout.needsIdentity')} />
      </Screen>
    )
  }
  const { items, maxBankCards, maxWalletAddresses } = methods.data
  const max = kind === 'bank-card' ? maxBankCards : maxWalletAddresses
  const choice = (
    <Segmented
      label={t('payout.kind')}
      options={kinds.map((value) => ({ value, label: t(`payout.kind.${value}`) }))}
      value={kind}
      onValue={(value) => navigation.redirect('addPayoutMethod', { kind: value })}
    />
  )
  if (items.filter((method) => method.kind === kind).length >= max)
    return <Full bar={bar} choice={choice} kind={kind} max={max} />
  return kind === 'bank-card' ? (
    <BankCardFormView bar={bar} choice={choice} onDone={done} />
  ) : (
    <WalletFormView bar={bar} choice={choice} onDone={done} />
  )
}

interface FullProps {
  readonly bar: ReactNode
  readonly choice: ReactNode
  readonly kind: Kind
  readonly max: number
}

/** There is no room for another one: says so before anything is typed. */
function Full({ bar, choice, kind, max }: FullProps) {
  const { t } = useTexts()
  return (
    <Screen bar={bar}>
      <div className={styles.fields}>{choice}</div>
      <StatePanel
        icon={<WalletIcon size={28} />}
        title={t('payout.limit.title')}
        text={t(`payout.limit.${kind}`, { max })}
        actions={<Button onClick={() => navigation.redirect('payoutMethods')}>{t('payout.limit.action')}</Button>}
      />
    </Screen>
  )
}

function done(msg: string): void {
  for (const operation of [payoutList, withdrawalReadiness])
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(operation) })
  showToast('done', msg)
  // Whoever has left meanwhile stays where they are.
  if (routeOf(currentLocation().pathname) === 'addPayoutMethod') navigation.back()
}
