import { dayMs } from '@candor/formulas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customersOf, password, twice } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import type { IdentityFixture } from '../../../test/identity-fixture.ts'

const next = 'secret-2'

let fixture: IdentityFixture
const { newMailbox, codeFor, login } = customersOf(() => fixture)

function openFor(mode: 'live' | 'sandbox'): void {
  beforeAll(async () => {
    fixture = await openIdentity({ mode })
    await fixture.setDatabaseClock()
  })
  afterAll(() => fixture.close())
}

async function heldUntilMs(email: string): Promise<number | null> {
  const { rows } = await fixture.pool.query<{ id: bigint }>(
    'select customer_id as id from identity.customer where email = $1',
    [email],
  )
  return fixture.paymentPasswords.holdsWithdrawalsUntilMs(rows[0]?.id ?? 0n)
}

const change = async (token: string, oldPassword: string) =>
  (await fixture.call('security/login_password', { oldPassword, ...twice(next) }, { token })).body

describe('withdrawals where money is real', () => {
  openFor('live')

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
    const reset = { email, ...twice(next) }
    expect((await fixture.call('user/password_forgot', { ...reset, code: 'abcdef' })).body.error).toBe('wrong-code')
    expect(await heldUntilMs(email)).toBeNull()
    expect((await fixture.call('user/password_forgot', { ...reset, code })).body.code).toBe(1)
    expect(await heldUntilMs(email)).toBe(fixture.clock.nowMs() + dayMs)
    expect((await login(email, next)).code).toBe(1)
  })
})

describe('withdrawals of play money', () => {
  openFor('sandbox')

  it('do not wait after the login password was changed', async () => {
    const { email, token } = await newMailbox()
    expect((await change(token, password)).code).toBe(1)
    expect(await heldUntilMs(email)).toBeNull()
  })
})
