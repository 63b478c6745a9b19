import { dayMs } from '@candor/formulas'
import { describe, expect, it } from 'vitest'
import { customersOf, newEmail, newMobile, password } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'

const { newCustomer, newMailbox, codeFor, newestMail, login, info } = customersOf(() => fixture)

const fixture = closeAfterTests(await openIdentity({ mode: 'live' }))

const post = async (token: string, path: string, form: object) => (await fixture.call(path, form, { token })).body
const heldUntilMs = async (email: string) => {
  const { rows } = await fixture.pool.query<{ customer_id: bigint }>(
    'select customer_id from identity.customer where email = $1',
    [email],
  )
  return fixture.paymentPasswords.holdsWithdrawalsUntilMs(rows[0]?.customer_id ?? 0n)
}

describe('an e-mail', () => {
  it('is bound with the code sent to it and the login password, and then signs in', async () => {
    const { token } = await newCustomer()
    const email = newEmail()
    const code = await codeFor(email, 'bind-email')
    expect((await post(token, 'security/bind_email', { email, code, loginPassword: 'wrong-one' })).error).toBe(
      'wrong-login-password',
    )
    expect(
      await post(token, 'security/bind_email', { email: email.toUpperCase(), code, loginPassword: password }),
    ).toMatchObject({
      code: 1,
      msg: 'Modification successful',
    })
    expect((await info(token)).body.data).toMatchObject({ email })
    expect((await login(email, password)).code).toBe(1)
    expect((await newestMail(email))?.subject).toBeDefined()
    expect(await heldUntilMs(email)).toBeNull()
  })

  it('is not bound with a code that was sent for something else', async () => {
    const { token } = await newCustomer()
    const email = newEmail()
    const code = await codeFor(email, 'register')
    expect(await post(token, 'security/bind_email', { email, code, loginPassword: password })).toMatchObject({
      error: 'wrong-code',
      data: { field: 'code' },
    })
  })

  it('of another account is mentioned only in a mail to that mailbox', async () => {
    const { email } = await newMailbox()
    const { token } = await newCustomer()
    expect((await post(token, 'security/bind_email', { email, code: '000000', loginPassword: password })).error).toBe(
      'wrong-code',
    )
    const code = await codeFor(email, 'bind-email')
    expect((await post(token, 'security/bind_email', { email, code, loginPassword: password })).error).toBe(
      'already-registered',
    )
  })

  it('gives way to another one only with a code from both, tells the old one, and holds withdrawals for a day', async () => {
    const { email, token } = await newMailbox()
    const next = newEmail()
    const form = { email: next, code: await codeFor(next, 'bind-email'), loginPassword: password }
    expect(await post(token, 'security/bind_email', form)).toMatchObject({
      error: 'wrong-code',
      data: { field: 'currentCode' },
    })
    await fixture.setDatabaseClock()
    const currentCode = await codeFor(email, 'change-email')
    expect((await post(token, 'security/bind_email', { ...form, currentCode })).code).toBe(1)
    expect((await newestMail(email))?.subject).toBe('The e-mail of your account was changed')
    expect((await newestMail(next))?.subject).toBe('This e-mail was added to your account')
    expect(await heldUntilMs(next)).toBe(fixture.clock.nowMs() + dayMs)
    expect((await login(email, password)).error).toBe('wrong-credentials')
  })

  it.each([
    [
      'a new password by its code',
      async (email: string) => {
        fixture.clock.advance(60_000)
        const form = {
          email,
          code: await codeFor(email, 'password-forgot'),
          loginPassword: 'secret-2',
          loginPassword2: 'secret-2',
        }
        return post('', 'user/password_forgot', form)
      },
    ],
    [
      'another e-mail by its code',
      async (email: string, token: string) => {
        const next = newEmail()
        const codes = { code: await codeFor(next, 'bind-email'), currentCode: await codeFor(email, 'change-email') }
        return post(token, 'security/bind_email', { email: next, ...codes, loginPassword: password })
      },
    ],
  ])('that is read ends a recovery, by %s', async (_way, read) => {
    const { email, token } = await newMailbox()
    const { rows } = await fixture.owner.query<{ submission_id: bigint }>(
      `insert into kyc.submission (customer_id, request_id, fingerprint, country, document_type, number_hash, sent_ms,
        promised_ms, recovery_email)
       select customer_id, gen_random_uuid(), sha256(''), 'DE', 'passport', sha256(''), 0, 0, 'stranger@example.org'
       from identity.customer where email = $1 returning submission_id`,
      [email],
    )
    expect((await read(email, token)).code).toBe(1)
    const ended = await fixture.owner.query('select state from kyc.submission where submission_id = $1', [
      rows[0]?.submission_id,
    ])
    expect(ended.rows).toEqual([{ state: 'rejected' }])
  })

  it('is bound once when two accounts want it at once', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()]
    const email = newEmail()
    const code = await codeFor(email, 'bind-email')
    const answers = await Promise.all(
      [one, other].map(({ token }) => post(token, 'security/bind_email', { email, code, loginPassword: password })),
    )
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
  })
})

describe('a phone', () => {
  it('is bound with a captcha and the login password, told by mail, and then signs in', async () => {
    const { email, token } = await newMailbox()
    const mobile = newMobile()
    expect((await post(token, 'security/bind_phone', { mobile, loginPassword: password })).error).toBe(
      'captcha-required',
    )
    expect(
      (await post(token, 'security/bind_phone', { mobile, loginPassword: 'wrong-one', ...(await fixture.captcha()) }))
        .error,
    ).toBe('wrong-login-password')
    expect(
      (await post(token, 'security/bind_phone', { mobile, loginPassword: password, ...(await fixture.captcha()) }))
        .code,
    ).toBe(1)
    expect((await login(mobile, password)).code).toBe(1)
    expect((await newestMail(email))?.subject).toMatch(/A phone was added|new device/)
  })

  it('of another account is refused', async () => {
    const { mobile } = await newCustomer()
    const { token } = await newMailbox()
    expect(
      (await post(token, 'security/bind_phone', { mobile, loginPassword: password, ...(await fixture.captcha()) }))
        .error,
    ).toBe('already-registered')
  })

  it('of others is named to a network ten times a day, however many accounts ask', async () => {
    const ip = '127.0.7.9'
    const outcomes: (string | undefined)[] = []
    for (let number = 0; number < 11; number += 1) {
      const { mobile } = await newCustomer()
      const { token } = await newMailbox()
      const form = { mobile, loginPassword: password, ...(await fixture.captcha()) }
      outcomes.push((await fixture.call('security/bind_phone', form, { token, ip })).body.error)
    }
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'already-registered'), 'frequent-operations'])
  })

  it('is taken off where an e-mail still signs in, and kept where nothing else would', async () => {
    const { token } = await newCustomer()
    expect((await post(token, 'security/unbind_phone', { loginPassword: password })).error).toBe('email-not-bound')
    const { token: other } = await newMailbox()
    const mobile = newMobile()
    await post(other, 'security/bind_phone', { mobile, loginPassword: password, ...(await fixture.captcha()) })
    expect((await post(other, 'security/unbind_phone', { loginPassword: password })).code).toBe(1)
    expect((await login(mobile, password)).error).toBe('wrong-credentials')
  })
})
