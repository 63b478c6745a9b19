import { useState } from 'react'
import type { ReactNode } from 'react'
import { indexPay } from '@candor/api'
import { call } from '../../api/index.ts'
import { PaymentPasswordDialog } from './payment-password-dialog.tsx'
import type { PaymentPasswordObstacle } from './payment-password-dialog.tsx'

export interface PaymentPasswordCheck {
  /**
   * Asks the server whether there is a payment password that can be used, and opens the dialog where there is none.
   * A call that fails for another reason answers true: the payment itself will say what is wrong.
   */
  readonly isReady: () => Promise<boolean>
  /** To be drawn by the screen. */
  readonly dialog: ReactNode
}

/** The check of the specification before a screen that takes the payment password. */
export function usePaymentPassword(): PaymentPasswordCheck {
  const [obstacle, setObstacle] = useState<PaymentPasswordObstacle | null>(null)
  return {
    isReady: async () => {
      const result = await call(indexPay, {})
      const found = obstacleOf(result)
      setObstacle(found)
      return found === null
    },
    dialog: obstacle === null ? null : <PaymentPasswordDialog obstacle={obstacle} onClose={() => setObstacle(null)} />,
  }
}

function obstacleOf(
  result: Awaited<ReturnType<typeof call<typeof indexPay.input, typeof indexPay.output>>>,
): PaymentPasswordObstacle | null {
  if (result.ok) return result.value.locked ? 'payment-password-locked' : null
  return result.error === 'no-payment-password' ? 'no-payment-password' : null
}
