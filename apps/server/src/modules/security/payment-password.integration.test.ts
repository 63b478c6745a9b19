import { securityPaymentPassword } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import { customersOf, password } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { createPasswords } from '../identity/index.ts'
import { setPaymentPassword, testPaymentPasswords } from './testing/payment-password.ts'

const { newCustomer, newMailbox, codeFor, newestMail } = customersOf(() => fixture)

const passwords = createPasswords({ maxRunning: 2, maxWaiting: 5_000 }, { memoryKib: 64, passes: 1, lanes: 1 })
let verified = 0

const verify: typeof passwords.verify = (text, stored) => {
  verified += 1
  return passwords.verify(text, stored)
}
const fixture = closeAfterTests(await openIdentity({ mode: 'live', passwords: { ...passwords, verify } }))

const digits = '481516'
const others = '903817'
const both = (paymentPassword: string) => ({ paymentPassword, paymentPassword2: paymentPassword })
const set = async (token: string, fields: object) =>
  (await fixture.call('security/payment_password', fields, { token })).body
const pay = async (token: string) => (await fixture.call('index/pay', {}, { token })).body

async function customerIdOf(email: string): Promise<bigint> {
  const { rows } = await fixture.pool.query<{ customer_id: bigint }>(
    'select customer_id from identity.customer where email = $1',
    [email],
  )
  return rows[0]?.customer_id ?? 0n
}

/** A customer with a mailbox and the payment password `digits`. */
async function newPayer() {
  const { email, token } = await newMailbox()
  const customerId = await customerIdOf(email)
  const fields = { ...both(digits), loginPassword: password, code: await codeFor(email, 'payment-password') }
  expect(await set(token, fields)).toMatchObject({
    code: 1,
    msg: 'Modification successful',
    data: { withdrawalsHeldUntilMs: null },
  })
  return { email, token, customerId, verify: (text: string) => fixture.paymentPasswords.verify(customerId, text) }
}

describe('a payment password', () => {
  it('is asked for once it is set', async () => {
    const { token } = await newMailbox()
    expect(await pay(token)).toMatchObject({
      code: 0,
      error: 'no-payment-password',
      msg: 'Set a payment password first',
    })
    const payer = await newPayer()
    expect(await pay(payer.token)).toMatchObject({
      code: 1,
      data: { locked: false, triesLeft: 5, withdrawalsHeldUntilMs: null },
    })
    expect(await payer.verify(digits)).toEqual({ ok: true, value: null })
    expect(await payer.verify(others)).toEqual({ ok: false, error: 'wrong-payment-password', data: { triesLeft: 4 } })
    expect((await newestMail(payer.email))?.subject).toBe('Your payment password was set')
  })

  it('cannot be verified where none is set', async () => {
    const { email } = await newMailbox()
    expect(await fixture.paymentPasswords.verify(await customerIdOf(email), digits)).toEqual({
      ok: false,
      error: 'no-payment-password',
    })
  })

  it('needs a bound e-mail, the login password and the code', async () => {
    const { token } = await newCustomer()
    expect((await set(token, { ...both(digits), loginPassword: password, code: '000000' })).error).toBe(
      'email-not-bound',
    )
    const { email, token: other } = await newMailbox()
    const code = await codeFor(email, 'payment-password')
    expect((await set(other, { ...both(digits), loginPassword: 'wrong-one', code })).error).toBe('wrong-login-password')
    expect(
      (await set(other, { ...both(digits), loginPassword: password, code: code === '000000' ? '1' : '000000' })).error,
    ).not.toBe(undefined)
    expect((await pay(other)).code).toBe(0)
    expect((await set(other, { ...both(digits), loginPassword: password, code })).code).toBe(1)
  })

  it.each([
    ['entries that differ', { ...both(digits), paymentPassword2: others }, { paymentPassword2: 'passwords-differ' }],
    ['five digits', both('48151'), { paymentPassword: 'wrong-format' }],
    ['letters', both('48151a'), { paymentPassword: 'wrong-format' }],
    ['digits of another script', both('４８１５１６'), { paymentPassword: 'wrong-format' }],
  ])('is refused for %s', async (_case, fields, data) => {
    const { token } = await newMailbox()
    expect(await set(token, { oldPaymentPassword: digits, ...fields })).toMatchObject({ error: 'invalid', data })
  })

  it('is refused where it is easy to guess, before anything is used up', async () => {
    const { email, token } = await newMailbox()
    const code = await codeFor(email, 'payment-password')
    expect((await set(token, { ...both('123456'), loginPassword: password, code })).error).toBe('weak-payment-password')
    expect((await set(token, { ...both(digits), loginPassword: password, code })).code).toBe(1)
  })

  it('is changed with the old one, whose guesses count', async () => {
    const { token, verify } = await newPayer()
    expect(await set(token, { ...both(others), oldPaymentPassword: '162342' })).toMatchObject({
      error: 'wrong-old-password',
      data: { triesLeft: 4 },
    })
    expect(await set(token, { ...both(others), oldPaymentPassword: digits })).toMatchObject({
      code: 1,
      data: { withdrawalsHeldUntilMs: null },
    })
    expect(await verify(digits)).toMatchObject({ error: 'wrong-payment-password', data: { triesLeft: 4 } })
    expect((await verify(others)).ok).toBe(true)
  })

  it('is not kept in a form that the database alone can test', async () => {
    const { customerId } = await newPayer()
    await setPaymentPassword(fixture.pool, customerId, others, 'another key')
    expect(await fixture.paymentPasswords.verify(customerId, others)).toMatchObject({ error: 'wrong-payment-password' })
    await setPaymentPassword(fixture.pool, customerId, others)
    expect((await testPaymentPasswords(fixture.pool).verify(customerId, others)).ok).toBe(true)
  })
})

