import { useState } from 'react'
import { indexPay, securityPaymentPassword, userInfo } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { Button, Note, showToast } from '@candor/ui'
import { EnvelopeSimpleIcon, KeyholeIcon } from '@candor/ui/icons/security'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { emptyPageOf, EmptyState, Loaded, navigation, pageOf, PageScreen } from '../../shared/page/index.ts'
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
  const [wantsReset, setWantsReset] = useState(false)
  if (email === null) return <NoEmail />
  if (pay !== null && !pay.locked && !wantsReset)
    return <ChangePanel heldUntilMs={pay.withdrawalsHeldUntilMs} onForgot={() => setWantsReset(true)} />
  const state = pay === null ? 'missing' : pay.locked ? 'locked' : 'forgotten'
  return <PaymentPasswordForm email={email} state={state} />
}

const NoEmail = emptyPageOf(
  EnvelopeSimpleIcon,
  ['security.payment.noEmailTitle', 'security.payment.noEmail', 'security.payment.bindEmail'],
  () => navigation.navigate('bindEmail'),
)

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
      <EmptyState icon={KeyholeIcon} texts={['security.payment.isSetTitle', 'security.payment.isSet']}>
        <Button onClick={() => setOpen(true)}>{t('security.payment.change')}</Button>
        <Button tone="bare" onClick={onForgot}>
          {t('security.payment.forgot')}
        </Button>
      </EmptyState>
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
