import { idPattern } from '@candor/api'

/** Parses the id of a row in an id or a cursor of the wire; null for any other text. */
export function idOf(text: string): bigint | null {
  return idPattern.test(text) ? BigInt(text) : null
}

/** Whether a text is the id of a quote, a UUID as the database prints it. */
export function isQuoteId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
