import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { amount, units } from '@candor/money'
import type { Asset } from '@candor/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customersOf } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import type { IdentityFixture } from '../../../test/identity-fixture.ts'
import { assetCode } from '../ledger/index.ts'

let fixture: IdentityFixture
const { newCustomer, customerIdOf } = customersOf(() => fixture)

beforeAll(async () => {
  fixture = await openIdentity()
  await fixture.setDatabaseClock()
})
afterAll(() => fixture.close())

const deposit = (customerId: bigint, value: bigint) =>
  fixture.limits.check(customerId, { kind: 'deposit', quantityUnits: units('USDT', value) })

async function announceDeposit(customerId: bigint, creditedIn: Asset, quantity: bigint): Promise<void> {
  const { rows } = await fixture.pool.query<{ outcome: string }>(
    "select outcome from deposit.request_deposit($1, $2, 'ERC20', $3, $4, null, null, null)",
    [customerId, randomUUID(), assetCode(creditedIn), quantity],
  )
  expect(rows).toEqual([{ outcome: 'accepted' }])
}

const post = async (token: string, path: string, form: object) => (await fixture.call(path, form, { token })).body

describe('a limit that a customer sets', () => {
  it('counts at once where it is tighter, and a day later where it is looser', async () => {
    const { token } = await newCustomer()
    const items = async () => (await post(token, 'security/limits', {})).data
    expect(await items()).toEqual({ items: [], exclusion: null })
    await post(token, 'security/limit_set', { kind: 'stake', value: '100' })
    expect((await post(token, 'security/limit_set', { kind: 'stake', value: '50' })).data).toMatchObject({
      items: [{ value: '50' }],
    })
    const nextFromMs = fixture.clock.nowMs() + dayMs
    expect((await post(token, 'security/limit_set', { kind: 'stake', value: '80' })).data).toMatchObject({
      items: [{ kind: 'stake', value: '50', nextValue: '80', nextFromMs }],
    })
    expect((await post(token, 'security/limit_set', { kind: 'stake' })).data).toMatchObject({
      items: [{ value: '50', nextValue: null, nextFromMs }],
    })
    fixture.clock.advance(dayMs)
    await fixture.setDatabaseClock()
    expect(await items()).toMatchObject({ items: [{ value: null, nextFromMs: null }] })
  })

  it('drops the looser one that waits when it is made tighter again', async () => {
    const { token } = await newCustomer()
    for (const value of ['50', '80', '40']) await post(token, 'security/limit_set', { kind: 'loss', value })
    fixture.clock.advance(dayMs)
    await fixture.setDatabaseClock()
    expect((await post(token, 'security/limits', {})).data).toMatchObject({
      items: [{ value: '40', nextFromMs: null }],
    })
  })

  it.each([
    [{ kind: 'stake', value: '0' }, { value: 'too-small' }],
    [{ kind: 'session', value: '4' }, { value: 'wrong-format' }],
    [{ kind: 'session', value: '30.5' }, { value: 'wrong-format' }],
    [{ kind: 'session', value: '1441' }, { value: 'wrong-format' }],
    [{ kind: 'luck', value: '1' }, { kind: 'unknown-value' }],
  ])('is refused as %j', async (form, data) => {
    const { token } = await newCustomer()
    expect(await post(token, 'security/limit_set', form)).toMatchObject({ error: 'invalid', data })
  })

  it('stops a deposit above it', async () => {
    const { token, mobile } = await newCustomer()
    const customerId = await customerIdOf(mobile)
    await post(token, 'security/limit_set', { kind: 'deposit', value: '50' })
    expect(await deposit(customerId, 50_000_000n)).toEqual({ ok: true, value: null })
    expect(await deposit(customerId, 50_000_001n)).toMatchObject({ error: 'limit-reached', data: { kind: 'deposit' } })
  })

  it('counts every deposit in USDT, in which it is paid, whichever currency it is credited in', async () => {
    const { token, mobile } = await newCustomer()
    const customerId = await customerIdOf(mobile)
    await post(token, 'security/limit_set', { kind: 'deposit', value: '50' })
    await announceDeposit(customerId, 'USD', 20_000_000n)
    await announceDeposit(customerId, 'USDT', 10_000_000n)
    expect(await deposit(customerId, 20_000_000n)).toEqual({ ok: true, value: null })
    expect(await deposit(customerId, 20_000_001n)).toMatchObject({ error: 'limit-reached', data: { kind: 'deposit' } })
  })

  it('cannot be changed around its rules, not even as the application', async () => {
    await expect(fixture.pool.query('update security.customer_limit set value = null')).rejects.toThrow(
      'permission denied',
    )
    await expect(fixture.pool.query('delete from security.exclusion')).rejects.toThrow('permission denied')
    for (const stated of [
      `security.set_limit(1, 'stake', 5000000000, 0)`,
      `security.exclude(1, 'cool-off', 1, 2)`,
      'security.end_withdrawal_hold(1)',
    ])
      await expect(fixture.pool.query(`select ${stated}`)).rejects.toThrow(/does not exist|permission denied/u)
    for (const ms of ['0', '-1', '9223372036854775807', String(6 * 366 * dayMs)])
      await expect(fixture.pool.query(`select security.exclude(1, 'cool-off', ${ms})`)).rejects.toThrow('five years')
    for (const ms of ['-1', '9223372036854775807', String(31 * dayMs)])
      await expect(fixture.pool.query(`select security.hold_withdrawals(1, ${ms})`)).rejects.toThrow('30 days')
  })

  it('lets only one of two wishes through that fit alone and not together', async () => {
    const { token, mobile } = await newCustomer()
    const customerId = await customerIdOf(mobile)
    await post(token, 'security/limit_set', { kind: 'stake', value: '50' })
    let running = 0
    let most = 0
    const act = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
    }
    await Promise.all(
      [1, 2, 3].map(() => fixture.limits.within(customerId, { kind: 'stake', amount: amount('USD', 1n) }, act)),
    )
    expect(most).toBe(1)
  })
})

describe('an exclusion', () => {
  it('stops stakes and deposits until it ends, and is only ever made longer', async () => {
    const { token, mobile } = await newCustomer()
    const customerId = await customerIdOf(mobile)
    const sinceMs = fixture.clock.nowMs()
    const wish = () => fixture.limits.check(customerId, { kind: 'stake', amount: amount('USD', 1n) })
    expect((await wish()).ok).toBe(true)
    await post(token, 'security/exclude', { kind: 'cool-off', days: 7 })
    const untilMs = sinceMs + 7 * dayMs
    expect((await post(token, 'security/exclude', { kind: 'cool-off', days: 1 })).data).toMatchObject({
      exclusion: { untilMs },
    })
    expect(await wish()).toEqual({ ok: false, error: 'self-excluded', data: { untilMs } })
    fixture.clock.set(untilMs)
    await fixture.setDatabaseClock()
    expect((await wish()).ok).toBe(true)
  })

  it('lasts no number of days of its own making', async () => {
    const { token } = await newCustomer()
    expect(await post(token, 'security/exclude', { kind: 'self-exclusion', days: 7 })).toMatchObject({
      error: 'invalid',
      data: { days: 'unknown-value' },
    })
  })
})
