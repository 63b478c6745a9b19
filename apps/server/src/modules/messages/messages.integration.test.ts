import type { AccountEvent } from '@candor/api'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createBus } from '../../platform/bus/index.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { testDatabase } from '../../platform/postgres/test-database.ts'
import { BalancePublisher } from '../statement/index.ts'
import { createNotifier } from './index.ts'

const database = await testDatabase()
const app = createPool(database.appUrl, 'test')
const owner = createPool(database.ownerUrl, 'test-owner')
const { rows } = await owner.query<{ customer_id: bigint }>(
  `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
   values ('10000001', 'a@example.org', '$argon2id$x', 'AAAAAA', 'none', 'en', 0) returning customer_id`,
)
const customerId = rows[0]?.customer_id ?? 0n
await app.query('select ledger.open_customer($1)', [customerId])
afterAll(async () => {
  await app.end()
  await owner.end()
})

const add = (kind: string, subject: string, details: object) =>
  app.query('select message.add($1, $2, $3, $4)', [customerId, kind, subject, JSON.stringify(details)])

describe('a message', () => {
  it('is written by its function, read by the application, and changed by nobody', async () => {
    await add('kyc-verified', 'kyc:45', { country: 'DE' })
    const { rows } = await app.query('select kind, subject, details, read_ms from message.message')
    expect(rows).toEqual([{ kind: 'kyc-verified', subject: 'kyc:45', details: { country: 'DE' }, read_ms: null }])
    for (const attack of [
      'update message.message set read_ms = created_ms',
      'delete from message.read_mark',
      'insert into message.reader (customer_id, orders_read_ms) values (1, 0)',
      'delete from message.message',
      "update message.message set kind = 'other'",
      `insert into message.message (customer_id, kind, subject, details, created_ms)
        values (${customerId}, 'x-y', 'a:1', '{}', 0)`,
    ])
      await expect(app.query(attack)).rejects.toThrow('permission denied')
  })

  it.each([
    ['Kyc', 'kyc:1', {}],
    ['kyc-verified', 'kyc', {}],
    ['kyc-verified', 'kyc:1', []],
    ['kyc-verified', 'kyc:1', { text: 'x'.repeat(5_000) }],
  ])('of kind %s about %s is refused where it has no shape', async (kind, subject, details) => {
    await expect(add(kind, subject, details)).rejects.toThrow('violates check constraint')
  })
})

describe('a notice', () => {
  const told = async (awaited: boolean, kind: 'kyc' | 'recharge') => {
    const events: AccountEvent[] = []
    const bus = createBus((_topic, fault) => expect.unreachable(String(fault)))
    bus.subscribeAccounts(
      ({ event }) => events.push(event),
      () => awaited,
    )
    const balances = new BalancePublisher({ pool: app, bus, logger: pino({ level: 'silent' }) })
    await createNotifier({ bus, balances }).announce(customerId, { kind, id: '45', state: 'verified' })
    await balances.idle()
    return events
  }

  it('reaches its subscribers', async () => {
    expect(await told(true, 'kyc')).toEqual([{ type: 'notice', notice: { kind: 'kyc', id: '45', state: 'verified' } }])
  })

  it('of money is followed by the balances', async () => {
    expect((await told(true, 'recharge')).map(({ type }) => type)).toEqual(['notice', 'balances'])
  })

  it('of an identity check is published to the gates, also where no socket listens', async () => {
    const changed: bigint[] = []
    const bus = createBus((_topic, fault) => expect.unreachable(String(fault)))
    bus.subscribe('customer-changed', (message) => changed.push(message.customerId))
    const balances = new BalancePublisher({ pool: app, bus, logger: pino({ level: 'silent' }) })
    await createNotifier({ bus, balances }).announce(customerId, { kind: 'kyc', id: '45', state: 'verified' })
    expect(changed).toEqual([customerId])
  })

  it('is not made where nobody listens', async () => {
    expect(await told(false, 'recharge')).toEqual([])
  })
})
