/** After this many wrong payment passwords nothing is verified until a reset. */
export const paymentPasswordTries = 5

/**
 * Whether a payment password is among the first guesses of a stranger: runs, repeats, and known data of the customer.
 */
export function isWeakPaymentPassword(digits: string, known: readonly (string | null)[]): boolean {
  return (
    isRun(digits) ||
    isRepeat(digits) ||
    isPairs(digits) ||
    isMirrored(digits) ||
    known.some((text) => holdsDigits(text, digits))
  )
}

/** 123456, 890123, 654321, 135790: the same step from each digit to the next. */
function isRun(digits: string): boolean {
  const steps = digits
    .slice(1)
    .split('')
    .map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10)
  return new Set(steps).size === 1
}

/** 111111, 121212, 123123: a repeated shorter text. */
function isRepeat(digits: string): boolean {
  return [2, 3].some((length) => digits.slice(0, length).repeat(digits.length / length) === digits)
}

/** 112233, 778899: a run of pairs. */
function isPairs(digits: string): boolean {
  return /^(.)\1(.)\2(.)\3$/.test(digits) && isRun(digits.replace(/(.)\1/g, '$1'))
}

/** 123321, 100001. */
function isMirrored(digits: string): boolean {
  return backwards(digits) === digits
}

function holdsDigits(text: string | null, digits: string): boolean {
  const known = text?.replace(/\D/g, '') ?? ''
  return known.includes(digits) || backwards(known).includes(digits)
}

function backwards(digits: string): string {
  return digits.split('').reverse().join('')
}
