/** What an operator types to sign in. */
export interface SignInForm {
  readonly account: string
  readonly password: string
  readonly totp: string
  /** Null until the server asks for one: the password that was handed over has to be replaced. */
  readonly newPassword: string | null
}

export type SignInField = 'account' | 'password' | 'totp' | 'newPassword'
export type SignInFault = 'required' | 'code' | 'short'

export const emptySignIn: SignInForm = { account: '', password: '', totp: '', newPassword: null }

const newPasswordLength = 12

/** What is known to be wrong with the form before it is sent. */
export function signInFaults(form: SignInForm): Partial<Record<SignInField, SignInFault>> {
  return {
    ...(form.account.trim() === '' ? { account: 'required' as const } : {}),
    ...(form.password === '' ? { password: 'required' as const } : {}),
    ...(/^\d{6}$/.test(form.totp) ? {} : { totp: 'code' as const }),
    ...(form.newPassword !== null && form.newPassword.length < newPasswordLength
      ? { newPassword: 'short' as const }
      : {}),
  }
}

/** The form after a refusal: codes serve once, and a handed-over password is asked to be replaced. */
export function afterRefusal(form: SignInForm, error: string): SignInForm {
  if (error === 'new-password-required') return { ...form, newPassword: form.newPassword ?? '' }
  if (error === 'wrong-credentials') return { ...form, totp: '' }
  return form
}
