import { expect, it } from 'vitest'
import { emptyForgot, forgotErrors, forgotInput, refusedForgotField } from './forgot-form-model.ts'

const usual = { minLength: 6, maxLength: 16 }

const whole = { email: 'lena@posteo.de', code: '123456', loginPassword: 'secret-1', loginPassword2: 'secret-1' }

it('asks for an e-mail address, a whole code and a new password twice', () => {
  expect(forgotErrors(emptyForgot, usual)).toEqual({
    email: 'required',
    code: 'required',
    loginPassword: 'required',
    loginPassword2: 'required',
  })
  expect(
    forgotErrors({ ...emptyForgot, texts: { ...whole, email: 'lena', code: '123', loginPassword2: 'x' } }, usual),
  ).toEqual({
    email: 'wrong-email',
    code: 'wrong-format',
    loginPassword2: 'passwords-differ',
  })
  expect(forgotErrors({ ...emptyForgot, texts: whole }, usual)).toEqual({})
})

it('sends what was typed, and shows a wrong code at the code', () => {
  expect(forgotInput({ ...emptyForgot, texts: whole })).toEqual(whole)
  expect(refusedForgotField('wrong-code')).toBe('code')
  expect(refusedForgotField('frequent-operations')).toBeUndefined()
})
