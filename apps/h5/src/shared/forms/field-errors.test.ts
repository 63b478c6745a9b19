import { languages } from '@candor/api'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrorKey } from './field-errors.ts'

const textsOf = z.object({ default: z.record(z.string(), z.string()) })

it.each(languages)('names a wrong mobile number as the server does, in %s', async (language) => {
  const shown = z.parse(textsOf, await import(`./messages/${language}.json`)).default
  const told = z.parse(textsOf, await import(`../../../../../packages/api/src/texts/${language}.json`)).default
  expect(shown['wrongMobile']).toBe(told['wrong-mobile'])
})

it('says what to enter into an empty field that it knows, and what is wrong with any other', () => {
  expect(fieldErrorKey('required', 'bankName')).toBe('forms.required.bankName')
  expect(fieldErrorKey('required', 'captcha')).toBe('forms.required')
  expect(fieldErrorKey('too-long', 'bankName')).toBe('forms.tooLong')
  expect(fieldErrorKey(undefined, 'bankName')).toBe(null)
})
