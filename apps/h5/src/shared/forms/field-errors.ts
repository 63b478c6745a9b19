import type { FieldErrorName } from '@candor/api'
import type { MessageKey } from '../i18n/index.ts'

/** The text of each field error of the contract, here and from the server. */
const texts: Readonly<Record<FieldErrorName, MessageKey>> = {
  required: 'forms.required',
  'wrong-format': 'forms.wrongFormat',
  'too-short': 'forms.tooShort',
  'too-long': 'forms.tooLong',
  'too-common': 'forms.tooCommon',
  'too-small': 'forms.tooSmall',
  'too-large': 'forms.tooLarge',
  'unknown-value': 'forms.unknownValue',
  'passwords-differ': 'forms.passwordsDiffer',
  'wrong-mobile': 'forms.wrongMobile',
  'wrong-email': 'forms.wrongEmail',
}

/** The message of a field error, or null. */
export function fieldErrorKey(error: FieldErrorName | undefined): MessageKey | null {
  return error === undefined ? null : texts[error]
}
