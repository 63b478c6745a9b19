import {
  birthDateError,
  earliestBirthDate,
  isOfAge,
  kycCountries,
  kycDocumentTypes,
  latestBirthDate,
  numberLengthOf,
  plainNumber,
} from '@candor/api'
import type { KycCountry, KycDocumentType, KycSubmissionView } from '@candor/api'
import { emptyTextForm } from '../../shared/forms/index.ts'
import type { TextErrors, TextForm } from '../../shared/forms/index.ts'

export type KycField = 'country' | 'documentType' | 'name' | 'number'
export type KycForm = TextForm<KycField>
/** An identity check also asks for the birth date; a recovery does not. */
export type IdentityField = KycField | 'birthDate'
export type IdentityForm = TextForm<IdentityField>

/** A customer's complete entries for an identity check. */
export interface IdentityDraft extends KycDraft {
  /** YYYY-MM-DD. */
  readonly birthDate: string
}

/** A customer's complete entries about the document. */
interface KycDraft {
  readonly country: KycCountry
  readonly documentType: KycDocumentType
  readonly name: string
  readonly number: string
}

/** The initial form: empty, with earlier entries, or with rejected ones. */
export function firstKycForm(draft: IdentityDraft | null, rejected: KycSubmissionView | null): IdentityForm {
  const known = draft ?? rejected
  return emptyTextForm({
    country: known?.country ?? '',
    documentType: known?.documentType ?? 'id-card',
    name: known?.name ?? '',
    birthDate: known?.birthDate ?? '',
    number: known?.number ?? '',
  })
}

const documentFields = ['country', 'documentType', 'name', 'number'] as const satisfies readonly KycField[]

/** The part of a form that is about the document. */
export function documentPart({ texts, visited, refused }: FormWithDocument): KycForm {
  return { texts, visited: new Set(documentFields.filter((field) => visited.has(field))), refused, refusal: null }
}

interface FormWithDocument extends Pick<KycForm, 'texts' | 'refused'> {
  readonly visited: Pick<ReadonlySet<KycField>, 'has'>
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

/** Errors of an identity check's form that this phone can detect; `refused` is a birth date of somebody under age. */
export function identityErrors(form: IdentityForm, nowMs: number): TextErrors<IdentityField> {
  const error = birthDateErrorOf(form.texts.birthDate, nowMs)
  return { ...kycErrors(documentPart(form)), ...(error === null ? {} : { birthDate: error }) }
}

function birthDateErrorOf(birthDate: string, nowMs: number) {
  if (birthDate === '') return 'required'
  const error = birthDateError(birthDate)
  if (error !== null) return error
  return isOfAge(birthDate, nowMs) ? null : 'refused'
}

/** The days that a date field offers. */
export function birthDateRange(nowMs: number): { readonly min: string; readonly max: string } {
  return { min: earliestBirthDate, max: latestBirthDate(nowMs) }
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

/** The form of an identity check as a draft; null while something is wrong with it. */
export function identityDraftOf(form: IdentityForm, nowMs: number): IdentityDraft | null {
  const draft = draftOf(documentPart(form))
  const { birthDate } = form.texts
  return draft === null || birthDateErrorOf(birthDate, nowMs) !== null ? null : { ...draft, birthDate }
}

/** A birth date of the years 1970 to 1999 for the sandbox. `random` returns 0 to below 1. */
export function sampleBirthDate(random: () => number): string {
  const twoDigits = (from: number, count: number) => String(from + Math.floor(random() * count)).padStart(2, '0')
  return `19${twoDigits(70, 30)}-${twoDigits(1, 12)}-${twoDigits(1, 28)}`
}

/** A made-up German ID card for the sandbox. `random` returns 0 to below 1. */
export function sampleDraft(name: string, random: () => number): IdentityDraft {
  const [country, documentType] = ['DE', 'id-card'] as const
  const number = sampleNumber(numberLengthOf(country, documentType), random)
  return { country, documentType, name, birthDate: sampleBirthDate(random), number }
}

const letters = 'CFGHJKLMNPRTVWXYZ'

/** An unused number for the sandbox, of the right length. `random` returns 0 to below 1. */
export function sampleNumber(length: number | null, random: () => number): string {
  const digits = Array.from({ length: (length ?? 9) - 1 }, () => String(Math.floor(random() * 10)))
  return `${letters.charAt(Math.floor(random() * letters.length))}${digits.join('')}`
}
