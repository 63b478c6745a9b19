import { useState } from 'react'
import type { ReactNode } from 'react'
import { indexPay, securityPaymentPassword, userInfo } from '@candor/api'
import { Button, Note, Screen, showToast, StatePanel, TopBar } from '@candor/ui'
import { EnvelopeSimpleIcon, KeyholeIcon } from '@candor/ui/icons/security'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { call, queryClient, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { formatDateTime } from '../../shared/format/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { FailedState, SignedOutState } from '../../shared/states/index.ts'
import { NewDigitsSheet } from './new-digits-sheet.tsx'
import { PaymentPasswordForm } from './payment-password-form.tsx'
import { paymentPasswordSet } from './payment-password-set.ts'

/** Sets, changes or resets the payment password. */
export function PaymentPasswordPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const bar = (
    <TopBar
      title={t('security.payment.title')}
      back={{ label: t('shared.action.back'), onPress: () => navigation.back() }}
    />
  )
  if (isSignedIn) return <Loaded bar={bar} />
  return (
    <Screen bar={bar}>
      <SignedOutState text={t('security.payment.signedOut')} />
    </Screen>
  )
}

function Loaded({ bar }: { readonly bar: ReactNode }) {
  const { t } = useTexts()
  const user = useQuery(queryFor(userInfo, {}))
  const pay = useQuery(queryFor(indexPay, {}))
  const [wantsReset, setWantsReset] = useState(false)
  const isMissing = pay.error?.failure.error === 'no-payment-password'
  const failed = user.error ?? (isMissing ? null : pay.error)
  if (failed !== null) {
    const retry = () => void Promise.all([user.refetch(), pay.refetch()])
    return (
      <Screen bar={bar}>
        <FailedState error={failed} onRetry={retry} />
      </Screen>
    )
  }
  if (user.data === undefined || (pay.data === undefined && !isMissing)) return <Screen bar={bar}>{null}</Screen>
  if (user.data.email === null) {
    return (
      <Screen bar={bar}>
        <StatePanel
          icon={<EnvelopeSimpleIcon size={28} />}
          title={t('security.payment.noEmailTitle')}
          text={t('security.payment.noEmail')}
          actions={<Button onClick={() => navigation.navigate('bindEmail')}>{t('security.payment.bindEmail')}</Button>}
        />
      </Screen>
    )
  }
  if (pay.data !== undefined && !pay.data.locked && !wantsReset) {
    return <ChangePanel bar={bar} heldUntilMs={pay.data.withdrawalsHeldUntilMs} onForgot={() => setWantsReset(true)} />
  }
  const state = isMissing ? 'missing' : pay.data?.locked === true ? 'locked' : 'forgotten'
  return <PaymentPasswordForm bar={bar} email={user.data.email} state={state} />
}

interface ChangePanelProps {
  readonly bar: ReactNode
  readonly heldUntilMs: number | null
  readonly onForgot: () => void
}

/** There is one: it is changed with itself, or given up for a new one. */
function ChangePanel({ bar, heldUntilMs, onForgot }: ChangePanelProps) {
  const { t, locale } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <Screen bar={bar}>
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
            void queryClient.invalidateQueries({ queryKey: queryKeyOf(indexPay) })
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Screen>
  )
}
