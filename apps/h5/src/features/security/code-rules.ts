import type { FieldErrorName } from '@candor/api'

/** Errors of a six-digit code that this phone can detect. */
export function codeError(text: string): FieldErrorName | null {
  if (text === '') return 'required'
  return text.length === 6 ? null : 'wrong-format'
}