describe('guesses', () => {
  it('are evaluated five times, however many come at once, and then the right one is refused as well', async () => {
    const { verify, email, token } = await newPayer()
    const verifiedBefore = verified
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, index) => verify(String(200_000 + index))))
    expect(verified - verifiedBefore).toBe(5)
    expect(answers.filter((answer) => answer.ok)).toHaveLength(0)
    expect(await verify(digits)).toEqual({ ok: false, error: 'payment-password-locked' })
    expect(await pay(token)).toMatchObject({ code: 1, data: { locked: true, triesLeft: 0 } })
    expect((await newestMail(email))?.subject).toBe('Your payment password is locked')
  })

  it('are forgotten after the right one', async () => {
    const { verify } = await newPayer()
    for (let attempt = 0; attempt < 4; attempt += 1) await verify(others)
    expect((await verify(digits)).ok).toBe(true)
    expect(await verify(others)).toMatchObject({ data: { triesLeft: 4 } })
  })
})

describe('a reset', () => {
  it('opens a locked password with the login password and a code, and holds withdrawals for a day', async () => {
    const { verify, email, token, customerId } = await newPayer()
    for (let attempt = 0; attempt < 5; attempt += 1) await verify(others)
    expect((await set(token, { ...both(others), oldPaymentPassword: digits })).error).toBe('payment-password-locked')
    fixture.clock.advance(60_000)
    await fixture.setDatabaseClock()
    const fields = { ...both(others), loginPassword: password, code: await codeFor(email, 'payment-password') }
    const answer = await set(token, fields)
    const untilMs = fixture.clock.nowMs() + dayMs
    expect(parse(securityPaymentPassword.output, answer.data).withdrawalsHeldUntilMs).toBe(untilMs)
    expect((await verify(others)).ok).toBe(true)
    expect(await fixture.paymentPasswords.holdsWithdrawalsUntilMs(customerId)).toBe(untilMs)
    expect((await set(token, fields)).error).toBe('wrong-code')
  })

  it('cannot make a hold shorter, not even as the application', async () => {
    const { customerId } = await newPayer()
    await fixture.setDatabaseClock()
    const untilMs = fixture.clock.nowMs() + 5_000
    for (const ms of [5_000, 1]) await fixture.pool.query('select security.hold_withdrawals($1, $2)', [customerId, ms])
    expect(await fixture.paymentPasswords.holdsWithdrawalsUntilMs(customerId)).toBe(untilMs)
    await expect(fixture.pool.query('update security.withdrawal_hold set until_ms = 0')).rejects.toThrow(
      'permission denied',
    )
  })
})
