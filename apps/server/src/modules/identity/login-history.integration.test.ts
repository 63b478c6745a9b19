import { userLogin, userLogins } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import { customersOf, newMobile, password } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const fixture = closeAfterTests(await openIdentity())

const { login, newCustomer, newMailbox, newestMail } = customersOf(() => fixture)

async function logins(token: string, form: object = {}) {
  return parse(userLogins.output, (await fixture.call('user/logins', form, { token })).body.data)
}

const countOfAll = async () => {
  const { rows } = await fixture.pool.query<{ count: bigint }>('select count(*) from identity.login')
  return Number(rows[0]?.count)
}

describe('the login history', () => {
  it('tells successes and failures, newest first, with device and coarse network', async () => {
    const { mobile, token } = await newCustomer({ userAgent: phone })
    fixture.clock.advance(1_000)
    await login(mobile, 'wrong-one', {}, { ip: '198.51.100.23', userAgent: laptop })
    await expect.poll(async () => (await logins(token)).items.length).toBe(2)
    fixture.clock.advance(1_000)
    await login(mobile, password, {}, { ip: '2001:db8:1:2::77', userAgent: laptop })
    const computer = { kind: 'computer', system: 'Windows', browser: 'Firefox' }
    expect((await logins(token)).items).toMatchObject([
      { outcome: 'logged-in', device: computer, network: '2001:db8:1:x' },
      { outcome: 'wrong-password', device: computer, network: '198.51.100.x' },
      { outcome: 'logged-in', device: { kind: 'phone', system: 'iPhone', browser: 'Safari' } },
    ])
  })

  it('keeps nothing of accounts that do not exist, nor of attempts that were not verified', async () => {
    const { mobile, token } = await newCustomer()
    const before = await countOfAll()
    await login(newMobile(), 'wrong-one')
    for (let attempt = 0; attempt < 8; attempt += 1) await login(mobile, 'wrong-one')
    await expect.poll(async () => (await logins(token)).items.length).toBe(6)
    expect((await logins(token)).items.filter(({ outcome }) => outcome === 'wrong-password')).toHaveLength(5)
    expect(await countOfAll()).toBe(before + 5)
  })

  it('tells the right password of a disabled account', async () => {
    const { mobile, token, user } = await newCustomer()
    const { rows } = await fixture.pool.query<{ id: bigint }>(
      'select customer_id as id from identity.customer where public_id = $1',
      [user.id],
    )
    const customerId = rows[0]?.id ?? 0n
    await fixture.setEnabled(customerId, false)
    expect((await login(mobile, password)).error).toBe('account-disabled')
    await fixture.setEnabled(customerId, true)
    await expect.poll(async () => (await logins(token)).items[0]?.outcome).toBe('disabled')
  })

  it('comes in pages, belongs to its customer alone, and forgets after 90 days or 50 of an outcome', async () => {
    const { mobile, token } = await newCustomer()
    for (let count = 0; count < 55; count += 1) await login(mobile, password)
    const first = await logins(token, { limit: '30' })
    const second = await logins(token, { limit: '30', cursor: first.nextCursor })
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([30, 20, null])
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(50)
    const stranger = await newCustomer()
    expect((await logins(stranger.token, { cursor: first.nextCursor })).items).toHaveLength(0)
    expect((await logins(stranger.token)).items).toHaveLength(1)
    fixture.clock.advance(90 * dayMs)
    const again = parse(userLogin.output, (await login(mobile, password)).data)
    expect((await logins(again.token)).items).toHaveLength(1)
    await fixture.identity.prune()
    expect(await countOfAll()).toBe(1)
  })

  it('has no page after a cursor that is none', async () => {
    const { token } = await newCustomer()
    for (const cursor of ["'; drop table", '-1', '9'.repeat(30)])
      expect(await logins(token, { cursor })).toMatchObject({ items: [], nextCursor: null })
  })
})

describe('a login from a new device', () => {
  it('is mailed to the owner once, with where it came from and what to do', async () => {
    const { email } = await newMailbox({ userAgent: phone })
    await login(email, password, {}, { userAgent: phone.replaceAll('19', '20') })
    expect((await newestMail(email))?.subject).toBe('Your code to register')
    await login(email, password, {}, { userAgent: laptop, ip: '198.51.100.23' })
    const mail = await newestMail(email)
    expect(mail?.subject).toBe('A new device signed in to your account')
    expect(mail?.body).toContain('Device: Windows, Firefox\nNetwork: 198.51.100.x')
    await login(email, password, {}, { userAgent: laptop })
    await fixture.deliverMail()
    const { rows } = await fixture.pool.query(
      "select from mail.outbox where recipient = $1 and subject like 'A new device%'",
      [email],
    )
    expect(rows).toHaveLength(1)
  })

  it('is not mailed for a wrong password', async () => {
    const { email } = await newMailbox({ userAgent: phone })
    await login(email, 'wrong-one', {}, { userAgent: laptop })
    expect((await newestMail(email))?.subject).toBe('Your code to register')
  })
})
