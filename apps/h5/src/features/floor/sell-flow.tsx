import { useState } from 'react'
import type { AdvertView } from '@candor/api'
import { LateSkeleton, Sheet } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { usePaymentPassword } from '../../shared/account/payment-password/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { FailedState, Placeholders, SignedOutState } from '../../shared/page/index.ts'
import { UnverifiedState } from '../../shared/account/verification/index.ts'
import { successorOf } from './advert-model.ts'
import { ConfirmSale } from './confirm-sale.tsx'
import type { ConfirmedSale, RefusedSale } from './confirm-sale.tsx'
import { useAdvert, useAvailableUsdt, useSeller } from './floor-queries.ts'
import { SellForm } from './sell-form.tsx'
import styles from './sell-form.module.css'

export interface SellFlowProps {
  readonly advertId: string
  readonly adverts: readonly AdvertView[]
  readonly referencePrice: string | null
  /** Switches to another advert, and keeps the entered quantity. */
  readonly onAdvert: (id: string) => void
  readonly onClose: () => void
}

/** Selling into an advert: first the permission, then the quantity, then the payment password for exactly this. */
export function SellFlow({ advertId, adverts, ...rest }: SellFlowProps) {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const seller = useSeller()
  const listed = adverts.find(({ id }) => id === advertId)
  const read = useAdvert(advertId, listed)
  const advert = listed ?? read.data?.advert
  const { onClose } = rest
  if (isSignedIn && advert !== undefined && seller.data?.kycState === 'verified') {
    return <Selling {...rest} advert={advert} adverts={adverts} />
  }
  const isGone = advert === undefined && read.isError
  const title =
    advert === undefined
      ? t(isGone ? 'floor.gone.title' : 'floor.title')
      : t('floor.sellTo', { desk: advert.desk.name })
  return (
    <Sheet title={title} closeLabel={t('shared.action.close')} onClose={onClose}>
      <div className={styles.state}>
        {isGone ? (
          <p>{t('floor.gone.text')}</p>
        ) : !isSignedIn ? (
          <SignedOutState text={t('floor.signedOut')} />
        ) : seller.data !== undefined && seller.data.kycState !== 'verified' ? (
          <UnverifiedState kycState={seller.data.kycState} purpose={t('floor.needsIdentity')} />
        ) : seller.isError ? (
          <FailedState error={seller.error} title={t('floor.sellFailed')} onRetry={() => void seller.refetch()} />
        ) : (
          <LateSkeleton label={t('shared.loading')}>
            <Placeholders
              className={styles.skeleton}
              blocks={[
                [180, 56, 14],
                ['100%', 140, 14],
              ]}
            />
          </LateSkeleton>
        )}
      </div>
    </Sheet>
  )
}

interface SellingProps extends Omit<SellFlowProps, 'advertId'> {
  readonly advert: AdvertView
}

/** The entered quantity survives the payment password, a refusal, and a change of the advert. */
function Selling({ advert, adverts, onAdvert, ...rest }: SellingProps) {
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<RefusedSale | null>(null)
  const [confirmed, setConfirmed] = useState<ConfirmedSale | null>(null)
  const available = useAvailableUsdt()
  const payment = usePaymentPassword()
  const next = async (quantity: string) => {
    setRefused(null)
    // The currently shown price is confirmed, whatever changes later.
    if (await payment.isReady()) setConfirmed({ advert, quantity })
  }
  if (payment.dialog !== null) return payment.dialog
  if (confirmed !== null)
    return <ConfirmSale confirmed={confirmed} onRefused={setRefused} onClose={() => setConfirmed(null)} />
  const successor = successorOf(advert, adverts)
  return (
    <SellForm
      {...rest}
      advert={advert}
      available={available}
      text={text}
      refused={refused}
      successor={successor}
      onText={(typed) => {
        setText(typed)
        setRefused(null)
      }}
      onNext={(quantity) => void next(quantity)}
      onSuccessor={(id) => {
        setRefused(null)
        onAdvert(id)
      }}
    />
  )
}
