import { describe, expect, it } from 'vitest'
import {
  emptyRegister,
  refusalOfForm,
  registerErrors,
  registerInput,
  registerReducer,
  shownRegisterErrors,
} from './register-form-model.ts'
import type { RegisterAction, RegisterForm } from './register-form-model.ts'

const usual = { minLength: 6, maxLength: 16 }
const text = (field: Extract<RegisterAction, { type: 'text' }>['field'], value: string): RegisterAction => ({
  type: 'text',
  field,
  text: value,
})
const play = (...actions: RegisterAction[]): RegisterForm => actions.reduce(registerReducer, emptyRegister('K7Q2MX'))
const passwords = [text('loginPassword', 'secret1'), text('loginPassword2', 'secret1')]
const captcha: RegisterAction = { type: 'captcha', answer: { captchaId: 'c', text: 'ABC123', altcha: null } }
const unsolved: RegisterAction = {
  type: 'refused',
  error: 'captcha-required',
  msg: 'Enter the characters in the picture',
  fields: {},
}
const registered: RegisterAction = {
  type: 'refused',
  error: 'already-registered',
  msg: 'This account has been registered',
  fields: {},
}
const byMobile: RegisterAction[] = [
  { type: 'kind', kind: 'mobile' },
  text('mobile', '15123456789'),
  ...passwords,
  captcha,
]
const byEmail: RegisterAction[] = [
  { type: 'kind', kind: 'email' },
  text('email', 'lena@posteo.de'),
  text('code', '419207'),
  ...passwords,
]

const sentAlways = { requestId: 'r', inviteCode: 'K7Q2MX', loginPassword: 'secret1', loginPassword2: 'secret1' }

describe('the registration form', () => {
  it('is valid with a mobile number and a captcha', () => {
    const form = play(...byMobile)
    expect(registerErrors(form, usual)).toEqual({})
    const own = { mobile: '15123456789', captchaId: 'c', captcha: 'ABC123' }
    expect(registerInput(form, 'r')).toEqual({ ...sentAlways, ...own })
  })

  it('is valid with an e-mail address and its code, and sends no mobile number', () => {
    const form = play(text('mobile', '15123456789'), ...byEmail)
    expect(registerErrors(form, usual)).toEqual({})
    expect(registerInput(form, 'r')).toEqual({ ...sentAlways, email: 'lena@posteo.de', code: '419207' })
  })

  it('wants an invitation code', () => {
    expect(registerErrors(play(...byMobile, text('inviteCode', ' ')), usual).inviteCode).toBe('required')
  })

  it('wants 6 to 16 characters of password', () => {
    expect(registerErrors(play(text('loginPassword', '12345')), usual).loginPassword).toBe('too-short')
    expect(registerErrors(play(text('loginPassword', '123456')), usual).loginPassword).toBeUndefined()
    expect(registerErrors(play(text('loginPassword', '1234567890123456')), usual).loginPassword).toBeUndefined()
    expect(registerErrors(play(text('loginPassword', '12345678901234567')), usual).loginPassword).toBe('too-long')
  })

  it('wants 8 to 64 where the operator allows these', () => {
    const long = { minLength: 8, maxLength: 64 }
    expect(registerErrors(play(text('loginPassword', '1234567')), long).loginPassword).toBe('too-short')
    expect(registerErrors(play(text('loginPassword', '1'.repeat(64))), long).loginPassword).toBeUndefined()
  })

  it('says that the passwords differ, also when the first one changes afterwards', () => {
    const form = play(...byMobile)
    expect(registerErrors(registerReducer(form, text('loginPassword', 'secret2')), usual).loginPassword2).toBe(
      'passwords-differ',
    )
  })

  it('shows errors of fields that were left, and all after a try', () => {
    expect(shownRegisterErrors(play(), usual)).toEqual({})
    expect(shownRegisterErrors(play({ type: 'left', field: 'email' }), usual)).toEqual({ email: 'required' })
    expect(Object.keys(shownRegisterErrors(play({ type: 'tried' }), usual))).toEqual([
      'email',
      'code',
      'loginPassword',
      'loginPassword2',
    ])
  })

  it('puts a refusal at its field, and takes it back when the field changes', () => {
    const refused = play(...byMobile, {
      type: 'refused',
      error: 'invite-code-unknown',
      msg: 'The invitation code does not exist',
      fields: {},
    })
    expect(shownRegisterErrors(refused, usual)).toEqual({ inviteCode: 'refused' })
    expect(refused.refusal).toBe('The invitation code does not exist')
    expect(refusalOfForm(refused)).toBeNull()
    expect(registerErrors(registerReducer(refused, text('inviteCode', 'OTHER')), usual).inviteCode).toBeUndefined()
  })

  it('asks for a new captcha after each refusal, and shows the refusal alone', () => {
    const refused = play(...byMobile, unsolved, { type: 'tried' }, registered)
    expect(shownRegisterErrors(refused, usual)).toEqual({ mobile: 'refused' })
    expect(refused.refusal).toBe('This account has been registered')
    expect(refused.captchaRound).toBe(2)
    expect(registerErrors(refused, usual).captcha).toBe('required')
  })

  it('leaves the captcha to the phone until it could not solve one', () => {
    const unanswered = byMobile.filter(({ type }) => type !== 'captcha')
    expect(registerErrors(play(...unanswered), usual)).toEqual({})
    const asked = play(...unanswered, unsolved)
    expect([shownRegisterErrors(asked, usual), asked.refusal]).toEqual([{ captcha: 'required' }, null])
    expect(registerErrors(registerReducer(asked, captcha), usual)).toEqual({})
  })

  it('says of a wrong captcha that it was wrong, not that the new one is missing', () => {
    const refused = play(...byMobile, { type: 'refused', error: 'wrong-captcha', msg: 'Wrong code', fields: {} })
    expect(shownRegisterErrors(refused, usual)).toEqual({ captcha: 'refused' })
    expect(refused.needsPicture).toBe(true)
  })

  it('puts an account that is registered at its mobile number or its e-mail address', () => {
    expect(shownRegisterErrors(play(...byEmail, registered), usual)).toEqual({ email: 'refused' })
  })

  it('shows below all fields what concerns none', () => {
    const halted = play(...byMobile, { type: 'refused', error: 'books-halted', msg: 'Bookings are paused', fields: {} })
    expect(shownRegisterErrors(halted, usual)).toEqual({})
    expect(refusalOfForm(halted)).toBe('Bookings are paused')
  })

  it('shows at the number that the server finds it wrong', () => {
    const fields = { mobile: 'wrong-mobile' } as const
    const refused = play(...byMobile, { type: 'refused', error: 'wrong-mobile', msg: 'Wrong mobile number', fields })
    expect(shownRegisterErrors(refused, usual)).toEqual({ mobile: 'wrong-mobile' })
  })

  it('shows the fields that the server names', () => {
    const refused = play(...byEmail, {
      type: 'refused',
      error: 'invalid',
      msg: 'Check',
      fields: { email: 'wrong-email' },
    })
    expect(shownRegisterErrors(refused, usual)).toEqual({ email: 'wrong-email' })
    expect(refused.refusal).toBeNull()
  })
})

