import { sidesOf } from '@candor/api'
import type { KycSide } from '@candor/api'
import { accountError, emptyTextForm } from '../../shared/forms/index.ts'
import type { TextErrors, TextForm } from '../../shared/forms/index.ts'
import { documentPart, documentTypeOf, kycErrors } from './kyc-form-model.ts'
import type { KycField } from './kyc-form-model.ts'

const codeLength = 6

/** Photos are represented by their names, so that a missing one is a field like the others. */
export type RecoverField = KycField | KycSide | 'account' | 'email' | 'code'
export type RecoverForm = TextForm<RecoverField>

export const emptyRecover: RecoverForm = emptyTextForm({
  account: '',
  email: '',
  code: '',
  country: '',
  documentType: 'id-card',
  name: '',
  number: '',
  front: '',
  back: '',
})

/** The field that a refusal of the server is about, if any. */
export function refusedRecoverField(error: string): RecoverField | undefined {
  if (error === 'wrong-code') return 'code'
  return error === 'already-registered' ? 'email' : undefined
}

/** Errors of the form that this phone can detect. */
export function recoverErrors(form: RecoverForm): TextErrors<RecoverField> {
  const { account, code, email } = form.texts
  const emailError = accountError('email', email)
  const document = documentPart(form)
  const missing = sidesOf(documentTypeOf(document)).filter((side) => form.texts[side] === '')
  return {
    ...(account.trim() === '' ? { account: 'required' } : {}),
    ...(emailError === null ? {} : { email: emailError }),
    ...(code.length === codeLength ? {} : { code: code === '' ? 'required' : 'wrong-format' }),
    ...kycErrors(document),
    ...Object.fromEntries(missing.map((side) => [side, 'required'])),
  }
}
