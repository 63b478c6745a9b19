import { useState } from 'react'
import type { ReactNode } from 'react'
import { indexPay } from '@candor/api'
import { useBusy } from '@candor/client/react'
import * as z from 'zod/mini'
import { invalidate } from '../../api/index.ts'
import type { CallFailure, CallResult } from '../../api/index.ts'
import { useTexts } from '../../i18n/index.ts'
import { hrefOf } from '../../page/index.ts'
import { DigitsSheet } from './digits-sheet.tsx'
import styles from './payment-password.module.css'
import { PaymentPasswordDialog } from './payment-password-dialog.tsx'
import type { PaymentPasswordObstacle } from './payment-password-dialog.tsx'

export interface PaymentPasswordSheetProps<Value> {
  /** What the password authorises: "Withdraw 500.00 USDT to TQ7k…x93F". */
  readonly children: ReactNode
  /** Sends the call with the six digits. A new request id for each: one that was refused had no effect. */
  readonly send: (paymentPassword: string) => Promise<CallResult<Value>>
  readonly onDone: (value: Value, msg: string) => void
  /** Called with refusals that are not about the password; the caller closes the sheet and shows them. */
  readonly onRefused: (failure: CallFailure) => void
  readonly onClose: () => void
}

const triesSchema = z.object({ triesLeft: z.int() })

/** Takes the payment password for one payment, and stays open while attempts are left. */
export function PaymentPasswordSheet<Value>({
  children,
  send,
  onDone,
  onRefused,
  onClose,
}: PaymentPasswordSheetProps<Value>) {
  const { t } = useTexts()
  const { isBusy, during } = useBusy()
  const [error, setError] = useState<string | null>(null)
  const [obstacle, setObstacle] = useState<PaymentPasswordObstacle | null>(null)

  const pay = async (digits: string) => {
    const result = await during(send(digits))
    if (result.ok) return onDone(result.value, result.msg)
    if (result.error === 'wrong-payment-password') {
      const { data } = z.safeParse(triesSchema, result.data)
      return setError(data === undefined ? result.msg : t('payment-password.wrong', { tries: data.triesLeft }))
    }
    if (result.error === 'payment-password-locked' || result.error === 'no-payment-password') {
      invalidate(indexPay)
      return setObstacle(result.error)
    }
    onRefused(result)
  }

  if (obstacle !== null) return <PaymentPasswordDialog obstacle={obstacle} onClose={onClose} />
  return (
    <DigitsSheet
      title={t('payment-password.title')}
      error={error}
      isBusy={isBusy}
      onDigits={(digits) => void pay(digits)}
      onClose={onClose}
      aside={
        <a className={styles.forgot} href={hrefOf('paymentPassword')}>
          {t('payment-password.forgot')}
        </a>
      }
    >
      {children}
    </DigitsSheet>
  )
}
