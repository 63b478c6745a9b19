import { describe, expect, it } from 'vitest'
import { afterRefusal, emptySignIn, signInFaults } from './sign-in-model.ts'

const filled = { account: 'dana', password: 'a long enough one', totp: '123456', newPassword: null }

describe('signing in', () => {
  it('needs a name, a password and a code of six digits', () => {
    expect(signInFaults(emptySignIn)).toEqual({ account: 'required', password: 'required', totp: 'code' })
    expect(signInFaults(filled)).toEqual({})
    expect(signInFaults({ ...filled, totp: '12345' })).toEqual({ totp: 'code' })
    expect(signInFaults({ ...filled, account: '  ' })).toEqual({ account: 'required' })
  })

  it('asks for a password of one’s own only once the server has', () => {
    expect(signInFaults({ ...filled, newPassword: 'too short' })).toEqual({ newPassword: 'short' })
    expect(signInFaults({ ...filled, newPassword: 'twelve chars' })).toEqual({})
    expect(afterRefusal(filled, 'new-password-required')).toEqual({ ...filled, newPassword: '' })
  })

  it('forgets the code after wrong credentials, and keeps it where it still serves', () => {
    expect(afterRefusal(filled, 'wrong-credentials').totp).toBe('')
    expect(afterRefusal(filled, 'new-password-required').totp).toBe('123456')
    expect(afterRefusal(filled, 'network')).toEqual(filled)
  })
})
