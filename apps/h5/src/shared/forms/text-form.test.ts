import { describe, expect, it } from 'vitest'
import { emptyTextForm, passwordPairErrors, shownErrors, textFormReducer } from './text-form.ts'
import type { TextForm, TextFormAction } from './text-form.ts'

const usual = { minLength: 6, maxLength: 16 }

type Field = 'code' | 'loginPassword'
const start = emptyTextForm<Field>({ code: '', loginPassword: '' })
const after = (...actions: TextFormAction<Field>[]): TextForm<Field> =>
  actions.reduce<TextForm<Field>>(textFormReducer, start)
const refused = (more: object): TextFormAction<Field> => ({
  type: 'refused',
  field: undefined,
  fields: {},
  msg: 'No',
  ...more,
})

describe('a form of text fields', () => {
  it('shows an error of its own once the field was left, and all of them after a try', () => {
    const errors = { code: 'required', loginPassword: 'too-short' } as const
    expect(shownErrors(start, errors)).toEqual({})
    expect(shownErrors(after({ type: 'left', field: 'code' }), errors)).toEqual({ code: 'required' })
    expect(shownErrors(after({ type: 'tried' }), errors)).toEqual(errors)
  })

  it('shows after a try of one step only the errors of its fields, and of fields that were left before', () => {
    const errors = { code: 'required', loginPassword: 'too-short' } as const
    const tried: TextFormAction<Field> = { type: 'tried', fields: ['loginPassword'] }
    expect(shownErrors(after(tried), errors)).toEqual({ loginPassword: 'too-short' })
    expect(shownErrors(after({ type: 'left', field: 'code' }, tried), errors)).toEqual(errors)
  })

  it('shows what the server refused at its field until that changes', () => {
    const wrong = after({ type: 'text', field: 'code', text: '123456' }, refused({ field: 'code' }))
    expect(shownErrors(wrong, {})).toEqual({ code: 'refused' })
    expect(wrong.refusal).toBeNull()
    expect(shownErrors(textFormReducer(wrong, { type: 'text', field: 'loginPassword', text: 'x' }), {})).toEqual({
      code: 'refused',
    })
    expect(shownErrors(textFormReducer(wrong, { type: 'text', field: 'code', text: '1' }), {})).toEqual({})
  })

  it('shows at its field what the server names there, and elsewhere what concerns none', () => {
    expect(shownErrors(after(refused({ fields: { loginPassword: 'too-long', other: 'required' } })), {})).toEqual({
      loginPassword: 'too-long',
    })
    expect(after(refused({})).refusal).toBe('No')
    expect(after(refused({}), { type: 'text', field: 'code', text: '1' }).refusal).toBeNull()
    expect(after(refused({}), { type: 'tried' }).refusal).toBeNull()
  })
})

describe('a new password', () => {
  it.each([
    ['secret-1', 'secret-1', {}],
    ['secret-1', 'secret-2', { loginPassword2: 'passwords-differ' }],
    ['short', 'short', { loginPassword: 'too-short' }],
    ['a'.repeat(17), 'a'.repeat(17), { loginPassword: 'too-long' }],
    ['', '', { loginPassword: 'required', loginPassword2: 'required' }],
  ])('%s repeated as %s has the errors %j', (loginPassword, loginPassword2, errors) => {
    expect(passwordPairErrors({ loginPassword, loginPassword2 }, usual)).toEqual(errors)
  })
})
