import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import type { Asset } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { customersOf } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { assetCode } from '../ledger/index.ts'

const { newCustomer, customerIdOf } = customersOf(() => fixture)

const fixture = closeAfterTests(await openIdentity())
await fixture.setDatabaseClock()

async function announceDeposit(customerId: bigint, creditedIn: Asset, quantity: bigint): Promise<string | undefined> {
  const { rows } = await fixture.pool.query<{ outcome: string }>(
    "select outcome from deposit.request_deposit($1, $2, 'ERC20', $3, $4, null, null, null)",
    [customerId, randomUUID(), assetCode(creditedIn), quantity],
  )
  return rows[0]?.outcome
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

  /** A customer with a limit of 50 on deposits. */
  const limitedCustomer = async () => {
    const { token, mobile } = await newCustomer()
    await post(token, 'security/limit_set', { kind: 'deposit', value: '50' })
    return customerIdOf(mobile)
  }

  it('stops a deposit above it', async () => {
    const customerId = await limitedCustomer()
    expect(await announceDeposit(customerId, 'USDT', 50_000_001n)).toBe('limit-reached')
    expect(await announceDeposit(customerId, 'USDT', 50_000_000n)).toBe('accepted')
  })

  it('counts every deposit in USDT, in which it is paid, whichever currency it is credited in', async () => {
    const customerId = await limitedCustomer()
    expect(await announceDeposit(customerId, 'USD', 20_000_000n)).toBe('accepted')
    expect(await announceDeposit(customerId, 'USDT', 10_000_000n)).toBe('accepted')
    expect(await announceDeposit(customerId, 'USD', 20_000_001n)).toBe('limit-reached')
    expect(await announceDeposit(customerId, 'USDT', 20_000_000n)).toBe('accepted')
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
})

describe('an exclusion', () => {
  it('stops deposits until it ends, and is only ever made longer', async () => {
    const { token, mobile } = await newCustomer()
    const customerId = await customerIdOf(mobile)
    const sinceMs = fixture.clock.nowMs()
    const wish = () => announceDeposit(customerId, 'USDT', 50_000_000n)
    expect(await wish()).toBe('accepted')
    await post(token, 'security/exclude', { kind: 'cool-off', days: 7 })
    const untilMs = sinceMs + 7 * dayMs
    expect((await post(token, 'security/exclude', { kind: 'cool-off', days: 1 })).data).toMatchObject({
      exclusion: { untilMs },
    })
    expect(await wish()).toBe('self-excluded')
    fixture.clock.set(untilMs)
    await fixture.setDatabaseClock()
    expect(await wish()).toBe('accepted')
  })

  it('lasts no number of days of its own making', async () => {
    const { token } = await newCustomer()
    expect(await post(token, 'security/exclude', { kind: 'self-exclusion', days: 7 })).toMatchObject({
      error: 'invalid',
      data: { days: 'unknown-value' },
    })
  })
})
