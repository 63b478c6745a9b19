import { expect, it } from 'vitest'
import {
  emptyLoginPassword,
  loginPasswordErrors,
  loginPasswordInput,
  refusedLoginPasswordField,
} from './login-password-form-model.ts'

const usual = { minLength: 6, maxLength: 16 }

const whole = { oldPassword: 'secret-1', loginPassword: 'secret-2', loginPassword2: 'secret-2' }

it('asks for the old password and twice for the new one', () => {
  expect(loginPasswordErrors(emptyLoginPassword, usual)).toEqual({
    oldPassword: 'required',
    loginPassword: 'required',
    loginPassword2: 'required',
  })
  expect(
    loginPasswordErrors({ ...emptyLoginPassword, texts: { ...whole, loginPassword2: 'secret-3' } }, usual),
  ).toEqual({
    loginPassword2: 'passwords-differ',
  })
  expect(loginPasswordErrors({ ...emptyLoginPassword, texts: whole }, usual)).toEqual({})
})

it('sends what was typed, and shows a wrong old password at its field', () => {
  expect(loginPasswordInput({ ...emptyLoginPassword, texts: whole })).toEqual(whole)
  expect(refusedLoginPasswordField('wrong-old-password')).toBe('oldPassword')
  expect(refusedLoginPasswordField('frequent-operations')).toBeUndefined()
})