describe('the steps of the registration', () => {
  const next: RegisterAction = { type: 'next' }

  it('ask for one thing each, and go on when it is there', () => {
    expect(play().step).toBe('invite')
    expect(play(next).step).toBe('account')
    expect(play(next, text('email', 'lena@posteo.de'), text('code', '419207'), next).step).toBe('password')
    expect(play(next, { type: 'kind', kind: 'mobile' }, text('mobile', '15123456789'), next).step).toBe('password')
    expect(play(next, { type: 'back' }).step).toBe('invite')
  })

  it('stay where something is missing or wrong, and say so there alone', () => {
    const withoutInvite = play(text('inviteCode', ''), next)
    expect([withoutInvite.step, shownRegisterErrors(withoutInvite, usual)]).toEqual([
      'invite',
      { inviteCode: 'required' },
    ])
    const withoutCode = play(next, text('email', 'lena@posteo.de'), next)
    expect([withoutCode.step, shownRegisterErrors(withoutCode, usual)]).toEqual(['account', { code: 'required' }])
  })

  it.each([
    ['invite-code-unknown', 'invite'],
    ['already-registered', 'account'],
    ['wrong-code', 'account'],
    ['wrong-captcha', 'password'],
    ['books-halted', 'password'],
  ])('return after %s to the step of %s', (error, step) => {
    const last = play(next, ...byEmail, next)
    expect(registerReducer(last, { type: 'refused', error, msg: 'Refused', fields: {} }).step).toBe(step)
  })

  it('keep what was typed before the form was left, unless another invitation is followed', () => {
    const typed = { step: 'account', kind: 'mobile', inviteCode: 'K7Q2MX', mobile: '151', email: '' } as const
    expect(emptyRegister('', typed)).toMatchObject(typed)
    expect(emptyRegister('K7Q2MX', typed)).toMatchObject(typed)
    expect(emptyRegister('OTHER', typed)).toMatchObject({ ...typed, step: 'invite', inviteCode: 'OTHER' })
  })
})
