import { formatCount, formatPrice } from '../../i18n/index.ts'

/** A change of an amount's field: its text before and after, and where the cursor is now. */
export interface AmountEdit {
  readonly before: string
  readonly after: string
  readonly caret: number
  /** Whether it was the key that deletes what follows the cursor. */
  readonly isForward?: boolean
}

/** A number as the app reads it, whose whole part is exact as a number of JavaScript. */
const plainNumber = /^(0|[1-9]\d{0,14})(\.\d*)?$/

/**
 * A typed amount (`1234.5`) as its field shows it: thousands grouped, with the language's decimal point. A text that is
 * no number is only given that point.
 */
export function groupedAmount(locale: string, text: string): string {
  const typed = text.trim().replace(',', '.')
  const match = plainNumber.exec(typed)
  const { point } = marksOf(locale)
  if (match === null) return typed.replaceAll('.', point)
  const [, whole, decimals = ''] = match
  return formatCount(locale, Number(whole)) + decimals.replace('.', point)
}

/**
 * The amount after a change of its field, as the app reads it, and the number of its characters before the cursor.
 * Reads what is pasted in its own notation: `1,000.50`, `1.000,50`, `1 000,50`, full-width digits.
 */
export function editedAmount(locale: string, edit: AmountEdit): { text: string; before: number } {
  const { before, after, caret } = edit
  const marks = marksOf(locale)
  const following = after.slice(caret)
  if (!before.endsWith(following)) return { text: readAmount(after, marks), before: Number.POSITIVE_INFINITY }
  const kept = commonStart(before.slice(0, before.length - following.length), after.slice(0, caret))
  const inserted = after.slice(kept.length, caret)
  let [head, tail] = [unmarked(kept, marks), unmarked(following, marks)]
  if (inserted === '' && after.length < before.length && head + tail === unmarked(before, marks)) {
    // Only a separator was deleted: the customer means the digit beside it.
    if (edit.isForward === true) tail = tail.slice(1)
    else head = head.slice(0, -1)
  }
  const text = (inserted.length > 1 ? pasted(head, inserted, marks) : head + typedMark(inserted)) + tail
  return { text, before: text.length - tail.length }
}

/** The place of the cursor in a shown amount, after so many characters other than separators. */
export function caretIn(locale: string, shown: string, characters: number): number {
  const { group } = marksOf(locale)
  let left = characters
  for (let at = 0; at < shown.length; at += 1) {
    if (left <= 0) return at
    if (shown.charAt(at) !== group) left -= 1
  }
  return shown.length
}

interface Marks {
  readonly group: string
  readonly point: string
}

/** The marks of a language, read from a number: 12,345.6. */
function marksOf(locale: string): Marks {
  const sample = formatPrice(locale, '12345.6')
  return { group: sample.charAt(2), point: sample.charAt(sample.length - 2) }
}

/** A part of a shown amount without its separators, with a plain point. */
function unmarked(shown: string, { group, point }: Marks): string {
  return shown.replaceAll(group, '').replaceAll(point, '.')
}

/** Either mark that is typed is the decimal point: many keypads have only one of them. */
function typedMark(character: string): string {
  const typed = halfWidth(character)
  return typed === ',' ? '.' : typed
}

/** What was pasted, after what stayed: the start of it may equal what it replaced. */
function pasted(head: string, inserted: string, marks: Marks): string {
  return /^[.,]/.test(inserted) ? readAmount(head + inserted, marks) : head + readAmount(inserted, marks)
}

function readAmount(text: string, { group }: Marks): string {
  const digits = halfWidth(text)
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const mark = digits.charAt(last)
  if (mark === '') return digits
  const other = mark === '.' ? ',' : '.'
  const isOnce = digits.indexOf(mark) === last
  const isGrouped = new RegExp(String.raw`^\d{1,3}([${mark}]\d{3})+$`).test(digits)
  // “1,000” alone is read as the language writes it; “1,000,000” has one meaning.
  if (isGrouped && (!isOnce || mark === group)) return digits.replaceAll(mark, '')
  return isOnce ? digits.replaceAll(other, '').replace(mark, '.') : digits.replaceAll(',', '.')
}

/** Full-width characters as plain ones, and no spaces or apostrophes, which are separators somewhere. */
function halfWidth(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s'’]/g, '')
    .replaceAll('。', '.')
}

function commonStart(left: string, right: string): string {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return left.slice(0, length)
}
