import { securityTotpBegin, securityTotpConfirm, userLogins } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import { bytesOf } from '../../../test/base32.ts'
import { customersOf, password, twice } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { stepOf, totpAt } from '../../platform/totp.ts'

const { newCustomer, newMailbox, newestMail, codeFor, login, info } = customersOf(() => fixture)

const fixture = closeAfterTests(await openIdentity())

const post = async (token: string, path: string, form: object) => (await fixture.call(path, form, { token })).body

/** A customer with a second step, and its secret. */
async function newGuarded() {
  const { email, token } = await newMailbox()
  const begun = parse(
    securityTotpBegin.output,
    (await post(token, 'security/totp_begin', { loginPassword: password })).data,
  )
  const codeNow = (steps = 0) => totpAt(bytesOf(begun.secret), stepOf(fixture.clock.nowMs()) + steps)
  const confirmed = await post(token, 'security/totp_confirm', { totp: codeNow() })
  const { recoveryCodes } = parse(securityTotpConfirm.output, confirmed.data)
  fixture.clock.advance(30_000)
  return { email, token, recoveryCodes, codeNow }
}

describe('the second step', () => {
  it('is asked for after the right password, and a code signs in once', async () => {
    const { email, codeNow } = await newGuarded()
    expect((await login(email, 'wrong-one')).error).toBe('wrong-credentials')
    expect(await login(email, password)).toMatchObject({
      error: 'totp-required',
      msg: 'Enter the code from your authenticator app',
    })
    const totp = codeNow()
    expect((await login(email, password, { totp })).code).toBe(1)
    expect((await login(email, password, { totp })).error).toBe('wrong-totp')
    fixture.clock.advance(30_000)
    expect((await login(email, password, { totp: codeNow() })).code).toBe(1)
  })

  it('is asked for after a forgotten password was replaced as well', async () => {
    const { email, codeNow } = await newGuarded()
    const code = await codeFor(email, 'password-forgot')
    const next = 'a-new-password'
    const reset = { email, code, ...twice(next) }
    expect((await fixture.call('user/password_forgot', reset)).body.code).toBe(1)
    expect((await login(email, next)).error).toBe('totp-required')
    expect((await login(email, next, { totp: codeNow() })).code).toBe(1)
  })

  it('is in the sign-in history where it was wrong, and not where it was only requested', async () => {
    const { email, token, codeNow } = await newGuarded()
    const wrong = codeNow() === '000000' ? '000001' : '000000'
    for (let asked = 0; asked < 2; asked += 1) expect((await login(email, password)).error).toBe('totp-required')
    expect((await login(email, password, { totp: wrong })).error).toBe('wrong-totp')
    const outcomes = async () =>
      parse(userLogins.output, (await post(token, 'user/logins', {})).data).items.map(({ outcome }) => outcome)
    await expect.poll(outcomes).toEqual(['wrong-second-step', 'logged-in'])
  })

  it('takes a code once, however often it comes at once', async () => {
    const { email, codeNow } = await newGuarded()
    const totp = codeNow()
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(email, password, { totp })))
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
  })

  it.each([
    [-2, 'wrong-totp'],
    [-1, undefined],
    [0, undefined],
    [1, undefined],
    [2, 'wrong-totp'],
  ])('accepts codes of 90 seconds: the code of %i steps from now leads to %s', async (steps, error) => {
    const { email, codeNow } = await newGuarded()
    // The steps before were used to turn it on.
    fixture.clock.advance(90_000)
    expect((await login(email, password, { totp: codeNow(steps) })).error).toBe(error)
  })

  it('is passed with each recovery code once', async () => {
    const { email, token, recoveryCodes } = await newGuarded()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    expect((await login(email, password, { totp: code.toUpperCase().replace('-', '') })).code).toBe(1)
    expect((await login(email, password, { totp: code })).error).toBe('wrong-totp')
    expect((await post(token, 'security/state', {})).data).toMatchObject({ totp: { isOn: true, recoveryCodesLeft: 9 } })
  })

  it('evaluates five of 50 guesses that come at once, and the right code a quarter of an hour later', async () => {
    const { email, codeNow } = await newGuarded()
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(email, password, { totp: 'aaaaa-aaaaa' })))
    // Some require a captcha first: the account counts its logins as well.
    for (let more = 0; more < 5; more += 1) answers.push(await login(email, password, { totp: 'aaaaa-aaaaa' }))
    expect(answers.filter((answer) => answer.error === 'wrong-totp')).toHaveLength(5)
    expect((await login(email, password, { totp: codeNow() })).error).toBe('frequent-operations')
    fixture.clock.advance(15 * 60_000 + 1)
    expect((await login(email, password, { totp: codeNow() })).code).toBe(1)
  })

  it('guards nothing before its first code was right, and ends every other session then', async () => {
    const { email, token } = await newMailbox()
    const other = (await login(email, password)).data
    const begun = parse(
      securityTotpBegin.output,
      (await post(token, 'security/totp_begin', { loginPassword: password })).data,
    )
    expect(begun.uri).toContain(begun.secret)
    expect((await post(token, 'security/totp_confirm', { totp: 'abcdef' })).error).toBe('invalid')
    const totp = totpAt(bytesOf(begun.secret), stepOf(fixture.clock.nowMs()))
    const wrong = totp === '000000' ? '000001' : '000000'
    expect((await post(token, 'security/totp_confirm', { totp: wrong })).error).toBe('wrong-totp')
    expect((await login(email, password)).code).toBe(1)
    expect((await post(token, 'security/totp_confirm', { totp })).code).toBe(1)
    const otherToken = typeof other === 'object' && other !== null && 'token' in other ? String(other.token) : ''
    expect((await info(otherToken)).status).toBe(408)
    expect((await info(token)).status).toBe(200)
    expect((await newestMail(email))?.subject).toBe('Two-step sign-in is on')
    expect((await post(token, 'security/totp_begin', { loginPassword: password })).error).toBe('totp-already-on')
  })

  it('is turned off with the password and a code, and not with less', async () => {
    const { email, token, codeNow } = await newGuarded()
    expect((await post(token, 'security/totp_disable', { loginPassword: 'wrong-one', totp: codeNow() })).error).toBe(
      'wrong-login-password',
    )
    expect((await post(token, 'security/totp_disable', { loginPassword: password, totp: 'aaaaa-aaaaa' })).error).toBe(
      'wrong-totp',
    )
    expect((await post(token, 'security/totp_disable', { loginPassword: password, totp: codeNow() })).code).toBe(1)
    expect((await login(email, password)).code).toBe(1)
  })

  it('keeps its secret in no form that the database can read', async () => {
    const { token } = await newCustomer()
    const begun = parse(
      securityTotpBegin.output,
      (await post(token, 'security/totp_begin', { loginPassword: password })).data,
    )
    const { rows } = await fixture.pool.query<{ sealed_secret: Buffer }>('select sealed_secret from security.totp')
    expect(rows.some(({ sealed_secret }) => sealed_secret.includes(bytesOf(begun.secret)))).toBe(false)
  })
})

