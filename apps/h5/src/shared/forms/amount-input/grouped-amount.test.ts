import { describe, expect, it } from 'vitest'
import { caretIn, editedAmount, groupedAmount } from './grouped-amount.ts'

/** A field with `|` as its cursor. */
function split(field: string) {
  const caret = field.indexOf('|')
  return { text: field.replace('|', ''), caret: caret < 0 ? field.length : caret }
}

/** What a field shows, with its cursor, after a change. */
function after(locale: string, before: string, changed: string, isForward = false): string {
  const { text, caret } = split(changed)
  const edited = editedAmount(locale, { before, after: text, caret, isForward })
  const shown = groupedAmount(locale, edited.text)
  const at = caretIn(locale, shown, edited.before)
  return `${shown.slice(0, at)}|${shown.slice(at)}`
}

const read = (locale: string, pasted: string) =>
  editedAmount(locale, { before: '', after: pasted, caret: pasted.length }).text

describe('an amount in its field', () => {
  it.each([
    ['en-GB', '1234567.5', '1,234,567.5'],
    ['de-DE', '1234567.5', '1.234.567,5'],
    ['fr-FR', '1234.', '1\u202F234,'],
    ['es-ES', '1234', '1234'],
    ['en-GB', '0,5', '0.5'],
    ['en-GB', '007', '007'],
    ['de-DE', '1.2.3', '1,2,3'],
    ['en-GB', '', ''],
    ['en-GB', '999999999999.999999', '999,999,999,999.999999'],
  ])('in %s, %j is shown as %j', (locale, text, shown) => {
    expect(groupedAmount(locale, text)).toBe(shown)
  })

  it.each([
    ['a digit is typed at the end', 'en-GB', '100', '1000|', '1,000|'],
    ['a digit is typed in front', 'en-GB', '1,000', '2|1,000', '2|1,000'],
    ['a digit is typed in the middle', 'en-GB', '1,234', '1,29|34', '12,9|34'],
    ['a digit is deleted', 'en-GB', '12,345', '12,34|', '1,234|'],
    ['the point is typed', 'de-DE', '1.000', '1.000,|', '1.000,|'],
    ['the other point is typed', 'de-DE', '1.000', '1.000.|', '1.000,|'],
    ['a comma is typed in English', 'en-GB', '7', '7,|', '7.|'],
    ['the separator is deleted', 'en-GB', '1,234', '1|234', '|234'],
    ['a selection is replaced', 'en-GB', '1,234,567', '9|,567', '9|,567'],
  ])('is grouped, and the cursor stays, when %s', (_, locale, before, changed, shown) => {
    expect(after(locale, before, changed)).toBe(shown)
  })

  it('loses the digit behind a separator to the key that deletes forward', () => {
    expect(after('en-GB', '1,234', '1|234', true)).toBe('1|34')
  })

  it.each([
    ['en-GB', '1,000.50', '1000.50'],
    ['de-DE', '1,000.50', '1000.50'],
    ['de-DE', '1.000,50', '1000.50'],
    ['en-GB', '1.000,50', '1000.50'],
    ['en-GB', '1,000', '1000'],
    ['de-DE', '1.000', '1000'],
    ['en-GB', '1.000', '1.000'],
    ['de-DE', '1,000', '1.000'],
    ['en-GB', '1.234.567', '1234567'],
    ['fr-FR', '1\u202F000,5', '1000.5'],
    ['en-GB', ' 1 000 ', '1000'],
    ['en-GB', '1’000.5', '1000.5'],
    ['ja-JP', '１，０００．５', '1000.5'],
    ['en-GB', 'ten', 'ten'],
  ])('in %s, the pasted text %j is read as %j', (locale, pasted, text) => {
    expect(read(locale, pasted)).toBe(text)
  })

  it('is read as a whole where a part of it stays when something is pasted', () => {
    expect(editedAmount('en-GB', { before: '1', after: '1,000', caret: 5 }).text).toBe('1000')
    expect(after('en-GB', '5', '1,000|5')).toBe('10,00|5')
  })
})
