import { isStorableText } from '@candor/api'

/** Whether the database can store every text of a form. Iterates instead of recursing, because JSON may nest deeply. */
export function isStorable(form: object): boolean {
  const left: unknown[] = Object.values(form)
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && !isStorableText(value)) return false
    if (isNested(value)) for (const part of Object.values(value)) left.push(part)
  }
  return true
}

/** Whether a value is a list or an object of JSON, and not a file. */
function isNested(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype
}
