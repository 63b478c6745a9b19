import type { FieldErrorName } from '@candor/api'

/** What this phone knows to be wrong with a code of six digits. */
export function codeError(text: string): FieldErrorName | null {
  if (text === '') return 'required'
  return text.length === 6 ? null : 'wrong-format'
}
