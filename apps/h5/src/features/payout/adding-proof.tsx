import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { Button, Field, Sheet } from '@candor/ui'
import { PaymentPasswordSheet, usePaymentPassword } from '../../shared/account/payment-password/index.ts'
import type { CallResult } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './payout.module.css'

/** What proves the owner: the payment password and, with an authenticator, its code. */
export interface OwnerProof {
  readonly paymentPassword: string
  readonly totp?: string
}

type Send<Value> = (proof: OwnerProof) => Promise<CallResult<Value>>

export interface AddingProof<Value> {
  /** Takes the proof and sends the call with it. Null: cancelled, and nothing was bound. */
  readonly send: (name: string, call: Send<Value>) => Promise<CallResult<Value> | null>
  /** To be drawn by the form. */
  readonly sheet: ReactNode
}

interface Asked<Value> {
  readonly name: string
  readonly call: Send<Value>
  readonly settle: (result: CallResult<Value> | null) => void
}

/** Takes the payment password for a new destination, and the authenticator's code when the server requires one. */
export function useAddingProof<Value>(): AddingProof<Value> {
  const payment = usePaymentPassword()
  const [asked, setAsked] = useState<Asked<Value> | null>(null)
  return {
    send: async (name, call) => {
      if (!(await payment.isReady())) return null
      const result = await new Promise<CallResult<Value> | null>((settle) => setAsked({ name, call, settle }))
      setAsked(null)
      return result
    },
    sheet: asked === null ? payment.dialog : <ProofSheets {...asked} />,
  }
}

function ProofSheets<Value>({ name, call, settle }: Asked<Value>) {
  const { t } = useTexts()
  const [paymentPassword, setPaymentPassword] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  if (asksCode) return <CodeSheet call={(totp) => call({ paymentPassword, totp })} settle={settle} />
  return (
    <PaymentPasswordSheet
      send={(digits) => {
        setPaymentPassword(digits)
        return call({ paymentPassword: digits })
      }}
      onDone={(value, msg) => settle({ ok: true, value, msg })}
      onRefused={(failure) => (failure.error === 'totp-required' ? setAsksCode(true) : settle(failure))}
      onClose={() => settle(null)}
    >
      {t('payout.adding', { name })}
    </PaymentPasswordSheet>
  )
}

interface CodeSheetProps<Value> {
  readonly call: (totp: string) => Promise<CallResult<Value>>
  readonly settle: Asked<Value>['settle']
}

/** Takes the authenticator's code, and stays open while it is wrong. */
function CodeSheet<Value>({ call, settle }: CodeSheetProps<Value>) {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    if (code.trim() === '') return setError(t('shared.field.required'))
    setBusy(true)
    const result = await call(code.trim())
    setBusy(false)
    if (!result.ok && (result.error === 'wrong-totp' || 'totp' in result.fields)) return setError(result.msg)
    settle(result)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Sheet
      title={t('payout.totp.title')}
      closeLabel={t('shared.action.close')}
      isBusy={isBusy}
      onClose={() => settle(null)}
    >
      <form className={styles.sheet} noValidate onSubmit={onSubmit}>
        <Field
          label={t('payout.totp')}
          hint={t('payout.totp.hint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onValue={(text) => {
            setCode(text)
            setError(null)
          }}
          error={error}
        />
        <Button type="submit" isBusy={isBusy}>
          {t('payout.totp.submit')}
        </Button>
      </form>
    </Sheet>
  )
}
