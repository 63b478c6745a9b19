import { randomUUID } from 'node:crypto'
import type { PushKind } from '@candor/api'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { takeDue } from './delivery-store.ts'
import { createPushSender, createPushService, startPushWatch } from './index.ts'
import { playPushService, vapidClaims } from './testing/push-service-played.ts'

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
const service = await playPushService()
const termsId = await world.offer({ instrumentId: 1, durationSlots: 2 })
await logInOperator(world, { name: 'support-one', roles: ['support'] })
afterAll(async () => {
  await service.close()
})

let customerId: bigint
let device: { sessionId: bigint; customerId: bigint }
beforeEach(async () => {
  await world.owner.query('delete from push.subscription')
  customerId = await idOf(
    `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
     values (lpad(($1::bigint % 100000000)::text, 8, '1'), $1::bigint || '@example.org', '$argon2id$x',
       'A' || upper(substr(md5($1::text), 1, 5)), 'none', 'en', clock.now_ms())
     returning customer_id as id`,
    [Math.floor(Math.random() * 90_000_000)],
  )
  await world.openCustomer(customerId)
  device = { sessionId: await signIn(), customerId }
  service.received.length = 0
})

async function idOf(sql: string, values: readonly unknown[]): Promise<bigint> {
  const { rows } = await world.owner.query<{ id: bigint }>(sql, [...values])
  if (rows[0] === undefined) throw new Error('nothing was inserted')
  return rows[0].id
}

const signIn = () =>
  idOf(
    `insert into identity.session (customer_id, token_hash, device, network, created_ms, last_used_ms)
     values ($1, sha256(convert_to($2, 'UTF8')), 'a phone', '127.0.0.1', 0, clock.now_ms()) returning session_id as id`,
    [customerId, randomUUID()],
  )

const sender = () =>
  createPushSender({
    privateKey: 'A'.repeat(42) + 'E',
    contact: 'mailto:ops@candor.test',
    allowedOrigins: [service.origin],
  })
const pushes = () => createPushService({ pool: world.app, sender: sender() })
const subscribe = (
  kinds: readonly PushKind[],
  change: { lang?: 'en' | 'de' | 'ja'; amounts?: 'shown'; of?: typeof device } = {},
) =>
  pushes().subscribe(change.of ?? device, {
    ...service.subscription,
    kinds,
    amounts: change.amounts ?? 'hidden',
    lang: change.lang ?? 'en',
  })

/** One round of the watch. */
async function round(): Promise<void> {
  const watch = startPushWatch({
    pool: world.app,
    logger: pino({ level: 'silent' }),
    sender: sender(),
    repeat: () => () => undefined,
  })
  await watch.look()
  await watch.stop()
}
const pass = (slots: number) => world.moveTo(world.slot + slots)
const decide = (kind: string, details: object = { amount: '250.5', asset: 'USDT' }) =>
  world.app.query('select message.add($1, $2, $3, $4)', [customerId, kind, `${kind.split('-')[0]}:7`, details])
/** Subscribes to withdrawals, of which one is sent afterwards. */
async function sendWithdrawal(): Promise<void> {
  await subscribe(['withdrawal'])
  await pass(1)
  await decide('withdrawal-sent')
}
const notes = () => service.received.map(({ note }) => note)

async function settleOne(): Promise<string> {
  await world.publish()
  await world.place([{ customerId, requestId: randomUUID(), stakeUnits: 10_000_000n, termsId, durationSlots: 2 }])
  for (const price of [100n, 100n, 101n, 101n, 101n]) await world.publish({ 1: { price } })
  const settled = await world.settleAll()
  return String(settled.find((order) => order.customerId === customerId)?.orderId)
}