describe('the phrase', () => {
  it('is in every mail to its owner from then on, and in none to others', async () => {
    const { email, token } = await newMailbox()
    expect((await post(token, 'security/phrase', { phrase: 'a blue door', loginPassword: password })).code).toBe(1)
    expect((await newestMail(email))?.body).toMatch(/^Your phrase: a blue door\n\n/)
    fixture.clock.advance(60_000)
    await fixture.call('code/send', { channel: 'email', purpose: 'password-forgot', address: email })
    expect((await newestMail(email))?.body).toMatch(/^Your phrase: a blue door\n\n/)
    const { email: stranger } = await newMailbox()
    expect((await newestMail(stranger))?.body).not.toContain('phrase')
    await post(token, 'security/phrase', { loginPassword: password })
    expect((await newestMail(email))?.body).not.toContain('Your phrase:')
  })

  it.each(['ab', 'a'.repeat(41), 'one\ntwo', '   '])('is refused as %j', async (phrase) => {
    const { token } = await newCustomer()
    expect((await post(token, 'security/phrase', { phrase, loginPassword: password })).error).toBe('invalid')
  })
})

describe('a passkey', () => {
  const id = 'AAAAAAAAAAAAAAAAAAAAAA'
  const answer = (response: object) =>
    JSON.stringify({ id, rawId: id, type: 'public-key', response: { clientDataJSON: 'e30', ...response } })
  const pageOrigin = 'http://localhost:8080'

  it('is begun only by a page of this site, with the login password', async () => {
    const { token } = await newCustomer()
    expect((await post(token, 'security/passkey_begin', { loginPassword: password })).error).toBe('passkey-refused')
    const wrong = await fixture.call('security/passkey_begin', { loginPassword: 'wrong-one' }, { token, pageOrigin })
    expect(wrong.body.error).toBe('wrong-login-password')
    const begun = await fixture.call('security/passkey_begin', { loginPassword: password }, { token, pageOrigin })
    expect(begun.body.data).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { userVerification: 'required' },
    })
  })

  it('of nobody, or of somebody else, is not found', async () => {
    const { token } = await newCustomer()
    expect((await post(token, 'security/passkey_remove', { id: '1', loginPassword: 'wrong-one' })).error).toBe(
      'not-found',
    )
  })

  it('is refused where it is none, to add and to sign in', async () => {
    const { token } = await newCustomer()
    const add = { response: answer({ attestationObject: 'o2Nm' }), name: 'Phone' }
    expect((await fixture.call('security/passkey_add', add, { token, pageOrigin })).body.error).toBe('passkey-refused')
    const use = { response: answer({ authenticatorData: 'AAAA', signature: 'AAAA' }) }
    expect((await fixture.call('user/passkey_login', use, { pageOrigin })).body.error).toBe('passkey-refused')
    expect((await fixture.call('user/passkey_login', { response: '{' }, { pageOrigin })).body).toMatchObject({
      error: 'invalid',
      data: { response: 'wrong-format' },
    })
  })
})
