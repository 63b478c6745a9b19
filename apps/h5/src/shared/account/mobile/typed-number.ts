import { mobileDigits } from '../../forms/index.ts'
import { callingCodeOf } from './calling-codes.ts'

/** A mobile number as it is typed: the chosen calling code, and the text after it. */
export interface TypedNumber {
  /** Digits, without a plus. */
  readonly code: string
  /** With a plus or 00 in front it is a whole number whose calling code is not known (yet). */
  readonly text: string
}

/** What the wire takes at most. */
const mostDigits = 13
const whole = /^\s*(?:\+|00)/
/** Italian numbers keep the zero that others write only without the calling code. */
const keepsZero = new Set(['39'])

const digitsIn = (text: string) => text.replace(/\D/g, '')

/** The field at its start: digits of the wire that are known already, or the calling code alone. */
export function startedNumber(digits: string, ownCode: string): TypedNumber {
  if (digits === '') return { code: ownCode, text: '' }
  return apart(digits) ?? { code: ownCode, text: `+${digits}` }
}

/** The number after a change of its text. A whole number that is typed or pasted brings its calling code along. */
export function typedNumber({ code }: TypedNumber, text: string): TypedNumber {
  if (whole.test(text)) return apart(digitsIn(text.replace(whole, ''))) ?? { code, text }
  const next = { code, text }
  if (code.length + digitsIn(text).length <= mostDigits) return next
  // Too long with the calling code: it contains one, without a plus.
  return apart(digitsIn(text)) ?? next
}

/** The digits of the wire: with the calling code, without a plus; empty without a number. */
export function digitsOf({ code, text }: TypedNumber): string {
  if (whole.test(text)) return mobileDigits(text.replace(whole, ''))
  const digits = digitsIn(text)
  const national = keepsZero.has(code) ? digits : digits.replace(/^0/, '')
  return national === '' ? '' : mobileDigits(code + national)
}

function apart(digits: string): TypedNumber | null {
  const code = callingCodeOf(digits)
  return code === null ? null : { code, text: digits.slice(code.length, mostDigits) }
}
