import { indexPay, securityPaymentPassword } from '@candor/api'
import { route } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { PaymentPasswords } from './payment-password-service.ts'

/** The calls of the payment password. */
export function paymentPasswordRoutes(paymentPasswords: PaymentPasswords): Route[] {
  return [
    route(securityPaymentPassword, (input, { principal, ip, userAgent }) =>
      paymentPasswords.set(input, { ip, userAgent, customerId: principal.customerId }),
    ),
    route(indexPay, async (_input, { principal: { customerId } }) => {
      const state = await paymentPasswords.state(customerId)
      if (state === null) return refuse('no-payment-password')
      return ok({ ...state, withdrawalsHeldUntilMs: await paymentPasswords.holdsWithdrawalsUntilMs(customerId) })
    }),
  ]
}
