import {
  securityBindEmail,
  securityBindPhone,
  securityPasskeyAdd,
  securityPasskeyBegin,
  securityPasskeyRemove,
  securityPasskeys,
  securityPhrase,
  securityState,
  securityTotpBegin,
  securityTotpConfirm,
  securityTotpDisable,
  securityUnbindPhone,
  userPasskeyBegin,
  userPasskeyLogin,
} from '@candor/api'
import { route } from '../../platform/http/route.ts'
import type { LoginCall, Route } from '../../platform/http/route.ts'
import { ok } from '../../platform/result.ts'
import type { Bindings, Caller } from './bindings-service.ts'
import type { SignInGuards } from './sign-in-guards.ts'

/** Routes of sign-in protection: contacts, the second step, passkeys and the phrase. */
export function signInGuardRoutes({
  bindings,
  guards,
}: {
  readonly bindings: Bindings
  readonly guards: SignInGuards
}): Route[] {
  return [...bindingRoutes(bindings), ...secondStepRoutes(guards), ...passkeyRoutes(guards)]
}

function callerOf({ principal, ip, userAgent }: LoginCall): Caller & { readonly sessionId: bigint } {
  return { ip, userAgent, customerId: principal.customerId, sessionId: principal.sessionId }
}

function bindingRoutes(bindings: Bindings): Route[] {
  return [
    route(securityBindEmail, (input, call) => bindings.bindEmail(input, callerOf(call))),
    route(securityBindPhone, (input, call) => bindings.bindPhone(input, callerOf(call))),
    route(securityUnbindPhone, ({ loginPassword }, call) => bindings.unbindPhone(loginPassword, callerOf(call))),
  ]
}

function secondStepRoutes(guards: SignInGuards): Route[] {
  return [
    route(securityState, async (_input, { principal }) => ok(await guards.state(principal.customerId))),
    route(securityTotpBegin, ({ loginPassword }, call) => guards.beginTotp(loginPassword, callerOf(call))),
    route(securityTotpConfirm, ({ totp }, call) => guards.confirmTotp(totp, callerOf(call))),
    route(securityTotpDisable, (input, call) => guards.disableTotp(input, callerOf(call))),
    route(securityPhrase, (input, call) =>
      guards.setPhrase({ ...input, phrase: input.phrase ?? null }, callerOf(call)),
    ),
  ]
}

function passkeyRoutes(guards: SignInGuards): Route[] {
  return [
    route(securityPasskeys, async (_input, { principal }) =>
      ok({ items: await guards.listPasskeys(principal.customerId) }),
    ),
    route(securityPasskeyBegin, ({ loginPassword }, call) =>
      guards.beginPasskey(loginPassword, { ...callerOf(call), origin: call.pageOrigin }),
    ),
    route(securityPasskeyAdd, (input, call) =>
      guards.addPasskey({ ...input, origin: call.pageOrigin }, callerOf(call)),
    ),
    route(securityPasskeyRemove, (input, call) => guards.removePasskey(input, callerOf(call))),
    route(userPasskeyBegin, (_input, { pageOrigin }) => guards.beginPasskeyLogin(pageOrigin)),
    route(userPasskeyLogin, ({ response }, { pageOrigin, ip, userAgent, device }) =>
      guards.passkeyLogin(response, { origin: pageOrigin, ip, userAgent, device }),
    ),
  ]
}
