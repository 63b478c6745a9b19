import { storedValue } from '@candor/client'
import type { AccountKind } from '../../shared/forms/index.ts'
import { emptyLogin } from './login-form-model.ts'
import type { LoginForm } from './login-form-model.ts'

/** By what this device signed in last. No name is stored: others may use the device. */
const lastKind = storedValue<AccountKind>({
  key: 'candor.sign-in-by',
  parse: (text) => (text === 'mobile' || text === 'email' ? text : null),
  fallback: 'mobile',
})
/** The address whose password was just replaced, until it has signed in. */
let renewedEmail = ''

/** The login form at its start: with the way of the last sign-in, and the address whose password was just replaced. */
export function startLogin(): LoginForm {
  return { ...emptyLogin, kind: lastKind.get(), email: renewedEmail }
}

/** Remembers the way of a sign-in. */
export function signedInBy(kind: AccountKind): void {
  lastKind.set(kind)
  renewedEmail = ''
}

/** The next login starts with this address: its password was replaced. */
export function startNextLoginWith(email: string): void {
  lastKind.set('email')
  renewedEmail = email
}
