import type { CallOf, FieldErrorName, payoutAddBankCard } from '@candor/api'
import { emptyTextForm } from '../../shared/forms/index.ts'
import type { TextErrors, TextForm } from '../../shared/forms/index.ts'
import { numberVerdict, plainNumber } from './bank-number-model.ts'

export type BankCardField = 'bankName' | 'country' | 'holder' | 'number' | 'bankCode' | 'bankAddress'
export type BankCardForm = TextForm<BankCardField>

export const bankCardFields: readonly BankCardField[] = [
  'bankName',
  'country',
  'holder',
  'number',
  'bankCode',
  'bankAddress',
]

export const emptyBankCard: BankCardForm = emptyTextForm({
  bankName: '',
  country: '',
  holder: '',
  number: '',
  bankCode: '',
  bankAddress: '',
})

const optional: readonly BankCardField[] = ['bankCode', 'bankAddress']

/** Errors of the form that this phone can detect. */
export function bankCardErrors({ texts }: BankCardForm): TextErrors<BankCardField> {
  const errors: TextErrors<BankCardField> = {}
  for (const field of bankCardFields) {
    const error = fieldError(field, texts[field].trim())
    if (error !== null) errors[field] = error
  }
  const verdict = numberVerdict(texts.number)
  if (verdict === 'not-iban' || verdict === 'not-card') errors.number = 'wrong-format'
  return errors
}

/** The lengths that the API accepts; a test compares the two. */
const lengths: Readonly<Record<Exclude<BankCardField, 'country'>, readonly [number, number]>> = {
  bankName: [2, 80],
  holder: [2, 80],
  number: [5, 34],
  bankCode: [3, 15],
  bankAddress: [2, 160],
}

function fieldError(field: BankCardField, text: string): FieldErrorName | null {
  if (text === '') return optional.includes(field) ? null : 'required'
  if (field === 'country') return null
  const length = field === 'number' ? plainNumber(text).length : text.length
  const [shortest, longest] = lengths[field]
  if (length < shortest) return 'too-short'
  if (length > longest) return 'too-long'
  return field === 'bankCode' && !/^[A-Za-z0-9]+$/.test(text) ? 'wrong-format' : null
}

/** The field that a refusal of the server is about, if any. */
export function refusedBankCardField(error: string): BankCardField | undefined {
  return error === 'card-already-bound' ? 'number' : undefined
}

/** The call's input without the owner's proof: empty optional fields are omitted. */
export function bankCardInput(
  { texts }: BankCardForm,
  requestId: string,
): Omit<CallOf<typeof payoutAddBankCard>, 'paymentPassword' | 'totp'> {
  const { bankName, country, holder, number, bankCode, bankAddress } = texts
  return {
    requestId,
    bankName: bankName.trim(),
    country,
    holder: holder.trim(),
    number: plainNumber(number),
    ...(bankCode.trim() === '' ? {} : { bankCode: bankCode.trim() }),
    ...(bankAddress.trim() === '' ? {} : { bankAddress: bankAddress.trim() }),
  }
}
