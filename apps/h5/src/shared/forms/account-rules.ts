import { emailText, loginPassword, mobileText } from '@candor/api'
import type { FieldErrorName } from '@candor/api'
import { fieldErrorNames } from '@candor/api'
import * as z from 'zod/mini'

export type AccountKind = 'mobile' | 'email'

/** The API's first error name for a field's text, or null. The same rule as on the server. */
export function errorBy(schema: z.core.$ZodType, text: string): FieldErrorName | null {
  if (text === '') return 'required'
  const result = z.safeParse(schema, text)
  if (result.success) return null
  const message = result.error.issues[0]?.message
  return fieldErrorNames.find((name) => name === message) ?? 'wrong-format'
}

/** Checks a mobile number or an e-mail address. */
export function accountError(kind: AccountKind, text: string): FieldErrorName | null {
  return errorBy(kind === 'mobile' ? mobileText : emailText, text)
}

/** Checks a new login password: 6 to 16 characters. */
export function newPasswordError(text: string): FieldErrorName | null {
  return errorBy(loginPassword, text)
}

/** Digits only: people type spaces, hyphens and a plus into mobile numbers. */
export function mobileDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 13)
}
