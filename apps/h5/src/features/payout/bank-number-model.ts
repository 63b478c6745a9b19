/** The state of a bank number while it is typed. `open`: nothing known yet, or a kind without a checksum. */
export type NumberVerdict = 'open' | 'iban' | 'not-iban' | 'card' | 'not-card'

/** Capitals and digits in groups of four, as cards and statements print them. */
export function groupedNumber(text: string): string {
  const plain = plainNumber(text)
  return plain.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** A number without blanks, hyphens and other signs. */
export function plainNumber(text: string): string {
  return text
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, 34)
}

/**
 * Checks a number as far as it is typed: an IBAN by its check digits (ISO 13616), a card of the common networks by its
 * last digit (ISO/IEC 7812). The server also knows each country's lengths, and decides.
 */
export function numberVerdict(text: string): NumberVerdict {
  const plain = plainNumber(text)
  if (/^[A-Z]{2}\d{2}/.test(plain)) {
    if (plain.length < 15) return 'open'
    return ibanRemainder(plain) === 1 ? 'iban' : 'not-iban'
  }
  if (/^[2-6]\d{15}$/.test(plain)) return passesLuhn(plain) ? 'card' : 'not-card'
  return 'open'
}

/** The country prefix of an IBAN. */
export function countryOfNumber(text: string): string | null {
  return /^([A-Z]{2})\d{2}/.exec(plainNumber(text))?.[1] ?? null
}

/** The IBAN of an account number in a country: both with the check digits between them (ISO 13616). */
export function ibanOf(country: string, account: string): string {
  return `${country}${String(98 - ibanRemainder(`${country}00${account}`)).padStart(2, '0')}${account}`
}

function ibanRemainder(iban: string): number {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  let remainder = 0
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of digits.split('').toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
