import type { FieldErrorName } from '@candor/api'
import type { MessageKey } from '../i18n/index.ts'

/** The text of each field error of the contract, here and from the server. */
const texts: Readonly<Record<FieldErrorName, MessageKey>> = {
  required: 'shared.field.required',
  'wrong-format': 'shared.field.wrongFormat',
  'too-short': 'shared.field.tooShort',
  'too-long': 'shared.field.tooLong',
  'too-common': 'shared.field.tooCommon',
  'too-small': 'shared.field.tooSmall',
  'too-large': 'shared.field.tooLarge',
  'unknown-value': 'shared.field.unknownValue',
  'passwords-differ': 'shared.field.passwordsDiffer',
  'wrong-mobile': 'shared.field.wrongMobile',
  'wrong-email': 'shared.field.wrongEmail',
}

/** The message of a field error, or null. */
export function fieldErrorKey(error: FieldErrorName | undefined): MessageKey | null {
  return error === undefined ? null : texts[error]
}
