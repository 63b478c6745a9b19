import { emptyTextForm } from '../../shared/forms/index.ts'
import type { TextErrors, TextForm } from '../../shared/forms/index.ts'

const codeLength = 6

export type ResetField = 'loginPassword' | 'code'
export type ResetForm = TextForm<ResetField>

export const emptyReset: ResetForm = emptyTextForm({ loginPassword: '', code: '' })

/** The field that a refusal of the server is about, if any. */
export function refusedResetField(error: string): ResetField | undefined {
  if (error === 'wrong-login-password') return 'loginPassword'
  return error === 'wrong-code' ? 'code' : undefined
}

/** Errors of the form that this phone can detect. */
export function resetErrors({ texts }: ResetForm): TextErrors<ResetField> {
  return {
    ...(texts.loginPassword === '' ? { loginPassword: 'required' } : {}),
    ...(texts.code.length === codeLength ? {} : { code: texts.code === '' ? 'required' : 'wrong-format' }),
  }
}
