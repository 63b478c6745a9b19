import { dayMs } from '@candor/formulas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customersOf, password } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import type { IdentityFixture } from '../../../test/identity-fixture.ts'

const next = 'secret-2'

let fixture: IdentityFixture
const { newMailbox, codeFor, login } = customersOf(() => fixture)

async function heldUntilMs(email: string): Promise<number | null> {
  const { rows } = await fixture.pool.query<{ id: bigint }>(
    'select customer_id as id from identity.customer where email = $1',
    [email],
  )
  return fixture.paymentPasswords.holdsWithdrawalsUntilMs(rows[0]?.id ?? 0n)
}

const change = async (token: string, oldPassword: string) =>
  (await fixture.call('security/login_password', { oldPassword, loginPassword: next, loginPassword2: next }, { token }))
    .body

describe('withdrawals where money is real', () => {
  beforeAll(async () => {
    fixture = await openIdentity({ mode: 'live' })
    await fixture.setDatabaseClock()
  })
  afterAll(() => fixture.close())

  it('wait for a day after the login password was changed, and not after a wrong old one', async () => {
    const { email, token } = await newMailbox()
    expect((await change(token, 'wrong-one')).error).toBe('wrong-old-password')
    expect(await heldUntilMs(email)).toBeNull()
    expect((await change(token, password)).code).toBe(1)
    expect(await heldUntilMs(email)).toBe(fixture.clock.nowMs() + dayMs)
    fixture.clock.advance(dayMs)
    expect(await heldUntilMs(email)).toBeNull()
  })

  it('wait for a day after a forgotten login password was replaced by code', async () => {
    const { email } = await newMailbox()
    fixture.clock.advance(60_000)
    await fixture.setDatabaseClock()
    const code = await codeFor(email, 'password-forgot')
    const reset = { email, loginPassword: next, loginPassword2: next }
    expect((await fixture.call('user/password_forgot', { ...reset, code: 'abcdef' })).body.error).toBe('wrong-code')
    expect(await heldUntilMs(email)).toBeNull()
    expect((await fixture.call('user/password_forgot', { ...reset, code })).body.code).toBe(1)
    expect(await heldUntilMs(email)).toBe(fixture.clock.nowMs() + dayMs)
    expect((await login(email, next)).code).toBe(1)
  })
})

describe('withdrawals of play money', () => {
  beforeAll(async () => {
    fixture = await openIdentity({ mode: 'sandbox' })
    await fixture.setDatabaseClock()
  })
  afterAll(() => fixture.close())

  it('do not wait after the login password was changed', async () => {
    const { email, token } = await newMailbox()
    expect((await change(token, password)).code).toBe(1)
    expect(await heldUntilMs(email)).toBeNull()
  })
})
