import type {
  InputOf,
  OutputOf,
  PasskeyView,
  securityPasskeyAdd,
  securityState,
  securityTotpBegin,
  userPasskeyLogin,
} from '@candor/api'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Clock } from '../../platform/clock.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { findCustomer } from '../identity/index.ts'
import type { Customer, Identity, LoginCaller, SecurityNotice } from '../identity/index.ts'
import type { Caller } from './bindings-service.ts'
import type { Passkeys } from './passkey-service.ts'
import { findPhrase, putPhrase } from './phrase-store.ts'
import { enqueueNotice } from './security-mail.ts'
import type { Totp } from './totp-service.ts'
import { totpUri } from '../../platform/totp.ts'

interface SessionCaller extends Caller {
  readonly sessionId: bigint
}
type PasswordRefusal = 'wrong-login-password' | 'frequent-operations'

export interface SignInGuardDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly totp: Totp
  readonly passkeys: Passkeys
  readonly identity: Pick<Identity, 'confirmLoginPassword' | 'signIn' | 'endOtherSessions'>
}

/** Sign-in protection, as its owner changes it: each change requires the login password and is reported by mail. */
export type SignInGuards = ReturnType<typeof createSignInGuards>

/** Makes the guards of the sign-in from the second step and the passkeys. */
export function createSignInGuards(deps: SignInGuardDependencies) {
  const { pool, passkeys, totp, identity } = deps
  const tell: Tell = (notice, caller) => async (client: Transaction) => {
    const customer = await customerOf(deps, caller.customerId)
    await enqueueNotice(client, notice, { customer, caller, atMs: deps.clock.nowMs() })
  }

  return {
    async state(customerId: bigint): Promise<OutputOf<typeof securityState>> {
      const [step, keys, phrase] = await Promise.all([
        totp.state(customerId),
        passkeys.list(customerId),
        findPhrase(pool, customerId),
      ])
      return { totp: step, passkeys: keys.length, phrase }
    },
    async beginTotp(
      loginPassword: string,
      caller: Caller,
    ): Promise<Result<OutputOf<typeof securityTotpBegin>, 'totp-already-on' | PasswordRefusal>> {
      const confirmed = await identity.confirmLoginPassword(caller.customerId, loginPassword)
      if (!confirmed.ok) return confirmed
      const begun = await totp.begin(caller.customerId)
      if (!begun.ok) return begun
      return ok({
        secret: begun.value,
        uri: totpUri(begun.value, accountOf(await customerOf(deps, caller.customerId))),
      })
    },
    async confirmTotp(code: string, caller: SessionCaller) {
      let announce = () => {}
      const confirmed = await totp.confirm(caller.customerId, code, async (client) => {
        announce = await identity.endOtherSessions(client, caller.customerId, caller.sessionId)
        await tell('totp-on', caller)(client)
      })
      if (!confirmed.ok) return confirmed
      announce()
      return ok({ recoveryCodes: confirmed.value })
    },
    async disableTotp(
      form: { readonly loginPassword: string; readonly totp: string },
      caller: Caller,
    ): Promise<Result<null, 'wrong-totp' | PasswordRefusal>> {
      const confirmed = await identity.confirmLoginPassword(caller.customerId, form.loginPassword)
      if (!confirmed.ok) return confirmed
      const proven = await totp.check(caller.customerId, form.totp)
      if (!proven.ok) return refuse(proven.error === 'totp-required' ? 'wrong-totp' : proven.error)
      await totp.disable(caller.customerId, tell('totp-off', caller))
      return ok(null)
    },
    async setPhrase(
      form: { readonly phrase: string | null; readonly loginPassword: string },
      caller: Caller,
    ): Promise<Result<null, PasswordRefusal>> {
      const confirmed = await identity.confirmLoginPassword(caller.customerId, form.loginPassword)
      if (!confirmed.ok) return confirmed
      await withTransaction(pool, async (client) => {
        await putPhrase(client, caller.customerId, form.phrase?.trim() ?? null)
        await tell('phrase-set', caller)(client)
      })
      return ok(null)
    },
    ...passkeyGuards(deps, tell),
  }
}

type Tell = (notice: SecurityNotice, caller: Caller) => (client: Transaction) => Promise<void>

function passkeyGuards(deps: SignInGuardDependencies, tell: Tell) {
  const { passkeys, identity } = deps
  return {
    listPasskeys: (customerId: bigint): Promise<PasskeyView[]> => passkeys.list(customerId),
    async beginPasskey(loginPassword: string, caller: Caller & { readonly origin: string | null }) {
      const confirmed = await identity.confirmLoginPassword(caller.customerId, loginPassword)
      if (!confirmed.ok) return confirmed
      const customer = await customerOf(deps, caller.customerId)
      return passkeys.begin(
        { customerId: caller.customerId, publicId: customer.publicId, account: accountOf(customer) },
        caller.origin,
      )
    },
    addPasskey: (form: InputOf<typeof securityPasskeyAdd> & { readonly origin: string | null }, caller: Caller) =>
      passkeys.add(caller.customerId, form, tell('passkey-added', caller)),
    async removePasskey(
      form: { readonly id: string; readonly loginPassword: string },
      caller: Caller,
    ): Promise<Result<null, 'not-found' | PasswordRefusal>> {
      // Checked before the password: naming another customer's passkey reveals nothing, and costs no attempt.
      if (!(await passkeys.list(caller.customerId)).some(({ id }) => id === form.id)) return refuse('not-found')
      const confirmed = await identity.confirmLoginPassword(caller.customerId, form.loginPassword)
      if (!confirmed.ok) return confirmed
      return (await passkeys.remove(caller.customerId, form.id, tell('passkey-removed', caller)))
        ? ok(null)
        : refuse('not-found')
    },
    beginPasskeyLogin: (origin: string | null) => passkeys.beginLogin(origin),
    async passkeyLogin(
      response: InputOf<typeof userPasskeyLogin>['response'],
      { origin, ...caller }: LoginCaller & { readonly origin: string | null },
    ) {
      const verified = await passkeys.verify(response, origin)
      if (!verified.ok) return verified
      return identity.signIn(verified.value, caller)
    },
  }
}

async function customerOf({ pool }: SignInGuardDependencies, customerId: bigint): Promise<Customer> {
  const customer = await findCustomer(pool, customerId)
  if (customer === null) throw new Error('a session belongs to no customer')
  return customer
}

/** The account's name in an authenticator. */
function accountOf({ email, mobile, publicId }: Customer): string {
  return email ?? mobile ?? publicId
}
