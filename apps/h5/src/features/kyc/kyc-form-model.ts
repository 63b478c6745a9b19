import { kycCountries, kycDocumentTypes, numberLengthOf, plainNumber } from '@candor/api'
import type { KycCountry, KycDocumentType, KycSubmissionView } from '@candor/api'
import { emptyTextForm } from '../../shared/forms/index.ts'
import type { TextErrors, TextForm } from '../../shared/forms/index.ts'

export type KycField = 'country' | 'documentType' | 'name' | 'number'
export type KycForm = TextForm<KycField>

/** A customer's complete entries. */
export interface KycDraft {
  readonly country: KycCountry
  readonly documentType: KycDocumentType
  readonly name: string
  readonly number: string
}

/** The initial form: empty, with earlier entries, or with rejected ones. */
export function firstKycForm(draft: KycDraft | null, rejected: KycSubmissionView | null): KycForm {
  const known = draft ?? rejected
  return emptyTextForm({
    country: known?.country ?? '',
    documentType: known?.documentType ?? 'id-card',
    name: known?.name ?? '',
    number: known?.number ?? '',
  })
}

export function countryOf({ texts }: KycForm): KycCountry | null {
  return kycCountries.find((code) => code === texts.country) ?? null
}

export function documentTypeOf({ texts }: KycForm): KycDocumentType {
  return kycDocumentTypes.find((type) => type === texts.documentType) ?? 'id-card'
}

/** The required length of the number; null when unknown. */
export function wantedLength(form: KycForm): number | null {
  const country = countryOf(form)
  return country === null ? null : numberLengthOf(country, documentTypeOf(form))
}

/** Errors of the form that this phone can detect. */
export function kycErrors(form: KycForm): TextErrors<KycField> {
  const { name, number } = form.texts
  const errors: TextErrors<KycField> = {}
  if (countryOf(form) === null) errors.country = 'required'
  const nameError = nameErrorOf(name.trim())
  if (nameError !== null) errors.name = nameError
  const numberError = numberErrorOf(number.trim(), wantedLength(form))
  if (numberError !== null) errors.number = numberError
  return errors
}

function nameErrorOf(name: string) {
  if (name === '') return 'required'
  if (name.length < 2) return 'too-short'
  return /^\p{L}[\p{L}\p{M}\p{Zs}.,'’ʼ·・‐-]*$/u.test(name) ? null : 'wrong-format'
}

function numberErrorOf(number: string, wanted: number | null) {
  if (number === '') return 'required'
  if (!/^[A-Za-z0-9][A-Za-z0-9 ./-]*$/.test(number)) return 'wrong-format'
  const { length } = plainNumber(number)
  if (length < (wanted ?? 4)) return 'too-short'
  return length > (wanted ?? 40) ? 'too-long' : null
}

/** The form as a draft; null while something is wrong with it. */
export function draftOf(form: KycForm): KycDraft | null {
  const country = countryOf(form)
  if (country === null || Object.keys(kycErrors(form)).length > 0) return null
  return { country, documentType: documentTypeOf(form), name: form.texts.name.trim(), number: form.texts.number.trim() }
}

const letters = 'CFGHJKLMNPRTVWXYZ'

/** An unused number for the sandbox, of the right length. `random` returns 0 to below 1. */
export function sampleNumber(length: number | null, random: () => number): string {
  const digits = Array.from({ length: (length ?? 9) - 1 }, () => String(Math.floor(random() * 10)))
  return `${letters.charAt(Math.floor(random() * letters.length))}${digits.join('')}`
}