describe('a notification', () => {
  it('tells a device once of a decision, encrypted for its browser and signed by our key', async () => {
    await subscribe(['decision'], { lang: 'de' })
    await pass(1)
    await decide('kyc-verified', {})
    await round()
    await round()
    expect(notes()).toEqual([
      {
        id: expect.stringMatching(/^m\d+$/),
        title: 'Ihre Identitätsprüfung ist abgeschlossen',
        text: 'Öffnen Sie Candor, um mehr zu lesen.',
        lang: 'de',
        atMs: expect.any(Number),
      },
    ])
    const [{ headers, path, bytes } = { headers: {}, path: '', bytes: 0 }] = service.received
    expect(path).toBe('/browser-1')
    expect(bytes).toBeLessThan(3_000)
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '3600',
      topic: expect.stringMatching(/^m\d+$/),
    })
    const claims = vapidClaims(headers.authorization)
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:ops@candor.test', key: sender().publicKey })
    expect(claims.exp).toBeLessThanOrEqual(Date.now() / 1000 + 86_400)
  })

  it('of a settlement opens the receipt, and has an amount only for who wants it on the screen', async () => {
    await subscribe(['settlement'])
    const orderId = await settleOne()
    await round()
    expect(notes()).toEqual([expect.objectContaining({ id: `o${orderId}`, text: 'Open Candor to read it.' })])
    expect(JSON.stringify(notes())).toContain('contract settled')
    await subscribe(['settlement'], { amounts: 'shown' })
    await settleOne()
    await round()
    expect(notes()[1]).toMatchObject({ text: expect.stringMatching(/^\+\d+\.\d\d USD$/) })
  })

  it('comes of the chosen kinds only, and of nothing from before it was chosen', async () => {
    await decide('withdrawal-sent')
    await pass(1)
    await subscribe(['withdrawal', 'announcement'], { amounts: 'shown' })
    await pass(1)
    await decide('recharge-completed')
    await decide('withdrawal-completed')
    await world.owner.query(
      `insert into operator.announcement (kind, audience, titles, texts, from_ms, created_by, created_ms)
       select 'hours', 'everyone', $1, $2, clock.now_ms(), min(operator_id), clock.now_ms() from operator.account`,
      [
        { en: 'Trading hours of oil', zh: '原油交易时间' },
        { en: 'Oil pauses tonight', zh: '原油今晚暂停' },
      ],
    )
    await round()
    expect(notes()).toHaveLength(2)
    expect(notes()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'News about your withdrawal', text: '250.50 USDT' }),
        expect.objectContaining({ title: 'Trading hours of oil', text: 'Oil pauses tonight' }),
      ]),
    )
  })

  it('speaks the language that the device was last seen with', async () => {
    await subscribe(['decision'], { lang: 'de' })
    await pass(1)
    await decide('kyc-verified', {})
    await subscribe(['decision'], { lang: 'ja' })
    await round()
    expect(notes()).toEqual([expect.objectContaining({ lang: 'ja' })])
  })

  it('goes on at the new address of a browser that shows the old one’s secret, and of no other', async () => {
    await subscribe(['decision'])
    const { endpoint, p256dh, auth } = service.subscription
    const moved = { endpoint: `${service.origin}/browser-2`, p256dh, auth }
    expect(await pushes().renew({ endpoint, auth: 'A'.repeat(22) }, moved)).toMatchObject({ ok: true })
    expect(await pushes().renew({ endpoint, auth }, { ...moved, endpoint: 'https://10.0.0.1/' })).toMatchObject({
      error: 'not-allowed',
    })
    await pass(1)
    await decide('kyc-verified', {})
    await round()
    expect(service.received.map(({ path }) => path)).toEqual(['/browser-1'])
    const between = { endpoint: `${service.origin}/browser-3`, p256dh, auth: `${'B'.repeat(21)}A` }
    await Promise.all([1, 2, 3].map(() => pushes().renew({ endpoint, auth }, between)))
    await pushes().renew({ endpoint: between.endpoint, auth: between.auth }, moved)
    await decide('kyc-rejected', {})
    await round()
    expect(service.received.map(({ path }) => path)).toEqual(['/browser-1', '/browser-2'])
  })

  it('comes late, and once, where nobody looked for a while', async () => {
    await sendWithdrawal()
    await pass(2 * 60 * 20)
    await round()
    await round()
    expect(notes()).toHaveLength(1)
  })

  it('is not sent again where nobody knows whether the push service took it', async () => {
    await sendWithdrawal()
    service.answer('cut')
    await round()
    await pass(2 * 600)
    await round()
    expect(notes()).toHaveLength(1)
  })

  it('is sent once, however many watch', async () => {
    await subscribe(['withdrawal'])
    await pass(1)
    for (let count = 0; count < 30; count += 1) await decide('withdrawal-sent')
    await Promise.all(Array.from({ length: 4 }, round))
    expect(new Set(service.received.map(({ headers }) => headers['topic'])).size).toBe(30)
    expect(notes()).toHaveLength(30)
  })

  it('that a process held when it died is not sent again', async () => {
    await sendWithdrawal()
    service.answer({ status: 503 })
    await round()
    await pass(2 * 15)
    expect(await takeDue(world.app, 10)).toHaveLength(1)
    await pass(2 * 600)
    await round()
    expect(notes()).toHaveLength(1)
  })

  it('is tried again, later each time, while the push service is busy, and given up in the end', async () => {
    await sendWithdrawal()
    service.answer({ status: 429, retryAfter: '60' }, { status: 503 })
    await round()
    await pass(2 * 59)
    await round()
    expect(notes()).toHaveLength(1)
    await pass(2)
    await round()
    await pass(2 * 29)
    await round()
    expect(notes()).toHaveLength(2)
    await pass(2)
    await round()
    await round()
    expect(notes()).toHaveLength(3)
  })

  it.each([404, 410])('ends for a device that is gone (HTTP %d)', async (status) => {
    await sendWithdrawal()
    service.answer({ status })
    await round()
    expect(await pushes().settings(device)).toMatchObject({ device: null })
  })

  it('that is refused for good is not tried again, and the device stays', async () => {
    await sendWithdrawal()
    service.answer({ status: 413 })
    await round()
    await pass(2 * 3_000)
    await round()
    expect(notes()).toHaveLength(1)
    expect(await pushes().settings(device)).toMatchObject({ device: { kinds: ['withdrawal'] } })
  })
})

