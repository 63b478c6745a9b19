import type { CallOf, userPasswordForgot } from '@candor/api'
import { accountError, emptyTextForm, passwordPairErrors } from '../../shared/forms/index.ts'
import type { PasswordLength, TextErrors, TextForm } from '../../shared/forms/index.ts'

const codeLength = 6

export type ForgotField = 'email' | 'code' | 'loginPassword' | 'loginPassword2'
export type ForgotForm = TextForm<ForgotField>

export const emptyForgot: ForgotForm = emptyTextForm({ email: '', code: '', loginPassword: '', loginPassword2: '' })

/** The field that a refusal of the server is about, if any. */
export function refusedForgotField(error: string): ForgotField | undefined {
  return error === 'wrong-code' ? 'code' : undefined
}

/** Errors of the form that this phone can detect. */
export function forgotErrors({ texts }: ForgotForm, length: PasswordLength): TextErrors<ForgotField> {
  const email = accountError('email', texts.email)
  return {
    ...(email === null ? {} : { email }),
    ...(texts.code.length === codeLength ? {} : { code: texts.code === '' ? 'required' : 'wrong-format' }),
    ...passwordPairErrors(texts, length),
  }
}

/** The call's input. */
export function forgotInput({ texts }: ForgotForm): CallOf<typeof userPasswordForgot> {
  return texts
}
