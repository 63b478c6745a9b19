import { emailText, mobileText } from '@candor/api'
import type { FieldErrorName, OutputOf, userPasswordRules } from '@candor/api'
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

/** The lengths that a new login password may have. */
export type PasswordLength = OutputOf<typeof userPasswordRules>

/** What the wire takes at most; an operator allows less. */
export const widestPasswordLength: PasswordLength = { minLength: 6, maxLength: 64 }

/** Checks the length of a new login password. */
export function newPasswordError(text: string, { minLength, maxLength }: PasswordLength): FieldErrorName | null {
  if (text === '') return 'required'
  if (text.length < minLength) return 'too-short'
  return text.length > maxLength ? 'too-long' : null
}

/** Digits only: people type spaces, hyphens and a plus into mobile numbers. */
export function mobileDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 13)
}
