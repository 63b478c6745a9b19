import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { refuse } from '../../platform/result.ts'
import { createPasswords } from './password-hash.ts'
import { customersOf, newEmail, newMobile, password } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import type { IdentityFixture } from '../../../test/identity-fixture.ts'

const fixture = closeAfterTests(await openIdentity())

const { register, newCustomer, login, codeFor } = customersOf(() => fixture)

describe('logging in', () => {
  it('returns a token for the right password, by mobile or e-mail', async () => {
    const { mobile, user } = await newCustomer()
    const body = await login(mobile, password)
    expect(body).toMatchObject({ code: 1, msg: 'Login successful', data: { user: { id: user.id } } })
    const email = newEmail()
    await register({ email, code: await codeFor(email) })
    expect((await login(email.toUpperCase(), password)).code).toBe(1)
  })

  it('returns the same for a wrong password and for an account that does not exist, captcha included', async () => {
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
    const form = { account: mobile, loginPassword: password, ...(await fixture.captcha()) }
    const { status, body } = await fixture.call('user/login', form, { ip: '203.0.113.9' })
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
      expect(rows).toEqual([{ failures: 0 }, { failures: 0 }, { failures: 0 }])
    } finally {
      await busy.close()
    }
  })
})

describe('a stranger who guesses', () => {
  const stranger = '127.0.7.1'
  const guess = async (mobile: string, ip = stranger) =>
    (await login(mobile, 'wrong-one', await fixture.captcha(), ip)).error
  const owner = { ip: '127.0.7.2' }
  const logIn = async (mobile: string, browser: { device: string | null } = { device: null }) =>
    login(mobile, password, browser.device === null ? await fixture.captcha() : {}, { ...owner, browser })

  it('makes itself wait, and not the owner on a new device', async () => {
    const { mobile } = await newCustomer()
    for (let minute = 0; minute < 3; minute += 1) {
      for (let attempt = 0; attempt < 24; attempt += 1) await guess(mobile)
      expect(await guess(mobile)).toBe('frequent-operations')
      expect((await logIn(mobile)).code).toBe(1)
      fixture.clock.advance(60_000)
    }
  })

  it('from many networks slows new devices down, and never a device that has logged in before', async () => {
    const browser = { device: null }
    const { mobile } = await newCustomer({ browser })
    const networks = Array.from({ length: 20 }, (_, index) => `198.19.0.${index}`)
    for (const network of networks) for (let attempt = 0; attempt < 10; attempt += 1) await guess(mobile, network)
    expect((await logIn(mobile)).error).toBe('frequent-operations')
    expect((await logIn(mobile, browser)).code).toBe(1)
    expect((await login(mobile, password, {}, { ip: stranger, browser })).code).toBe(1)
    fixture.clock.advance(3 * 60_000)
    expect((await logIn(mobile)).code).toBe(1)
  })

  it('in the network of the owner does not keep out a device that has logged in before', async () => {
    const browser = { device: null }
    const { mobile } = await newCustomer({ browser })
    for (let attempt = 0; attempt < 24; attempt += 1) await guess(mobile, owner.ip)
    expect((await logIn(mobile)).error).toBe('frequent-operations')
    expect((await logIn(mobile, browser)).code).toBe(1)
  })

  it('gains nothing by a device of its own account', async () => {
    const browser = { device: null }
    await newCustomer({ browser })
    const { mobile } = await newCustomer()
    const guessWith = async () => (await login(mobile, 'wrong-one', {}, { ip: stranger, browser })).error
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await guessWith()).toBe('wrong-credentials')
    expect(await guessWith()).toBe('captcha-required')
  })

  it('who has taken a known device waits like anybody', async () => {
    const browser = { device: null }
    const { mobile } = await newCustomer({ browser })
    const guessWith = async () => {
      fixture.clock.advance(1)
      return login(mobile, 'wrong-one', await fixture.captcha(), { ip: stranger, browser })
    }
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guessWith()).error).toBe('wrong-credentials')
    expect(await guessWith()).toMatchObject({ error: 'frequent-operations', data: { retryAfterMs: 999 } })
  })
})

describe('a full queue of strangers', () => {
  const tooMany = () => Promise.resolve(refuse('frequent-operations'))
  let isFull = false
  let busy: IdentityFixture
  beforeAll(async () => {
    const cheap = createPasswords({ maxRunning: 2, maxWaiting: 100 }, { memoryKib: 64, passes: 1, lanes: 1 })
    busy = await openIdentity({
      strangersPasswords: {
        hash: (password) => (isFull ? tooMany() : cheap.hash(password)),
        verify: (password, stored) => (isFull ? tooMany() : cheap.verify(password, stored)),
      },
    })
  })
  afterAll(() => busy.close())

  it('keeps out no customer who is logged in, and no device that has logged in before', async () => {
    const browser = { device: null }
    isFull = false
    const customers = customersOf(() => busy)
    const { mobile, token } = await customers.newCustomer({ browser })
    isFull = true
    expect((await customers.login(mobile, password)).error).toBe('frequent-operations')
    expect((await customers.login(mobile, password, {}, { browser })).code).toBe(1)
    const change = { oldPassword: password, loginPassword: 'secret-2', loginPassword2: 'secret-2' }
    expect((await busy.call('security/login_password', change, { token })).body.code).toBe(1)
    const phrase = { phrase: 'my own words', loginPassword: 'secret-2' }
    expect((await busy.call('security/phrase', phrase, { token })).body.code).toBe(1)
    const both = { paymentPassword: '493817', paymentPassword2: '493817' }
    const first = { ...both, loginPassword: 'secret-2' }
    expect((await busy.call('security/payment_password', first, { token })).body.error).not.toBe('frequent-operations')
  })
})
