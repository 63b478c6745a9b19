/** A local month ("2026-11") in an address; null for any other text. */
export function parseMonth(text: string | undefined): string | null {
  return text !== undefined && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null
}

/** The first instant of a local month, or of one so many months later. */
export function startOf(month: string, later = 0): number {
  return new Date(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + later).getTime()
}

/** The local month of an instant and those before it, newest first. */
export function monthsUpTo(atMs: number, count: number): string[] {
  const now = new Date(atMs)
  return Array.from({ length: count }, (_, before) => nameOf(new Date(now.getFullYear(), now.getMonth() - before)))
}

/** The local month of an instant. */
export function monthOf(atMs: number): string {
  return nameOf(new Date(atMs))
}

function nameOf(at: Date): string {
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`
}
