import { useState } from 'react'
import type { FormEvent } from 'react'
import { useBusy } from '@candor/client/react'
import { Button, Sheet } from '@candor/ui'
import type { CallResult } from '../../api/index.ts'
import { AuthenticatorField, useTypedText } from '../../forms/index.ts'
import { useTexts } from '../../i18n/index.ts'
import { PaymentPasswordSheet } from './payment-password-sheet.tsx'
import type { PaymentPasswordSheetProps } from './payment-password-sheet.tsx'
import styles from './payment-password.module.css'

/** What proves the owner: the payment password and, where the server asks for it, the authenticator's code. */
export interface OwnerProof {
  readonly paymentPassword: string
  readonly totp?: string
}

export interface OwnerProofSheetProps<Value> extends Omit<PaymentPasswordSheetProps<Value>, 'send'> {
  /** Sends the call with the proof. */
  readonly send: (proof: OwnerProof) => Promise<CallResult<Value>>
}

/** Takes the payment password, and then the authenticator's code when the server requires one. */
export function OwnerProofSheet<Value>({ children, send, onDone, onRefused, onClose }: OwnerProofSheetProps<Value>) {
  const [paymentPassword, setPaymentPassword] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const ends = { onDone, onRefused, onClose }
  if (asksCode) return <CodeSheet send={(totp) => send({ paymentPassword, totp })} {...ends} />
  return (
    <PaymentPasswordSheet
      {...ends}
      send={(digits) => {
        setPaymentPassword(digits)
        return send({ paymentPassword: digits })
      }}
      onRefused={(failure) => (failure.error === 'totp-required' ? setAsksCode(true) : onRefused(failure))}
    >
      {children}
    </PaymentPasswordSheet>
  )
}

interface CodeSheetProps<Value> extends Pick<OwnerProofSheetProps<Value>, 'onDone' | 'onRefused' | 'onClose'> {
  readonly send: (totp: string) => Promise<CallResult<Value>>
}

/** Takes the authenticator's code, and stays open while it is wrong. */
function CodeSheet<Value>({ send, onDone, onRefused, onClose }: CodeSheetProps<Value>) {
  const { t } = useTexts()
  const { typed, setError } = useTypedText()
  const { isBusy, during } = useBusy()
  const submit = async () => {
    const code = typed.value.trim()
    if (code === '') return setError(t('forms.required.code'))
    const result = await during(send(code))
    if (result.ok) return onDone(result.value, result.msg)
    if (result.error === 'wrong-totp' || 'totp' in result.fields) return setError(result.msg)
    onRefused(result)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Sheet
      title={t('payment-password.totp.title')}
      closeLabel={t('shared.action.close')}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form className={styles.codeForm} noValidate onSubmit={onSubmit}>
        <AuthenticatorField {...typed} label={t('payment-password.totp')} hint={t('payment-password.totp.hint')} />
        <Button type="submit" isBusy={isBusy}>
          {t('payment-password.totp.submit')}
        </Button>
      </form>
    </Sheet>
  )
}
