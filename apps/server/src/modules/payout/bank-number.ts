import { isValidBIC, isValidIBAN } from 'ibantools'

/** Normalises a bank card or account number; null when it looks like an IBAN or a card number but is invalid. */
export interface BankNumber {
  /** Without blanks and hyphens, in capitals. */
  readonly number: string
  readonly isIban: boolean
}

const ibanShape = /^[A-Z]{2}\d{2}/
const accountShape = /^[A-Z0-9]{5,34}$/
/**
 * The lengths and first digits of the card networks (ISO/IEC 7812 ranges of Visa, Mastercard, American Express, Diners,
 * JCB, Discover and UnionPay). Account numbers of other lengths have no checksum common to all banks.
 */
const cardShape =
  /^(4\d{15}|5[1-5]\d{14}|222[1-9]\d{12}|22[3-9]\d{13}|2[3-6]\d{14}|27[01]\d{13}|2720\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|4[4-9]\d|5\d{2})\d{12}|62\d{14,17})$/

/** Reads a number as a customer types it. */
export function readBankNumber(text: string): BankNumber | null {
  const number = text.replaceAll(/[ -]/g, '').toUpperCase()
  if (ibanShape.test(number)) return isValidIBAN(number) ? { number, isIban: true } : null
  if (!accountShape.test(number) || (cardShape.test(number) && !passesLuhn(number))) return null
  return { number, isIban: false }
}

/** Whether the last digit of a card number is the check digit of the others (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of digits.split('').toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/**
 * Normalises a bank code to capitals; null when it starts like a BIC (ISO 9362) but is invalid. A national routing
 * number is accepted unchanged.
 */
export function readBankCode(text: string): string | null {
  const code = text.toUpperCase()
  return /^[A-Z]/.test(code) && !isValidBIC(code) ? null : code
}
