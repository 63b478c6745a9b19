import { expect, it } from 'vitest'
import { limitError } from './limit-form-model.ts'

it.each([
  ['stake', '100', null],
  ['loss', '0.5', null],
  ['deposit', '0', 'wrong-format'],
  ['deposit', '0.00', 'wrong-format'],
  ['stake', '1,000', 'wrong-format'],
  ['stake', '', 'required'],
  ['session', '5', null],
  ['session', '1440', null],
  ['session', '4', 'wrong-format'],
  ['session', '1441', 'wrong-format'],
  ['session', '30.5', 'wrong-format'],
] as const)('a limit of kind %s typed as "%s" is %s', (kind, text, error) => {
  expect(limitError(kind, text)).toBe(error)
})
