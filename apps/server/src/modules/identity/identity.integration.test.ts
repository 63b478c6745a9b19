import { randomUUID } from 'node:crypto'
import { captchaCreate, userInfo, userLogin } from '@candor/contract'
import { parse } from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuse } from '../../platform/result.ts'
import { seedIdentity } from './index.ts'
import { tokenHash } from './identity.ts'
import { openIdentity, solveWork } from '../../../test/identity-fixture.ts'
import type { CallOptions, IdentityFixture } from '../../../test/identity-fixture.ts'

let fixture: IdentityFixture
beforeAll(async () => {
  fixture = await openIdentity()
})
afterAll(() => fixture.close())

const password = 'secret-1'
let drawn = 0
const newMobile = () => `49151${String((drawn += 1)).padStart(7, '0')}`
const newEmail = () => `user${(drawn += 1)}@example.org`

async function register(fields: object, options: CallOptions = {}) {
  const form = { requestId: randomUUID(), loginPassword: password, loginPassword2: password, inviteCode: fixture.inviteCode, ...fields }
  return (await fixture.call('user/register', form, options)).body
}

/** Registers by mobile and answers the account. */
async function newCustomer() {
  const mobile = newMobile()
  const body = await register({ mobile, ...(await fixture.captcha()) })
  return { mobile, ...parse(userLogin.output, body.data) }
}

const login = async (account: string, loginPassword: string, fields: object = {}, ip = '203.0.113.9') =>
  (await fixture.call('user/login', { account, loginPassword, ...fields }, { ip })).body
const info = (token: string) => fixture.call('user/info', {}, { token })

/** Sends a code and reads it from the mail. */
async function codeFor(address: string): Promise<string> {
  const { body } = await fixture.call('code/send', { channel: 'email', purpose: 'register', address }, { ip: `10.0.${drawn % 250}.1` })
  expect(body.code).toBe(1)
  await fixture.deliverMail()
  const { rows } = await fixture.pool.query<{ code: string }>(
    'select code from mail.outbox where recipient = $1 order by mail_id desc limit 1',
    [address.toLowerCase()],
  )
  return rows[0]?.code ?? ''
}

async function customerIdOf(mobile: string): Promise<bigint> {
  const { rows } = await fixture.pool.query<{ customer_id: bigint }>('select customer_id from identity.customer where mobile = $1', [
    mobile,
  ])
  return rows[0]?.customer_id ?? 0n
}

