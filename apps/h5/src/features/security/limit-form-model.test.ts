import { expect, it } from 'vitest'
import { limitError, limitErrorKey } from './limit-form-model.ts'

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

it('names what is missing from a limit, and says that any other text does not look right', () => {
  expect(limitErrorKey('stake', ' ')).toBe('forms.required.amount')
  expect(limitErrorKey('session', '')).toBe('security.limits.enterMinutes')
  expect(limitErrorKey('session', '4')).toBe('forms.wrongFormat')
  expect(limitErrorKey('loss', '10')).toBe(null)
})
