/** A value of a CSV file; null is an empty one. */
export type CsvValue = string | number | null

/** A time as a field: ISO 8601 in UTC; empty where there is none. */
export function csvTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString()
}

/** Rows as lines of a CSV file (RFC 4180), below the names of the columns. */
export function csvLines(names: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [names, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('')
}

/** Spreadsheets run a text that begins like this as a formula, unless it is a number. */
const formula = /^[=+\-@\t\r]/
const plainNumber = /^[+-]?\d+(\.\d+)?$/

function csvField(value: CsvValue): string {
  if (value === null) return ''
  const text = String(value)
  const inert = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
