import { describe, expect, it } from 'vitest'
import { emptyLogin, loginErrors, loginInput, loginReducer } from './login-form-model.ts'
import type { LoginAction, LoginForm } from './login-form-model.ts'

const play = (...actions: LoginAction[]): LoginForm => actions.reduce(loginReducer, emptyLogin)
const filled: LoginAction[] = [
  { type: 'account', text: '1512 345 6789' },
  { type: 'password', text: 'secret1' },
]

describe('the login form', () => {
  it('is valid with a mobile number and a password', () => {
    const form = play(...filled)
    expect(loginErrors(form)).toEqual({})
    expect(loginInput(form)).toEqual({ account: '15123456789', loginPassword: 'secret1' })
  })

  it('wants 10 to 13 digits', () => {
    expect(loginErrors(play({ type: 'account', text: '151234567' })).account).toBe('wrong-mobile')
    expect(loginErrors(play({ type: 'account', text: '1512345678' })).account).toBeUndefined()
    expect(play({ type: 'account', text: '15123456789012345' }).mobile).toHaveLength(13)
  })

  it('wants a real e-mail address, and turns valid with it', () => {
    const form = play({ type: 'kind', kind: 'email' }, { type: 'account', text: 'lena@' })
    expect(loginErrors(form).account).toBe('wrong-email')
    expect(loginErrors(loginReducer(form, { type: 'account', text: ' lena@posteo.de ' })).account).toBeUndefined()
  })

  it('shows no error before a field was left or the form was tried', () => {
    expect(play(...filled).visited.size).toBe(0)
    expect(play({ type: 'left', field: 'account' }).visited).toEqual(new Set(['account']))
    expect(play({ type: 'tried' }).visited.size).toBe(4)
  })

  it('asks for a captcha once the server does, and for a new one after each refusal', () => {
    const asked = play(...filled, { type: 'refused', msg: 'Enter the characters', asksCaptcha: true, asksTotp: false })
    expect(loginErrors(asked).captcha).toBe('required')
    const answered = loginReducer(asked, { type: 'captcha', answer: { captchaId: 'c', text: 'ABC123', altcha: null } })
    expect(loginErrors(answered)).toEqual({})
    expect(loginInput(answered)).toMatchObject({ captchaId: 'c', captcha: 'ABC123' })
    const again = loginReducer(answered, {
      type: 'refused',
      msg: 'Wrong account or password',
      asksCaptcha: false,
      asksTotp: false,
    })
    expect(again.captchaRound).toBe(asked.captchaRound + 1)
    expect(loginErrors(again).captcha).toBe('required')
  })

  it('takes the proof of work in the place of the characters', () => {
    const form = play(
      ...filled,
      { type: 'refused', msg: 'x', asksCaptcha: true, asksTotp: false },
      { type: 'captcha', answer: { captchaId: 'c', text: '', altcha: 'proof' } },
    )
    expect(loginErrors(form)).toEqual({})
    expect(loginInput(form)).toMatchObject({ captchaId: 'c', altcha: 'proof' })
  })

  it('takes a refusal back when something changes', () => {
    const refused = play(...filled, {
      type: 'refused',
      msg: 'Wrong account or password',
      asksCaptcha: false,
      asksTotp: false,
    })
    expect(refused.refusal).toBe('Wrong account or password')
    expect(loginReducer(refused, { type: 'password', text: 'other1' }).refusal).toBeNull()
  })
})

describe('the second step', () => {
  const asked = loginReducer(emptyLogin, { type: 'refused', msg: 'Enter the code', asksCaptcha: false, asksTotp: true })

  it('is asked for once the server wants it, and sent from then on', () => {
    expect(loginErrors(emptyLogin).totp).toBeUndefined()
    expect(loginErrors(asked).totp).toBe('required')
    const typed = loginReducer(asked, { type: 'totp', text: ' 123456 ' })
    expect(loginInput(typed).totp).toBe('123456')
    expect(loginInput(emptyLogin)).not.toHaveProperty('totp')
  })

  it('asks for the next code after a refused one', () => {
    const refused = loginReducer(loginReducer(asked, { type: 'totp', text: '123456' }), {
      type: 'refused',
      msg: 'No',
      asksCaptcha: false,
      asksTotp: true,
    })
    expect(refused).toMatchObject({ totp: '', needsTotp: true })
  })
})
