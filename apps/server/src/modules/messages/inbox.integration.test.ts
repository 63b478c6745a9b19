import { randomUUID } from 'node:crypto'
import type { MessageView } from '@candor/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { createMessagesService } from './index.ts'

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const termsId = await world.offer({ instrumentId: 1, durationSlots: 2 })
await logInOperator(world, { name: 'support-one', roles: ['support'] })

let customerId: bigint
let told: string[]
let serial = 0
beforeEach(async () => {
  // Earlier announcements end before this customer registers.
  await world.owner.query('update operator.announcement set ended_ms = from_ms where ended_ms is null')
  customerId = await addCustomer()
  told = []
})

async function addCustomer(): Promise<bigint> {
  serial += 1
  const { rows } = await world.owner.query<{ customer_id: bigint }>(
    `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
     values ($1, $2, '$argon2id$x', $3, 'none', 'en', clock.now_ms()) returning customer_id`,
    [String(10_000_000 + serial), `${serial}@example.org`, `AAAA${String(serial).padStart(2, '0')}`],
  )
  const id = rows[0]?.customer_id
  if (id === undefined) throw new Error('no customer')
  await world.openCustomer(id)
  return id
}

const inbox = () =>
  createMessagesService({
    pool: world.app,
    notifier: { announce: (_id, { kind, id, state }) => Promise.resolve(void told.push(`${kind} ${id} ${state}`)) },
  })
const list = async (options: { group?: MessageView['group']; limit?: number } = {}, lang: 'en' | 'zh' = 'en') => {
  const items: MessageView[] = []
  let cursor: string | null = null
  do {
    const found: Awaited<ReturnType<ReturnType<typeof inbox>['list']>> = await inbox().list(
      customerId,
      { group: options.group ?? null, cursor, limit: options.limit ?? 20 },
      lang,
    )
    items.push(...found.items)
    cursor = found.nextCursor
  } while (cursor !== null)
  return items
}
const unread = () => inbox().unread(customerId)
const pass = (slots: number) => world.moveTo(world.slot + slots)

const decide = (kind: string, subject: string, owner = customerId) =>
  world.app.query('select message.add($1, $2, $3, $4)', [owner, kind, subject, { amount: '5' }])
async function settleOne(owner = customerId): Promise<string> {
  await world.publish()
  await world.place([
    { customerId: owner, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId, durationSlots: 2 },
  ])
  await world.publish({ 1: { price: 100n } })
  await world.publish({ 1: { price: 100n } })
  for (let slot = 0; slot < 3; slot += 1) await world.publish({ 1: { price: 101n } })
  const settled = await world.settleAll()
  return String(settled.find((order) => order.customerId === owner)?.orderId)
}
const announce = (fromMs: number | null = null, untilMs: number | null = null) =>
  world.owner.query(
    `insert into operator.announcement (kind, audience, titles, texts, from_ms, until_ms, created_by, created_ms)
     select 'hours', 'everyone', $1, $2, coalesce($3, clock.now_ms()), $4, min(operator_id), clock.now_ms()
     from operator.account`,
    [{ en: 'Oil pauses', zh: '原油暂停' }, { en: 'Oil pauses tonight', zh: '原油今晚暂停' }, fromMs, untilMs],
  )

