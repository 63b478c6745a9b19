import { decimalsOf, isDecimal } from './decimal.ts'
import { formatsOf } from './formats.ts'

/** The minus of typography; the hyphen that locales use is too short beside digits. */
const minus = '\u2212'

export interface NumberParts {
  /** Sign and whole digits: "−1,204". */
  readonly whole: string
  /** Point and decimals: ".50", or empty. */
  readonly decimals: string
}

export type SignDisplay = 'never' | 'balance' | 'result'

const formatOf = formatsOf(Intl.NumberFormat)

function partsOf(format: Intl.NumberFormat, text: string): NumberParts {
  if (!isDecimal(text)) throw new Error(`not a decimal: ${text}`)
  let whole = ''
  let decimals = ''
  for (const part of format.formatToParts(text)) {
    const value = part.type === 'minusSign' ? minus : part.value
    if (part.type === 'decimal' || part.type === 'fraction') decimals += value
    else whole += value
  }
  return { whole, decimals }
}

/**
 * Lists write prices twice a second: `formatToParts` would cost three times as much. Every language of the app signs
 * with a hyphen.
 */
function textOf(format: Intl.NumberFormat, text: string): string {
  if (!isDecimal(text)) throw new Error(`not a decimal: ${text}`)
  const written = format.format(text)
  return text.startsWith('-') ? written.replace('-', minus) : written
}

/**
 * Money in two parts, always with two decimals, from an exact decimal string. Further digits are cut, never rounded up:
 * the shown amount never exceeds the real one. `result` carries a sign (none at zero); `balance` only its minus. A
 * result below one cent has all its decimals: two would show zero.
 */
export function moneyParts(locale: string, text: string, sign: SignDisplay = 'balance'): NumberParts {
  return partsOf(
    formatOf(locale, {
      minimumFractionDigits: 2,
      maximumFractionDigits: sign === 'result' && /^-?0\.00/.test(text) ? 6 : 2,
      roundingMode: 'trunc',
      signDisplay: sign === 'result' ? 'exceptZero' : sign === 'never' ? 'never' : 'negative',
    }),
    text,
  )
}

/**
 * Money as one text for sentences, with its currency code after a no-break space: "−101.00 USDT". Inter's narrow
 * no-break space is an eighth of a letter wide and vanishes in a sentence's tracking; it works beside a dimmed code
 * (`Money`).
 */
export function formatMoney(locale: string, text: string, asset?: string, sign?: SignDisplay): string {
  const parts = moneyParts(locale, text, sign)
  const number = parts.whole + parts.decimals
  return asset === undefined ? number : `${number}\u00A0${asset}`
}

/**
 * A price with the official decimals of its instrument, trailing zeros included. Without `decimals`: those of the text.
 */
export function formatPrice(locale: string, text: string, decimals: number = decimalsOf(text)): string {
  return textOf(formatOf(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }), text)
}

/**
 * A percentage from its decimal text ("-1.38" → "−1.38%"). Changes carry a sign and two decimals, win rates one
 * decimal, payouts none.
 */
export function formatPercent(locale: string, text: string, options: { decimals: number; sign?: SignDisplay }): string {
  const format = formatOf(locale, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: options.decimals,
    maximumFractionDigits: options.decimals,
    signDisplay: options.sign === 'result' ? 'exceptZero' : 'auto',
  })
  return textOf(format, text)
}

/** Compact, for volume only: "182.4K". */
export function formatVolume(locale: string, text: string): string {
  return textOf(formatOf(locale, { notation: 'compact', maximumFractionDigits: 1 }), text)
}

/** A whole number. */
export function formatCount(locale: string, count: number): string {
  return formatOf(locale, { maximumFractionDigits: 0 }).format(count)
}
