/** Marks a text that stands for an integer that JSON cannot hold, or begins with the mark itself. */
const mark = '\u0001'

/** A message of a process as JSON; integers of any size are kept. */
export function encodeMessage(message: unknown): string {
  return JSON.stringify(message, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${mark}${value}`
    return typeof value === 'string' && value.startsWith(mark) ? mark + value : value
  })
}

/** Reads a message that `encodeMessage` wrote. Throws SyntaxError for anything else. */
export function decodeMessage(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(mark)) return value
    const rest = value.slice(mark.length)
    if (rest.startsWith(mark)) return rest
    if (!/^-?\d{1,40}$/.test(rest)) throw new SyntaxError('a marked text is no integer')
    return BigInt(rest)
  })
}