describe('a device', () => {
  it('shows its notification kinds, and gets nothing once it is off or signed out', async () => {
    expect(await pushes().settings(device)).toEqual({ publicKey: sender().publicKey, device: null })
    await subscribe(['message', 'decision'], { amounts: 'shown' })
    expect(await pushes().settings(device)).toMatchObject({
      device: { kinds: ['decision', 'message'], amounts: 'shown' },
    })
    await pass(1)
    await decide('sale-completed')
    await world.owner.query('update identity.session set revoked_ms = clock.now_ms() where session_id = $1', [
      device.sessionId,
    ])
    await round()
    await pushes().unsubscribe(device)
    expect(await pushes().settings(device)).toMatchObject({ device: null })
    expect(notes()).toEqual([])
  })

  it('gets notifications of the account that signed in last on its browser', async () => {
    await subscribe(['decision'])
    const next = { customerId, sessionId: await signIn() }
    await subscribe(['decision'], { of: next })
    expect(await pushes().settings(device)).toMatchObject({ device: null })
    expect(await pushes().settings(next)).toMatchObject({ device: { kinds: ['decision'] } })
  })

  it('cannot name an address that is no push service, or a key that is none', async () => {
    const wanted = { ...service.subscription, kinds: ['decision'], amounts: 'hidden', lang: 'en' } as const
    for (const endpoint of [
      'https://127.0.0.1/x',
      'https://localhost/x',
      'http://push.example.org/x',
      'https://push.example.org:8443/x',
    ])
      expect(await pushes().subscribe(device, { ...wanted, endpoint })).toMatchObject({
        ok: false,
        error: 'not-allowed',
      })
    const nowhere = `${'B'.repeat(86)}A`
    expect(await pushes().subscribe(device, { ...wanted, p256dh: nowhere })).toMatchObject({
      ok: false,
      error: 'not-allowed',
    })
  })

  it('gets nothing from a server without a key', async () => {
    const silent = createPushService({ pool: world.app, sender: null })
    expect(await silent.settings(device)).toEqual({ publicKey: null, device: null })
    const wanted = { ...service.subscription, kinds: ['decision'], amounts: 'hidden', lang: 'en' } as const
    expect(await silent.subscribe(device, wanted)).toMatchObject({ ok: false })
  })
})
