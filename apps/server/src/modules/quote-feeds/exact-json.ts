/**
 * Parses JSON with every number kept as its source text: "105944.20" stays as sent. Undefined when the text is not
 * JSON.
 */
export function parseExactJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, ...rest: unknown[]) =>
      typeof value === 'number' ? sourceOf(rest[0]) : value,
    )
  } catch {
    return undefined
  }
}

/** A number's source text, which the parser passes to the reviver (ECMAScript 2025, JSON.parse source text access). */
function sourceOf(context: unknown): string {
  if (typeof context === 'object' && context !== null && 'source' in context && typeof context.source === 'string')
    return context.source
  throw new Error('this JavaScript engine does not show the text of a JSON number')
}

/**
 * Writes a JSON number without an exponent ("1.2e-7" as "0.00000012"), digit for digit. Anything else is returned as it
 * is.
 */
export function plainDecimal(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,2})$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  const digits = whole + fraction
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  const padded = digits.padEnd(point, '0')
  const rest = padded.slice(point)
  return `${sign}${padded.slice(0, point)}${rest === '' ? '' : `.${rest}`}`
}
