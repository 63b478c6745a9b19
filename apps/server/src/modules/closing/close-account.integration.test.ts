import { securityTotpBegin, userLogin } from '@candor/api'
import { accountDisabledData } from '@candor/api/support'
import { describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import { bytesOf } from '../../../test/base32.ts'
import { customersOf, password } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { stepOf, totpAt } from '../../platform/totp.ts'

const fixture = closeAfterTests(await openIdentity())

const { newCustomer, newMailbox, login, info, codeFor, newestMail, register } = customersOf(() => fixture)
const post = async (token: string, path: string, form: object = {}) => (await fixture.call(path, form, { token })).body
const close = (token: string, form: object = {}) => post(token, 'security/close', { loginPassword: password, ...form })

describe('closing an account', () => {
  it('needs the login password', async () => {
    const { token, mobile } = await newCustomer()
    expect((await post(token, 'security/closing')).data).toEqual({ open: [], balances: [], smallBalances: [] })
    expect((await close(token, { loginPassword: 'wrong-one' })).error).toBe('wrong-login-password')
    expect((await login(mobile, password)).code).toBe(1)
  })

  it('needs a code where the second step is on, and uses it once', async () => {
    const { token, mobile } = await newCustomer()
    const begun = await post(token, 'security/totp_begin', { loginPassword: password })
    const key = bytesOf(parse(securityTotpBegin.output, begun.data).secret)
    const codeAt = (offset: number) => totpAt(key, stepOf(fixture.clock.nowMs()) + offset)
    expect((await post(token, 'security/totp_confirm', { totp: codeAt(-1) })).code).toBe(1)
    expect((await close(token)).error).toBe('totp-required')
    expect((await close(token, { totp: '000000' })).error).toBe('wrong-totp')
    expect((await close(token, { totp: codeAt(0) })).code).toBe(1)
    fixture.clock.advance(60_000)
    expect((await login(mobile, password)).error).toBe('totp-required')
    expect((await login(mobile, password, { totp: codeAt(0) })).error).toBe('account-closed')
  })

  it('ends every session at once, and refuses the next login with a way to customer service', async () => {
    const { token, mobile } = await newCustomer()
    const other = parse(userLogin.output, (await login(mobile, password)).data)
    await Promise.all([info(token), info(other.token)])
    expect((await close(token)).code).toBe(1)
    expect((await info(token)).status).toBe(408)
    expect((await info(other.token)).status).toBe(408)
    expect((await login(mobile, 'wrong-one')).error).toBe('wrong-credentials')
    const refused = await login(mobile, password)
    expect(refused).toMatchObject({ code: 0, error: 'account-closed', msg: 'Account closed' })
    const { supportToken } = parse(accountDisabledData, refused.data)
    expect((await info(supportToken)).body).toMatchObject({ error: 'account-disabled', data: null })
  })

  it('is reported by mail', async () => {
    const { token, email } = await newMailbox()
    expect((await close(token)).code).toBe(1)
    expect(await newestMail(email)).toMatchObject({
      subject: 'Your account was closed',
      body: expect.stringContaining('2023-11-'),
    })
  })

  it('leaves its mailbox no way in: no new password, and no second account', async () => {
    const { token, email } = await newMailbox()
    await close(token)
    fixture.clock.advance(60_000)
    const code = await codeFor(email, 'password-forgot')
    const passwords = { loginPassword: 'secret-2', loginPassword2: 'secret-2' }
    expect((await post('', 'user/password_forgot', { email, code, ...passwords })).error).toBe('account-closed')
    expect((await login(email, 'secret-2')).error).toBe('wrong-credentials')
    fixture.clock.advance(60_000)
    expect((await register({ email, code: await codeFor(email) })).error).toBe('already-registered')
  })

  it('opens no session for a login that was under way', async () => {
    const { token, mobile } = await newCustomer()
    const [refused] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => login(mobile, password))),
      close(token),
    ])
    for (const answer of refused) {
      if (answer.code !== 1) continue
      expect((await info(parse(userLogin.output, answer.data).token)).status).toBe(408)
    }
  })
})
