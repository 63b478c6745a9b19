import { useState } from 'react'
import type { ReactNode } from 'react'
import { indexPay } from '@candor/api'
import { call } from '../../api/index.ts'
import { PaymentPasswordDialog } from './payment-password-dialog.tsx'
import type { PaymentPasswordObstacle } from './payment-password-dialog.tsx'

export interface PaymentPasswordCheck {
  /**
   * Asks the server whether a usable payment password exists, and opens the dialog if not. Returns true when the call
   * fails for another reason: the payment itself will report it.
   */
  readonly isReady: () => Promise<boolean>
  /** To be drawn by the screen. */
  readonly dialog: ReactNode
}

/** The specification's check before a screen that takes the payment password. */
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
