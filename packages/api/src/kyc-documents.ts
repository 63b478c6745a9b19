import * as z from 'zod/mini'

/** Countries and regions whose documents are accepted (ISO 3166), in the specification's order. */
export const kycCountries = [
  'US',
  'DE',
  'FR',
  'ES',
  'PT',
  'GB',
  'IT',
  'KR',
  'JP',
  'PH',
  'VN',
  'LA',
  'KH',
  'MM',
  'TH',
  'MY',
  'SG',
  'ID',
  'IN',
  'TR',
] as const
export type KycCountry = (typeof kycCountries)[number]
export const kycCountry = z.enum(kycCountries, 'unknown-value')

export const kycDocumentTypes = ['id-card', 'passport', 'drivers-license'] as const
export type KycDocumentType = (typeof kycDocumentTypes)[number]
export const kycDocumentType = z.enum(kycDocumentTypes, 'unknown-value')

export const kycSides = ['front', 'back'] as const
export type KycSide = (typeof kycSides)[number]

/** The photos that a document needs: of a passport only the page with the picture. */
export function sidesOf(documentType: KycDocumentType): readonly KycSide[] {
  return documentType === 'passport' ? ['front'] : kycSides
}

/** The first birth date that is taken. */
export const earliestBirthDate = '1900-01-01'

/** Letters and digits of a national identity card's number, where all cards of the country in use have as many. */
const idCardLengths: Readonly<Partial<Record<KycCountry, number>>> = {
  DE: 9,
  ES: 9,
  KR: 13,
  MY: 12,
  SG: 9,
  TH: 13,
  TR: 11,
  ID: 16,
}

/** How many letters and digits the number of a document has; null where that differs from one to the next. */
export function numberLengthOf(country: KycCountry, documentType: KycDocumentType): number | null {
  return documentType === 'id-card' ? (idCardLengths[country] ?? null) : null
}

/** What is wrong with a birth date as text: it names no day, or one before 1900. */
export function birthDateError(text: string): 'wrong-format' | 'too-small' | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'wrong-format'
  const day = new Date(`${text}T00:00:00Z`)
  // The 30th of February becomes the 2nd of March.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) return 'wrong-format'
  return text < earliestBirthDate ? 'too-small' : null
}

/** The birth date of the youngest customers now (UTC): their 18th birthday is today. */
export function latestBirthDate(nowMs: number): string {
  const now = new Date(nowMs)
  const year = now.getUTCFullYear() - 18
  return `${year}${now.toISOString().slice(4, 10)}`
}

/** Whether a person who was born on this day is at least 18 years old (UTC). */
export function isOfAge(birthDate: string, nowMs: number): boolean {
  return birthDate <= latestBirthDate(nowMs)
}

/** A document's number in comparable form: capitals and digits only. */
export function plainNumber(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
