/** The sign-in form. */
export interface SignInForm {
  readonly account: string
  readonly password: string
  readonly totp: string
  /** Null until the server requires one: the initial password must be replaced. */
  readonly newPassword: string | null
}

export type SignInField = 'account' | 'password' | 'totp' | 'newPassword'
export type SignInFault = 'no-account' | 'no-password' | 'code' | 'short'

export const emptySignIn: SignInForm = { account: '', password: '', totp: '', newPassword: null }

const newPasswordLength = 12

/** The form's errors before it is sent. */
export function signInErrors(form: SignInForm): Partial<Record<SignInField, SignInFault>> {
  return {
    ...(form.account.trim() === '' ? { account: 'no-account' as const } : {}),
    ...(form.password === '' ? { password: 'no-password' as const } : {}),
    ...(/^\d{6}$/.test(form.totp) ? {} : { totp: 'code' as const }),
    ...(form.newPassword !== null && form.newPassword.length < newPasswordLength
      ? { newPassword: 'short' as const }
      : {}),
  }
}

/** The form after a refusal: codes are valid once, and an initial password must be replaced. */
export function afterRefusal(form: SignInForm, error: string): SignInForm {
  if (error === 'new-password-required') return { ...form, newPassword: form.newPassword ?? '' }
  if (error === 'wrong-credentials') return { ...form, totp: '' }
  return form
}
