import { locale } from '../../shared/i18n/index.ts'

const names = new Intl.DisplayNames(locale, { type: 'region' })

/** A country's name. */
export function countryName(code: string): string {
  return names.of(code) ?? code
}
