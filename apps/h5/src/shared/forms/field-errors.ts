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

/** What to enter, by the name of an empty field. */
const requiredTexts: Readonly<Partial<Record<string, MessageKey>>> = {
  about: 'forms.required.about',
  account: 'forms.required.account',
  amount: 'forms.required.amount',
  bankName: 'forms.required.bankName',
  birthDate: 'forms.required.birthDate',
  code: 'forms.required.code',
  country: 'forms.required.country',
  currentCode: 'forms.required.code',
  email: 'forms.required.email',
  holder: 'forms.required.holder',
  inviteCode: 'forms.required.inviteCode',
  loginPassword: 'forms.required.password',
  loginPassword2: 'forms.required.passwordAgain',
  maximum: 'forms.required.amount',
  minimum: 'forms.required.amount',
  mobile: 'forms.required.mobile',
  name: 'forms.required.name',
  number: 'forms.required.number',
  oldPassword: 'forms.required.oldPassword',
  text: 'forms.required.address',
  total: 'forms.required.amount',
  totp: 'forms.required.code',
  unitPrice: 'forms.required.price',
}

/** The message of a field error, or null. An empty field of a known name says what to enter. */
export function fieldErrorKey(error: FieldErrorName | undefined, field?: string): MessageKey | null {
  if (error === undefined) return null
  const named = error === 'required' && field !== undefined ? requiredTexts[field] : undefined
  return named ?? texts[error]
}
