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

/** A document's number in comparable form: capitals and digits only. */
export function plainNumber(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
