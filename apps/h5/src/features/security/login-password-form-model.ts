import type { CallOf, securityLoginPassword } from '@candor/api'
import { emptyTextForm, passwordPairErrors } from '../../shared/forms/index.ts'
import type { PasswordLength, TextErrors, TextForm } from '../../shared/forms/index.ts'

export type LoginPasswordField = 'oldPassword' | 'loginPassword' | 'loginPassword2'
export type LoginPasswordForm = TextForm<LoginPasswordField>

export const emptyLoginPassword: LoginPasswordForm = emptyTextForm({
  oldPassword: '',
  loginPassword: '',
  loginPassword2: '',
})

/** The field that a refusal of the server is about, if any. */
export function refusedLoginPasswordField(error: string): LoginPasswordField | undefined {
  return error === 'wrong-old-password' ? 'oldPassword' : undefined
}

/** Errors of the form that this phone can detect. */
export function loginPasswordErrors(
  { texts }: LoginPasswordForm,
  length: PasswordLength,
): TextErrors<LoginPasswordField> {
  return { ...(texts.oldPassword === '' ? { oldPassword: 'required' } : {}), ...passwordPairErrors(texts, length) }
}

/** The call's input. */
export function loginPasswordInput({ texts }: LoginPasswordForm): CallOf<typeof securityLoginPassword> {
  return texts
}
