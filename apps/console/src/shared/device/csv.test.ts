import { expect, it } from 'vitest'
import { csvLines } from './csv.ts'

it('writes the names of the columns and a line for each row', () => {
  expect(
    csvLines(
      ['id', 'amount'],
      [
        ['7', '12.5'],
        ['8', null],
      ],
    ),
  ).toBe('id,amount\r\n7,12.5\r\n8,\r\n')
})

it('quotes what would end a field or a line', () => {
  expect(csvLines(['text'], [['a, b'], ['say "no"'], ['two\nlines']])).toBe(
    'text\r\n"a, b"\r\n"say ""no"""\r\n"two\nlines"\r\n',
  )
})

it('leaves no formula to a spreadsheet, and keeps numbers as they are', () => {
  expect(csvLines(['text'], [['=1+1'], ['-3.5'], ['-3,5 of you'], ['@cell'], [-4]])).toBe(
    `text\r\n'=1+1\r\n-3.5\r\n"'-3,5 of you"\r\n'@cell\r\n-4\r\n`,
  )
})