describe('registering', () => {
  it('by mobile with a captcha opens the account, its ledger accounts and a session', async () => {
    const mobile = newMobile()
    const body = await register({ mobile, ...(await fixture.captcha()) })
    expect(body).toMatchObject({
      code: 1,
      msg: 'Registration successful',
      data: { user: { mobile, email: null, kycState: 'verified', isEnabled: true } },
    })
    const { token, user } = parse(userLogin.output, body.data)
    expect(user.id).toMatch(/^[1-9]\d{7}$/)
    expect((await info(token)).body).toMatchObject({ code: 1, data: { id: user.id, mobile } })
    const { rows } = await fixture.pool.query('select from ledger.account where owner_id = $1 and kind = $2', [
      await customerIdOf(mobile),
      'available',
    ])
    expect(rows).toHaveLength(2)
  })

  it('by mobile takes the proof of work instead of the picture', async () => {
    const made = parse(captchaCreate.output, (await fixture.call('captcha/create', {})).body.data)
    expect((await register({ mobile: newMobile(), altcha: solveWork(made.challenge) })).code).toBe(1)
  })

  it('by e-mail with the code opens one account a mailbox, whatever its case', async () => {
    const email = newEmail()
    const body = await register({ email: email.toUpperCase(), code: await codeFor(email) })
    expect(body).toMatchObject({ code: 1, data: { user: { email, mobile: null } } })
    fixture.clock.advance(60_000)
    expect((await register({ email, code: await codeFor(email) })).error).toBe('already-registered')
  })

  it('needs the invitation code of somebody, in any case, and remembers whose', async () => {
    const inviter = await newCustomer()
    const mobile = newMobile()
    expect((await register({ mobile, inviteCode: 'NOBODY', ...(await fixture.captcha()) })).error).toBe('invite-code-unknown')
    expect((await register({ mobile, inviteCode: ` ${inviter.user.inviteCode.toLowerCase()} `, ...(await fixture.captcha()) })).code).toBe(
      1,
    )
    const { rows } = await fixture.pool.query('select invited_by from identity.customer where mobile = $1', [mobile])
    expect(rows).toEqual([{ invited_by: await customerIdOf(inviter.mobile) }])
  })

  it('tells nothing about accounts or invitation codes without a proof', async () => {
    const { mobile } = await newCustomer()
    const email = newEmail()
    await register({ email, code: await codeFor(email) })
    for (const contact of [mobile, newMobile()]) {
      expect((await register({ mobile: contact })).error).toBe('captcha-required')
      expect((await register({ mobile: contact, inviteCode: 'NOBODY', ...(await fixture.captcha()), captcha: 'XXXXXX' })).error).toBe(
        'wrong-captcha',
      )
    }
    for (const contact of [email, newEmail()]) expect((await register({ email: contact, code: '000000' })).error).toBe('wrong-code')
    expect((await register({ mobile, ...(await fixture.captcha()) })).error).toBe('already-registered')
  })

  it('answers a repeat with the same account and a token that works, and other values with conflict', async () => {
    const form = { requestId: randomUUID(), mobile: newMobile(), ...(await fixture.captcha()) }
    const [first, second] = [await register(form), await register({ ...form, requestId: form.requestId.toUpperCase() })]
    const [one, two] = [parse(userLogin.output, first.data), parse(userLogin.output, second.data)]
    expect(two.user).toEqual(one.user)
    expect((await info(two.token)).body.code).toBe(1)
    expect((await register({ ...form, mobile: newMobile() })).error).toBe('conflict')
    expect((await register({ ...form, loginPassword: 'secret-2', loginPassword2: 'secret-2' })).error).toBe('conflict')
    fixture.clock.advance(24 * 60 * 60_000)
    expect((await register(form)).error).toBe('conflict')
  })

  it('opens one account when the same call comes twenty times at once', async () => {
    const form = { requestId: randomUUID(), mobile: newMobile(), ...(await fixture.captcha()) }
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(form)))
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 1))
    expect(new Set(answers.map(({ data }) => parse(userLogin.output, data).user.id)).size).toBe(1)
  })

  it('opens one account when a mailbox registers many times at once', async () => {
    const email = newEmail()
    const code = await codeFor(email)
    const answers = await Promise.all(Array.from({ length: 30 }, () => register({ email, code })))
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
    const { rows } = await fixture.pool.query('select from identity.customer where email = $1', [email])
    expect(rows).toHaveLength(1)
  })

  it('opens one account when a mobile number registers many times at once with captchas of its own', async () => {
    const mobile = newMobile()
    const answers = await Promise.all(Array.from({ length: 30 }, async () => register({ mobile, ...(await fixture.captcha()) })))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'already-registered')).toHaveLength(29)
  })

  it.each([
    ['passwords that differ', { loginPassword2: 'secret-2' }, { loginPassword2: 'passwords-differ' }],
    ['a short password', { loginPassword: 'short', loginPassword2: 'short' }, { loginPassword: 'too-short' }],
    ['a mobile number of nine digits', { mobile: '123456789' }, { mobile: 'wrong-mobile' }],
    ['both mobile and e-mail', { email: 'ann@example.org', code: '123456' }, { mobile: 'required' }],
  ])('is refused for %s', async (_case, fields, data) => {
    expect(await register({ mobile: newMobile(), ...fields })).toMatchObject({ error: 'invalid', data })
  })

  it('leaves nothing behind when the ledger accounts cannot be opened', async () => {
    const broken = await openIdentity({ openAccounts: () => Promise.reject(new Error('the ledger is away')) })
    try {
      const form = {
        requestId: randomUUID(),
        mobile: '4915100000001',
        loginPassword: password,
        loginPassword2: password,
        inviteCode: broken.inviteCode,
      }
      const { status, body } = await broken.call('user/register', { ...form, ...(await broken.captcha()) })
      expect({ status, error: body.error }).toEqual({ status: 500, error: 'system-error' })
      const { rows } = await broken.pool.query(
        'select from identity.customer union all select from identity.session union all select from identity.registration',
      )
      expect(rows).toEqual([])
    } finally {
      await broken.close()
    }
  })

  it('starts unverified where money is real', async () => {
    const live = await openIdentity({ mode: 'live' })
    try {
      const form = {
        requestId: randomUUID(),
        mobile: '4915100000001',
        loginPassword: password,
        loginPassword2: password,
        inviteCode: live.inviteCode,
      }
      expect((await live.call('user/register', { ...form, ...(await live.captcha()) })).body).toMatchObject({
        data: { user: { kycState: 'none' } },
      })
    } finally {
      await live.close()
    }
  })
})

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
      for (let attempt = 0; account === 'nobody' && attempt < 5; attempt += 1) await login(account, 'wrong-one', {}, '203.0.113.20')
      expect((await login(account, password, {}, '203.0.113.21')).error).toBe('captcha-required')
    }
  })

  it('after five failures works with a captcha, and then starts from zero', async () => {
    const { mobile } = await newCustomer()
    for (let attempt = 0; attempt < 5; attempt += 1) await login(mobile, 'wrong-one')
    expect((await login(mobile, password)).error).toBe('captcha-required')
    expect((await login(mobile, password, { ...(await fixture.captcha()), captcha: 'XXXXXX' })).error).toBe('wrong-captcha')
    expect((await login(mobile, password, await fixture.captcha())).code).toBe(1)
    expect((await login(mobile, 'wrong-one')).error).toBe('wrong-credentials')
    expect((await login(mobile, password)).code).toBe(1)
  })

  it('evaluates at most five of 1,000 wrong passwords that come at once', async () => {
    const { mobile } = await newCustomer()
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => login(mobile, 'wrong-one', {}, `198.18.${index % 250}.${index >> 8}`)),
    )
    expect(answers.filter(({ error }) => error === 'wrong-credentials')).toHaveLength(5)
    expect(answers.filter(({ error }) => error === 'captcha-required')).toHaveLength(995)
  })

  it('makes guessers with captchas wait, longer each time', async () => {
    const { mobile } = await newCustomer()
    for (let attempt = 0; attempt < 10; attempt += 1) await login(mobile, 'wrong-one', await fixture.captcha())
    const { status, body } = await fixture.call('user/login', { account: mobile, loginPassword: password, ...(await fixture.captcha()) })
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

describe('a session', () => {
  it('is stored without its token', async () => {
    const { token } = await newCustomer()
    const { rows } = await fixture.pool.query<{ row: string; token_hash: Buffer; device: string }>(
      'select session::text as row, token_hash, device from identity.session',
    )
    expect(rows.some((row) => row.token_hash.equals(tokenHash(token)) && row.device === 'Test browser')).toBe(true)
    const bytes = Buffer.from(token, 'base64url').toString('hex')
    expect(rows.some(({ row }) => row.includes(token) || row.includes(bytes))).toBe(false)
  })

  it('answers HTTP 408 to a token that is missing, invented or nonsense', async () => {
    const invented = Buffer.alloc(32, 7).toString('base64url')
    for (const token of [undefined, '', invented, `${invented}=`, "' or 1=1 --", '\u0000']) {
      const { status, body } = await fixture.call('user/info', {}, token === undefined ? {} : { token })
      expect({ status, error: body.error, msg: body.msg }).toEqual({ status: 408, error: 'not-logged-in', msg: 'Not logged in' })
    }
  })

  it('ends with logout at once, alone, and says so on the bus', async () => {
    const { token, mobile } = await newCustomer()
    const other = parse(userLogin.output, (await login(mobile, password)).data).token
    await Promise.all([info(token), info(other)])
    const heard: unknown[] = []
    const end = fixture.bus.subscribe('session-revoked', (message) => heard.push(message))
    expect((await fixture.call('user/logout', {}, { token })).body).toMatchObject({ code: 1, msg: 'Exit successfully' })
    end()
    expect((await info(token)).status).toBe(408)
    expect((await info(other)).body.code).toBe(1)
    expect(heard).toEqual([{ customerId: await customerIdOf(mobile), sessionId: expect.any(BigInt) }])
  })

  it('is not remembered from a look-up that was under way when it was revoked', async () => {
    const { token, mobile } = await newCustomer()
    const customerId = await customerIdOf(mobile)
    const underWay = fixture.identity.authenticate(token)
    fixture.bus.publish('session-revoked', { customerId, sessionId: null })
    expect(await underWay).not.toBeNull()
    await fixture.pool.query('update identity.session set revoked_ms = 1 where token_hash = $1', [tokenHash(token)])
    expect(await fixture.identity.authenticate(token)).toBeNull()
  })

  it('ends after 30 idle days, and lives on while it is used', async () => {
    const { token } = await newCustomer()
    const dayMs = 24 * 60 * 60_000
    for (let month = 0; month < 3; month += 1) {
      fixture.clock.advance(29 * dayMs)
      expect((await info(token)).body.code).toBe(1)
    }
    fixture.clock.advance(30 * dayMs)
    expect((await info(token)).status).toBe(408)
    await fixture.identity.prune()
    const { rows } = await fixture.pool.query('select from identity.session where token_hash = $1', [tokenHash(token)])
    expect(rows).toEqual([])
  })
})

describe('a disabled account', () => {
  it('is refused at its next call, and at login to whoever knows the password only', async () => {
    const { token, mobile } = await newCustomer()
    expect((await info(token)).body.code).toBe(1)
    const customerId = await customerIdOf(mobile)
    const heard: unknown[] = []
    const end = fixture.bus.subscribe('session-revoked', (message) => heard.push(message))
    expect(await fixture.identity.setEnabled(customerId, false)).toBe(true)
    end()
    expect(heard).toEqual([{ customerId, sessionId: null }])
    for (const path of ['user/info', 'user/logout', 'test/gated']) {
      expect((await fixture.call(path, {}, { token })).body).toMatchObject({ code: 0, error: 'account-disabled', msg: 'Account disabled' })
    }
    expect((await login(mobile, password)).error).toBe('account-disabled')
    expect((await login(mobile, 'wrong-one')).error).toBe('wrong-credentials')
    await fixture.identity.setEnabled(customerId, true)
    expect((await info(token)).body.code).toBe(1)
  })
})

describe('the verification gate', () => {
  it.each([
    ['none', 'kyc-not-completed', 'Your account has not completed KYC Certification'],
    ['under-review', 'kyc-not-passed', 'You have not yet KYC Certification, or it has not passed'],
    ['rejected', 'kyc-not-passed', 'You have not yet KYC Certification, or it has not passed'],
  ])('refuses a customer whose state is %s', async (state, error, msg) => {
    const { token, mobile } = await newCustomer()
    expect((await fixture.call('test/gated', {}, { token })).body).toMatchObject({ code: 1, data: 'verified' })
    await fixture.pool.query('update identity.customer set kyc_state = $2 where mobile = $1', [mobile, state])
    fixture.clock.advance(10_000)
    expect((await fixture.call('test/gated', {}, { token })).body).toMatchObject({ code: 0, error, msg })
    expect(parse(userInfo.output, (await info(token)).body.data).kycState).toBe(state)
  })
})

describe('the root invitation code', () => {
  it('is the given one, else the one of earlier starts, else a new one', async () => {
    const own = await openIdentity()
    try {
      expect(own.inviteCode).toBe('ROOT22')
      expect(await seedIdentity(own.pool, { inviteCode: '' })).toBe('ROOT22')
      expect(await seedIdentity(own.pool, { inviteCode: 'other1' })).toBe('OTHER1')
      await expect(own.pool.query('delete from identity.root_invitation')).rejects.toThrow('permission denied')
      await own.pool.query("update identity.root_invitation set code = 'X'")
      expect(await seedIdentity(own.pool, { inviteCode: '' })).toBe('X')
    } finally {
      await own.close()
    }
  })
})

describe('the grants', () => {
  it('let the application role delete no customer and keep the market role out', async () => {
    await expect(fixture.pool.query('delete from identity.customer')).rejects.toThrow('permission denied')
    await expect(fixture.pool.query('update identity.registration set customer_id = 1')).rejects.toThrow('permission denied')
    const { rows } = await fixture.pool.query("select has_schema_privilege('candor_market', 'identity', 'usage') as allowed")
    expect(rows).toEqual([{ allowed: false }])
  })
})

it('opens the ledger accounts last, when the session is stored already', async () => {
  const seen: number[] = []
  const own = await openIdentity({
    openAccounts: async (client, customerId) => {
      seen.push((await client.query('select from identity.session where customer_id = $1', [customerId])).rowCount ?? 0)
    },
  })
  const form = { requestId: randomUUID(), loginPassword: password, loginPassword2: password, inviteCode: own.inviteCode }
  expect((await own.call('user/register', { ...form, mobile: newMobile(), ...(await own.captcha()) })).body.code).toBe(1)
  await own.close()
  expect(seen).toEqual([1])
})
