import { userLogin } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { refuse } from '../../platform/result.ts'
import { customersOf, newEmail, password, twice } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import { createPasswords } from './password-hash.ts'
import type { Passwords } from './password-hash.ts'

const cheap = createPasswords({ maxRunning: 8, maxWaiting: 5_000 }, { memoryKib: 64, passes: 1, lanes: 1 })
/** Lets a test act between the check of a password and the change that it permits. */
let afterVerify = async () => {}
let isFull = false
const passwords: Passwords = {
  hash: (text) => (isFull ? Promise.resolve(refuse('frequent-operations')) : cheap.hash(text)),
  async verify(text, stored) {
    const matches = await cheap.verify(text, stored)
    const act = afterVerify
    afterVerify = async () => {}
    await act()
    return matches
  },
}

const fixture = closeAfterTests(await openIdentity({ passwords }))

const { login, info, codeFor, newCustomer, newMailbox, newestMail } = customersOf(() => fixture)
const next = 'secret-2'

const change = async (token: string, fields: object = {}) =>
  fixture.call(
    'security/login_password',
    { oldPassword: password, loginPassword: next, loginPassword2: next, ...fields },
    { token },
  )
const reset = async (email: string, code: string, fields: object = {}) =>
  (await fixture.call('user/password_forgot', { email, code, loginPassword: next, loginPassword2: next, ...fields }))
    .body
const tokenOf = async (account: string) => parse(userLogin.output, (await login(account, password)).data).token

/** Collects the bus's messages about ended sessions while `work` runs. */
async function heardDuring(work: () => Promise<unknown>) {
  const heard: unknown[] = []
  const end = fixture.bus.subscribe('session-revoked', (message) => heard.push(message))
  await work()
  end()
  return heard
}

describe('changing the login password', () => {
  it('takes the old one, keeps this session, and ends every other at once', async () => {
    const { mobile, token } = await newCustomer()
    const others = [await tokenOf(mobile), await tokenOf(mobile)]
    for (const other of others) expect((await info(other)).status).toBe(200)
    const heard = await heardDuring(async () =>
      expect((await change(token)).body).toMatchObject({ code: 1, msg: 'Modification successful', data: null }),
    )
    expect(heard).toHaveLength(2)
    expect(heard).toEqual(heard.map(() => ({ customerId: expect.any(BigInt), sessionId: expect.any(BigInt) })))
    for (const other of others) expect((await info(other)).status).toBe(408)
    expect((await info(token)).body).toMatchObject({ code: 1, data: { passwordChangedMs: fixture.clock.nowMs() } })
    expect((await login(mobile, password)).error).toBe('wrong-credentials')
    expect((await login(mobile, next)).code).toBe(1)
  })

  it('is refused for a wrong old password, in the words of the specification, and changes nothing', async () => {
    const { mobile, token } = await newCustomer()
    const other = await tokenOf(mobile)
    expect((await change(token, { oldPassword: 'wrong-one' })).body).toMatchObject({
      code: 0,
      error: 'wrong-old-password',
      msg: 'The old password is incorrect',
    })
    expect((await info(other)).status).toBe(200)
    expect((await login(mobile, password)).code).toBe(1)
  })

  it.each([
    ['entries that differ', { loginPassword2: 'secret-3' }, { loginPassword2: 'passwords-differ' }],
    ['a short password', twice('short'), { loginPassword: 'too-short' }],
    ['a long password', twice('a'.repeat(17)), { loginPassword: 'too-long' }],
    ['one of the commonest', twice('ILoveYou'), { loginPassword: 'too-common' }],
    ['no old password', { oldPassword: '' }, { oldPassword: 'required' }],
  ])('is refused for %s', async (_case, fields, data) => {
    const { token } = await newCustomer()
    expect((await change(token, fields)).body).toMatchObject({ error: 'invalid', data })
  })

  it('is refused for the name of the account, which is no try of the old password', async () => {
    const { mobile, token } = await newCustomer()
    const names = twice(mobile)
    for (let count = 0; count < 8; count += 1)
      expect((await change(token, { ...names, oldPassword: 'wrong-one' })).body).toMatchObject({
        error: 'invalid',
        data: { loginPassword: 'too-common' },
      })
    expect((await change(token)).body.code).toBe(1)
  })

  it('evaluates five of 100 guesses that come at once, then one at a time, later each time', async () => {
    const { token } = await newCustomer()
    const answers = await Promise.all(Array.from({ length: 100 }, () => change(token, { oldPassword: 'wrong-one' })))
    expect(answers.filter(({ body }) => body.error === 'wrong-old-password')).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
    expect((await change(token)).body.data).toEqual({ retryAfterMs: 1_000 })
    fixture.clock.advance(1_000)
    expect((await change(token, { oldPassword: 'wrong-one' })).body.error).toBe('wrong-old-password')
    expect((await change(token)).body.data).toEqual({ retryAfterMs: 2_000 })
    fixture.clock.advance(2_000)
    expect((await change(token)).body.code).toBe(1)
    expect((await change(token, { oldPassword: 'wrong-one' })).body.error).toBe('wrong-old-password')
  })

  it('happens once when many come at once', async () => {
    const { mobile, token } = await newCustomer()
    const wishes = ['secret-3', 'secret-4', 'secret-5', 'secret-6']
    const answers = await Promise.all(wishes.map((wish) => change(token, twice(wish))))
    const done = answers.map(({ body }) => body.code)
    expect(done.filter((code) => code === 1)).toHaveLength(1)
    expect((await login(mobile, wishes[done.indexOf(1)] ?? '')).code).toBe(1)
  })

  it('lets no login in that had verified the old password before', async () => {
    const { mobile, token } = await newCustomer()
    afterVerify = async () => {
      expect((await change(token)).body.code).toBe(1)
    }
    expect((await login(mobile, password)).error).toBe('wrong-credentials')
    const { rows } = await fixture.pool.query(
      `select from identity.session join identity.customer using (customer_id) where mobile = $1
        and revoked_ms is null`,
      [mobile],
    )
    expect(rows).toHaveLength(1)
  })

  it('is refused where another change was faster', async () => {
    const { mobile, token } = await newCustomer()
    afterVerify = async () => {
      await change(token, twice('secret-9'))
    }
    expect((await change(token)).body.error).toBe('wrong-old-password')
    expect((await login(mobile, 'secret-9')).code).toBe(1)
  })

  it('costs no attempt while too many passwords are being hashed', async () => {
    const { token } = await newCustomer()
    isFull = true
    for (let attempt = 0; attempt < 6; attempt += 1) expect((await change(token)).status).toBe(429)
    isFull = false
    expect((await change(token)).body.code).toBe(1)
  })

  it('is mailed to the owner', async () => {
    const { email, token } = await newMailbox()
    await change(token)
    expect((await newestMail(email))?.subject).toBe('Your login password was changed')
  })
})

