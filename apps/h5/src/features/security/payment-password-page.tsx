import { useState } from 'react'
import { indexPay, securityPaymentPassword, userInfo } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { Button, Note, showToast, StatePanel } from '@candor/ui'
import { EnvelopeSimpleIcon, KeyholeIcon } from '@candor/ui/icons/security'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { Loaded, navigation, pageOf, PageScreen } from '../../shared/page/index.ts'
import { NewDigitsSheet } from './new-digits-sheet.tsx'
import { PaymentPasswordForm } from './payment-password-form.tsx'
import { paymentPasswordSet } from './payment-password-set.ts'

/** Sets, changes or resets the payment password. */
export const PaymentPasswordPage = pageOf(
  { title: 'security.payment.title', signedOut: 'security.payment.signedOut' },
  OwnPaymentPassword,
)

function OwnPaymentPassword() {
  const user = useQuery(queryFor(userInfo, {}))
  const read = useQuery(queryFor(indexPay, {}))
  // The server refuses to describe a payment password that does not exist.
  const isMissing = read.error?.failure.error === 'no-payment-password'
  const pay = isMissing ? { ...read, data: null, isError: false } : read
  return (
    <Loaded queries={{ user, pay }}>
      {(loaded) => <PaymentPasswordView email={loaded.user.email} pay={loaded.pay} />}
    </Loaded>
  )
}

export interface PaymentPasswordViewProps {
  readonly email: string | null
  /** Null where there is no payment password. */
  readonly pay: OutputOf<typeof indexPay> | null
}

/**
 * Changes a payment password that is set; sets one that is missing, locked or forgotten, which needs an e-mail address.
 */
export function PaymentPasswordView({ email, pay }: PaymentPasswordViewProps) {
  const { t } = useTexts()
  const [wantsReset, setWantsReset] = useState(false)
  if (email === null) {
    return (
      <PageScreen>
        <StatePanel
          icon={<EnvelopeSimpleIcon size={28} />}
          title={t('security.payment.noEmailTitle')}
          text={t('security.payment.noEmail')}
          actions={<Button onClick={() => navigation.navigate('bindEmail')}>{t('security.payment.bindEmail')}</Button>}
        />
      </PageScreen>
    )
  }
  if (pay !== null && !pay.locked && !wantsReset)
    return <ChangePanel heldUntilMs={pay.withdrawalsHeldUntilMs} onForgot={() => setWantsReset(true)} />
  const state = pay === null ? 'missing' : pay.locked ? 'locked' : 'forgotten'
  return <PaymentPasswordForm email={email} state={state} />
}

interface ChangePanelProps {
  readonly heldUntilMs: number | null
  readonly onForgot: () => void
}

/** A password exists: change it with the old one, or reset it. */
function ChangePanel({ heldUntilMs, onForgot }: ChangePanelProps) {
  const { t, locale } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <PageScreen>
      <StatePanel
        icon={<KeyholeIcon size={28} />}
        title={t('security.payment.isSetTitle')}
        text={t('security.payment.isSet')}
        actions={
          <>
            <Button onClick={() => setOpen(true)}>{t('security.payment.change')}</Button>
            <Button tone="bare" onClick={onForgot}>
              {t('security.payment.forgot')}
            </Button>
          </>
        }
      />
      {heldUntilMs === null ? null : (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          {t('security.payment.held', { time: formatDateTime(locale, heldUntilMs) })}
        </Note>
      )}
      {isOpen ? (
        <NewDigitsSheet
          asksOld
          send={({ old, digits }) =>
            call(securityPaymentPassword, {
              oldPaymentPassword: old,
              paymentPassword: digits,
              paymentPassword2: digits,
            })
          }
          onDone={paymentPasswordSet}
          onRefused={(failure) => {
            setOpen(false)
            showToast('refused', failure.msg)
            invalidate(indexPay)
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </PageScreen>
  )
}
