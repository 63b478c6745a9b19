import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuse } from '../../platform/result.ts'
import { customersOf, newEmail, newMobile, password } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import type { IdentityFixture } from '../../../test/identity-fixture.ts'

let fixture: IdentityFixture
beforeAll(async () => {
  fixture = await openIdentity()
})
afterAll(() => fixture.close())

const { register, newCustomer, login, codeFor } = customersOf(() => fixture)

describe('logging in', () => {
  it('answers a token for the right password, by mobile or e-mail', async () => {
    const { mobile, user } = await newCustomer()
    const body = await login(mobile, password)
    expect(body).toMatchObject({ code: 1, msg: 'Login successful', data: { user: { id: user.id } } })
    const email = newEmail()
    await register({ email, code: await codeFor(email) })
    expect((await login(email.toUpperCase(), password)).code).toBe(1)
  })

  it('answers the same to a wrong password and to an account that does not exist, captcha included', async () => {
    const { mobile } = await newCustomer()
    const stranger = newMobile()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const [known, unknown] = [
        await login(mobile, 'wrong-one', {}, '203.0.113.20'),
        await login(stranger, 'wrong-one', {}, '203.0.113.20'),
      ]
      expect(known.error).toBe('wrong-credentials')
      expect(unknown).toEqual(known)
    }
    for (const account of [mobile, stranger, 'nobody']) {
      for (let attempt = 0; account === 'nobody' && attempt < 5; attempt += 1)
        await login(account, 'wrong-one', {}, '203.0.113.20')
      expect((await login(account, password, {}, '203.0.113.21')).error).toBe('captcha-required')
    }
  })

  it('after five failures works with a captcha, and then starts from zero', async () => {
    const { mobile } = await newCustomer()
    for (let attempt = 0; attempt < 5; attempt += 1) await login(mobile, 'wrong-one')
    expect((await login(mobile, password)).error).toBe('captcha-required')
    expect((await login(mobile, password, { ...(await fixture.captcha()), captcha: 'XXXXXX' })).error).toBe(
      'wrong-captcha',
    )
    expect((await login(mobile, password, await fixture.captcha())).code).toBe(1)
    expect((await login(mobile, 'wrong-one')).error).toBe('wrong-credentials')
    expect((await login(mobile, password)).code).toBe(1)
  })

  it('evaluates at most five of 1,000 wrong passwords that come at once', async () => {
    const { mobile } = await newCustomer()
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        login(mobile, 'wrong-one', {}, `198.18.${index % 250}.${index >> 8}`),
      ),
    )
    expect(answers.filter(({ error }) => error === 'wrong-credentials')).toHaveLength(5)
    expect(answers.filter(({ error }) => error === 'captcha-required')).toHaveLength(995)
  })

  it('makes guessers with captchas wait, longer each time', async () => {
    const { mobile } = await newCustomer()
    for (let attempt = 0; attempt < 10; attempt += 1) await login(mobile, 'wrong-one', await fixture.captcha())
    const { status, body } = await fixture.call('user/login', {
      account: mobile,
      loginPassword: password,
      ...(await fixture.captcha()),
    })
    expect({ status, error: body.error, data: body.data }).toEqual({
      status: 429,
      error: 'frequent-operations',
      data: { retryAfterMs: 1_000 },
    })
    fixture.clock.advance(1_000)
    expect((await login(mobile, password, await fixture.captcha())).code).toBe(1)
  })

  it('asks a network that fails on many accounts for a captcha, without a success hiding its failures', async () => {
    const { mobile } = await newCustomer()
    const ip = '203.0.113.77'
    const codes: number[] = []
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await login(newMobile(), 'wrong-one', {}, ip)
      codes.push((await login(mobile, password, {}, ip)).code)
    }
    expect(codes).toEqual([...Array.from({ length: 29 }, () => 1), 0])
    expect((await login(mobile, password, {}, ip)).error).toBe('captcha-required')
    expect((await login(mobile, password, {}, '203.0.113.78')).code).toBe(1)
  })

  it('is refused with HTTP 429 when too many passwords are being checked, at no cost to the account', async () => {
    const tooMany = () => Promise.resolve(refuse('frequent-operations'))
    const busy = await openIdentity({ passwords: { hash: tooMany, verify: tooMany } })
    try {
      const { status } = await busy.call('user/login', { account: '4915100000009', loginPassword: password })
      expect(status).toBe(429)
      const { rows } = await busy.pool.query('select failures from identity.attempt')
      expect(rows).toEqual([{ failures: 0 }, { failures: 0 }])
    } finally {
      await busy.close()
    }
  })
})
