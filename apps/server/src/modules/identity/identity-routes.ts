import {
  inviteCheck,
  securityLoginPassword,
  userInfo,
  userLogin,
  userLogout,
  userPasswordForgot,
  userPasswordRules,
  userRegister,
} from '@candor/api'
import { route } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import { ok } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { findCustomer } from './customer-store.ts'
import type { CheckInvitation } from './invitation-check.ts'
import type { Login } from './login-service.ts'
import type { PasswordLength } from './password-rules.ts'
import type { PasswordChanges } from './password-service.ts'
import type { Register } from './register-service.ts'
import type { Sessions } from './session-service.ts'
import { userViewOf } from './user-view.ts'

/** The calls that open and show an account, and change its password. */
export function identityRoutes(services: {
  pool: Database
  register: Register
  checkInvitation: CheckInvitation
  login: Login
  sessions: Sessions
  passwordChanges: PasswordChanges
  passwordLength: PasswordLength
}): Route[] {
  const { pool, register, checkInvitation, login, sessions, passwordChanges, passwordLength } = services
  return [
    route(userPasswordRules, () =>
      Promise.resolve(ok({ minLength: passwordLength.min, maxLength: passwordLength.max })),
    ),
    route(inviteCheck, ({ inviteCode }, { ip }) => checkInvitation(inviteCode, ip)),
    route(userRegister, (input, { ip, userAgent, lang, device }) =>
      register.register(input, { ip, userAgent, lang, device }),
    ),
    route(userLogin, (input, { ip, userAgent, device }) => login(input, { ip, userAgent, device })),
    route(userLogout, async (_input, call) => {
      await sessions.revoke(call.principal.customerId, call.principal.sessionId)
      return ok(null)
    }),
    route(userInfo, async (_input, call) => {
      const customer = await findCustomer(pool, call.principal.customerId)
      if (customer === null) throw new Error('a session belongs to no customer')
      return ok(userViewOf(customer))
    }),
    route(userPasswordForgot, (input, { ip, userAgent }) => passwordChanges.reset(input, { ip, userAgent })),
    route(securityLoginPassword, (input, { ip, userAgent, principal }) =>
      passwordChanges.change(input, { ip, userAgent, principal }),
    ),
  ]
}
