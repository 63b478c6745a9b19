import type { ReactNode } from 'react'
import { payoutList, userInfo, withdrawalReadiness } from '@candor/api'
import type { OutputOf, PayoutMethodView } from '@candor/api'
import { Button, Segmented, Skeleton, showToast, StatePanel } from '@candor/ui'
import { WalletIcon } from '@candor/ui/icons/wallet'
import { useQuery } from '@tanstack/react-query'
import { invalidate, queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import {
  currentLocation,
  Loaded,
  navigation,
  pageOf,
  PageScreen,
  routeOf,
  useRouteParams,
} from '../../shared/page/index.ts'
import { WhenVerified } from '../../shared/account/verification/index.ts'
import { BankCardFormView } from './bank-card-form.tsx'
import styles from './payout.module.css'
import { WalletFormView } from './wallet-form.tsx'

type Kind = PayoutMethodView['kind']
const kinds: readonly Kind[] = ['bank-card', 'wallet-address']

/** Adds a bank card or the wallet address. The kind is part of the screen's address. */
export const AddPayoutMethodPage = pageOf({ title: 'payout.addTitle', signedOut: 'payout.signedOut' }, AddMethod)

function AddMethod() {
  const { t } = useTexts()
  const user = useQuery(queryFor(userInfo, {}))
  const methods = useQuery(queryFor(payoutList, {}))
  return (
    <Loaded
      queries={{ user, methods }}
      failed={t('payout.failed')}
      skeleton={
        <div className={styles.skeleton}>
          {[48, 76, 76, 76].map((height, row) => (
            <Skeleton key={row} width="100%" height={height} radius={14} />
          ))}
        </div>
      }
    >
      {(read) => (
        <WhenVerified user={read.user} purpose={t('payout.needsIdentity')}>
          <MethodForm methods={read.methods} />
        </WhenVerified>
      )}
    </Loaded>
  )
}

function MethodForm({ methods }: { readonly methods: OutputOf<typeof payoutList> }) {
  const { t } = useTexts()
  const { kind: wanted } = useRouteParams('addPayoutMethod')
  const kind = kinds.find((known) => known === wanted) ?? 'bank-card'
  const { items, maxBankCards, maxWalletAddresses } = methods
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
    return <Full choice={choice} kind={kind} max={max} />
  return kind === 'bank-card' ? (
    <BankCardFormView choice={choice} onDone={done} />
  ) : (
    <WalletFormView choice={choice} onDone={done} />
  )
}

interface FullProps {
  readonly choice: ReactNode
  readonly kind: Kind
  readonly max: number
}

/** The maximum is reached: says so before anything is typed. */
function Full({ choice, kind, max }: FullProps) {
  const { t } = useTexts()
  return (
    <PageScreen>
      <div className={styles.fields}>{choice}</div>
      <StatePanel
        icon={<WalletIcon size={28} />}
        title={t('payout.limit.title')}
        text={t(`payout.limit.${kind}`, { max })}
        actions={<Button onClick={() => navigation.redirect('payoutMethods')}>{t('payout.limit.action')}</Button>}
      />
    </PageScreen>
  )
}

function done(msg: string): void {
  invalidate(payoutList, withdrawalReadiness)
  showToast('done', msg)
  // A customer who has left meanwhile stays where they are.
  if (routeOf(currentLocation().pathname) === 'addPayoutMethod') navigation.back()
}