describe('an inbox', () => {
  it('holds decisions, settled contracts and announcements in the order of their time, and pages through them', async () => {
    await decide('kyc-verified', 'kyc:7')
    await pass(1)
    await announce()
    await pass(1)
    const orderId = await settleOne()
    await pass(1)
    await decide('withdrawal-sent', 'withdrawal:9')
    const items = await list({ limit: 1 })
    expect(items.map(({ type, group, isRead }) => [type, group, isRead])).toEqual([
      ['decision', 'orders', false],
      ['order', 'orders', false],
      ['announcement', 'notices', false],
      ['decision', 'account', false],
    ])
    expect(items[0]).toMatchObject({ kind: 'withdrawal-sent', thingId: '9', details: { amount: '5' } })
    expect(items[1]).toMatchObject({
      orderId,
      symbol: 'TEST1',
      direction: 'up',
      result: 'won',
      asset: 'USD',
      exitPrice: '1.01',
    })
    expect((await list({}, 'zh'))[2]).toMatchObject({ text: '原油今晚暂停' })
    expect((await list({ group: 'orders', limit: 1 })).map(({ type }) => type)).toEqual(['decision', 'order'])
    expect((await list({ group: 'account' })).map(({ type }) => type)).toEqual(['decision'])
    expect((await list({ group: 'notices' })).map(({ type }) => type)).toEqual(['announcement'])
  })

  it('loses nothing where many messages came in one millisecond', async () => {
    for (let index = 1; index <= 7; index += 1) await decide('kyc-rejected', `kyc:${index}`)
    await announce()
    const ids = (await list({ limit: 2 })).map(({ id }) => id)
    expect(new Set(ids).size).toBe(8)
    expect(ids).toHaveLength(8)
  })

  it('has what the settlement has: a contract that is settled is there in the same moment, and an open one is not', async () => {
    await world.publish()
    await world.place([{ customerId, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId, durationSlots: 2 }])
    expect(await list()).toEqual([])
    for (let slot = 0; slot < 6; slot += 1) await world.publish()
    await world.settleAll()
    expect(await list()).toMatchObject([{ type: 'order', result: 'tie', net: '0' }])
    expect(await unread()).toBe(1)
  })

  it('shows nobody what is of another', async () => {
    const other = await addCustomer()
    await decide('kyc-verified', 'kyc:7', other)
    await settleOne(other)
    expect(await list()).toEqual([])
    const theirs = await inbox().list(other, { group: null, cursor: null, limit: 20 }, 'en')
    expect(theirs.items).toHaveLength(2)
    for (const { id } of theirs.items)
      expect(await inbox().detail(customerId, id, 'en')).toEqual({ ok: false, error: 'not-found' })
    for (const { id } of theirs.items)
      await world.app.query('select inbox.mark_read($1, $2, $3)', [
        customerId,
        id[0] === 'o' ? 'order' : 'decision',
        id.slice(1),
      ])
    expect(await inbox().unread(other)).toBe(2)
  })

  it.each(['', 'x', '1-2', '1-4-1', '1-1-1; drop', '9'.repeat(60)])(
    'returns an empty page for a cursor that is not its own: %s',
    async (cursor) => {
      await decide('kyc-verified', 'kyc:7')
      expect(await inbox().list(customerId, { group: null, cursor, limit: 5 }, 'en')).toEqual({
        items: [],
        nextCursor: null,
      })
    },
  )

  it.each(['', 'm', 'x1', 'o-1', 'm1e3', `a${'9'.repeat(19)}`, 'm999999'])('has no message %s', async (id) => {
    expect(await inbox().detail(customerId, id, 'en')).toEqual({ ok: false, error: 'not-found' })
  })
})

describe('what was read', () => {
  it('is read on every device, which gets an event, and stays so', async () => {
    await decide('kyc-verified', 'kyc:7')
    await announce()
    await settleOne()
    const items = await list()
    expect(await unread()).toBe(3)
    for (const [index, { id }] of items.entries()) {
      expect(await inbox().detail(customerId, id, 'en')).toMatchObject({ ok: true, value: { id, isRead: true } })
      expect(await unread()).toBe(2 - index)
    }
    expect(told).toEqual(items.map(({ id }) => `message ${id} read`))
    await inbox().detail(customerId, items[0]?.id ?? '', 'en')
    expect(told).toHaveLength(3)
    expect((await list()).every(({ isRead }) => isRead)).toBe(true)
  })

  it('is everything after one tap, and nothing that comes later', async () => {
    await decide('kyc-verified', 'kyc:7')
    await announce()
    await settleOne()
    await inbox().readAll(customerId)
    expect(told).toEqual(['message all read'])
    expect(await unread()).toBe(0)
    expect((await list()).every(({ isRead }) => isRead)).toBe(true)
    await pass(60)
    await inbox().readAll(customerId)
    expect((await list()).every(({ isRead }) => isRead)).toBe(true)
    await pass(1)
    await settleOne()
    await decide('withdrawal-sent', 'withdrawal:9')
    expect(await unread()).toBe(2)
  })

  it('is never a settlement whose transaction ended only after everything was marked', async () => {
    await world.publish()
    await world.place([{ customerId, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId, durationSlots: 2 }])
    for (let slot = 0; slot < 6; slot += 1) await world.publish()
    const late = await world.app.connect()
    try {
      await late.query('begin')
      for (const stripe of [1, 2, 3, 4]) await late.query('select contract.settle_due($1::smallint, 10)', [stripe])
      await inbox().readAll(customerId)
      await late.query('commit')
    } finally {
      late.release()
    }
    expect(await unread()).toBe(1)
  })

  it('is counted to a hundred at most', async () => {
    await world.app.query(`select message.add($1, 'kyc-rejected', 'kyc:1', '{}') from generate_series(1, 120)`, [
      customerId,
    ])
    expect(await unread()).toBe(100)
  })
})

describe('an announcement', () => {
  it('reaches those who were there while it was shown, and stays in their inbox when it has ended', async () => {
    const { rows } = await world.owner.query<{ now: bigint }>('select clock.now_ms() as now')
    const now = Number(rows[0]?.now)
    await announce(now + 5_000)
    expect((await list({ group: 'notices' })).filter(({ atMs }) => atMs > now)).toEqual([])
    const before = (await list({ group: 'notices' })).length
    await announce(null, now + 2_000)
    await pass(8)
    expect(await list({ group: 'notices' })).toHaveLength(before + 1)
    customerId = await addCustomer()
    expect((await list({ group: 'notices' })).some(({ atMs }) => atMs === now)).toBe(false)
  })
})
