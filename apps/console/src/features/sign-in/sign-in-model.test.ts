import { describe, expect, it } from 'vitest'
import { afterRefusal, emptySignIn, signInErrors } from './sign-in-model.ts'

const filled = { account: 'dana', password: 'a long enough one', totp: '123456', newPassword: null }

describe('signing in', () => {
  it('needs a name, a password and a code of six digits', () => {
    expect(signInErrors(emptySignIn)).toEqual({ account: 'no-account', password: 'no-password', totp: 'code' })
    expect(signInErrors(filled)).toEqual({})
    expect(signInErrors({ ...filled, totp: '12345' })).toEqual({ totp: 'code' })
    expect(signInErrors({ ...filled, account: '  ' })).toEqual({ account: 'no-account' })
  })

  it('asks for a password of one’s own only once the server has', () => {
    expect(signInErrors({ ...filled, newPassword: 'too short' })).toEqual({ newPassword: 'short' })
    expect(signInErrors({ ...filled, newPassword: 'twelve chars' })).toEqual({})
    expect(afterRefusal(filled, 'new-password-required')).toEqual({ ...filled, newPassword: '' })
  })

  it('forgets the code after wrong credentials, and keeps it where it still serves', () => {
    expect(afterRefusal(filled, 'wrong-credentials').totp).toBe('')
    expect(afterRefusal(filled, 'new-password-required').totp).toBe('123456')
    expect(afterRefusal(filled, 'network')).toEqual(filled)
  })
})