describe('a forgotten password', () => {
  it('is replaced with the code from the mail, and every session ends', async () => {
    const { email, token } = await newMailbox()
    fixture.clock.advance(60_000)
    const code = await codeFor(email, 'password-forgot')
    const heard = await heardDuring(async () =>
      expect(await reset(email.toUpperCase(), code)).toMatchObject({ code: 1, msg: 'Modification successful' }),
    )
    expect(heard).toHaveLength(1)
    expect((await info(token)).status).toBe(408)
    expect((await login(email, next)).code).toBe(1)
    expect((await login(email, password)).error).toBe('wrong-credentials')
    expect((await newestMail(email))?.subject).toMatch(/new device|password was changed/)
  })

  it('is replaced once, however often the code comes at once or later', async () => {
    const { email } = await newMailbox()
    const code = await codeFor(email, 'password-forgot')
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(email, code)))
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
    expect((await reset(email, code)).error).toBe('wrong-code')
  })

  it('is not replaced with a code for registering, an old one, or after five wrong ones', async () => {
    const mailbox = newEmail()
    expect((await reset(mailbox, await codeFor(mailbox, 'register'))).error).toBe('wrong-code')
    const { email } = await newMailbox()
    const late = await codeFor(email, 'password-forgot')
    fixture.clock.advance(10 * 60_000)
    expect((await reset(email, late)).error).toBe('wrong-code')
    const code = await codeFor(email, 'password-forgot')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await reset(email, wrong)).error).toBe('wrong-code')
    expect((await reset(email, code)).error).toBe('wrong-code')
    expect((await login(email, password)).code).toBe(1)
  })

  it('tells nobody but the mailbox whether there is an account', async () => {
    const { email } = await newMailbox()
    const stranger = newEmail()
    for (const address of [email, stranger]) {
      const sent = (await fixture.call('code/send', { channel: 'email', purpose: 'password-forgot', address })).body
      expect(sent).toEqual({ code: 1, msg: '', data: { resendAfterMs: 60_000 } })
      const again = (await fixture.call('code/send', { channel: 'email', purpose: 'password-forgot', address })).body
      expect(again).toMatchObject({ error: 'frequent-operations', data: { resendAfterMs: 60_000 } })
      for (let attempt = 0; attempt < 6; attempt += 1) {
        expect(await reset(address, 'abcdef')).toMatchObject({
          error: 'wrong-code',
          msg: 'Wrong verification code',
          data: null,
        })
      }
    }
    expect((await newestMail(stranger))?.subject).toBe('There is no account with this e-mail')
    expect((await newestMail(stranger))?.code).toBeNull()
    expect((await newestMail(email))?.code).toMatch(/^\d{6}$/)
  })

  it('is refused for one of the commonest before the code, and for the name of the account after it', async () => {
    const { email } = await newMailbox()
    const code = await codeFor(email, 'password-forgot')
    const box = email.split('@')[0] ?? ''
    for (const [wrong, tried] of [
      ['abcdef', 'iloveyou'],
      [code, box],
    ] as const)
      expect(await reset(email, wrong, twice(tried))).toMatchObject({
        error: 'invalid',
        data: { loginPassword: 'too-common' },
      })
    expect((await reset(email, 'abcdef', twice(box))).error).toBe('wrong-code')
    expect((await reset(email, code)).code).toBe(1)
  })

  it('keeps its code for another try when the new password does not fit', async () => {
    const { email } = await newMailbox()
    const code = await codeFor(email, 'password-forgot')
    expect((await reset(email, code, { loginPassword2: 'secret-3' })).error).toBe('invalid')
    expect((await reset(email, code)).code).toBe(1)
  })
})
