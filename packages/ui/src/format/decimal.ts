/** A decimal string that `Intl.NumberFormat` takes exactly. */
export type DecimalText = `${number}`

const decimalPattern = /^-?\d+(\.\d+)?$/

/** Whether a text is a plain decimal. The wire schemas have checked it already; this narrows the type. */
export function isDecimal(text: string): text is DecimalText {
  return decimalPattern.test(text)
}

/** The sign of a decimal string: −1, 0 or 1. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0
  return text.startsWith('-') ? -1 : 1
}

/** The number of digits after the decimal point. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point === -1 ? 0 : text.length - point - 1
}
