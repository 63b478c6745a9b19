import { describe, expect, it } from 'vitest'
import { signedInBy, startLogin, startNextLoginWith } from './sign-in-by.ts'

describe('the login', () => {
  it('begins with the way of the last sign-in, without a name', () => {
    signedInBy('email')
    expect(startLogin()).toMatchObject({ kind: 'email', email: '', mobile: '' })
    signedInBy('mobile')
    expect(startLogin()).toMatchObject({ kind: 'mobile' })
  })

  it('begins with the address whose password was just replaced, until it has signed in', () => {
    startNextLoginWith('lena@posteo.de')
    expect(startLogin()).toMatchObject({ kind: 'email', email: 'lena@posteo.de' })
    signedInBy('email')
    expect(startLogin()).toMatchObject({ kind: 'email', email: '' })
  })
})
