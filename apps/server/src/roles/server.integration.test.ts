import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { operations, refusalsOf, socketProtocol } from '@candor/api'
import { parseTrustedFile, verifyAcceptance } from '@candor/proof/receipt'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { inviteCode, postForm, registerAt, startTestServer } from '../../test/test-server.ts'
import type { FormResponse } from '../../test/test-server.ts'
import { testDatabase } from '../platform/postgres/test-database.ts'
import { seed } from './seed.ts'

const firstAccount = 'first@example.com'

const database = await testDatabase()
await seed(database.ownerUrl, { mode: 'sandbox', inviteCode })
const server = await startTestServer(database)
const token = await register(firstAccount)

let stopping: Promise<void> | null = null
// The last test stops it as well.
const stop = () => (stopping ??= server.stop())
afterAll(stop)

const post = (path: string, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  postForm(`${server.origin}/api/${path}`, form, headers)

async function login(): Promise<string> {
  const answer = await post('user/login', { account: firstAccount, loginPassword: 'secret-1' })
  expect(answer).toMatchObject({ code: 1, msg: 'Login successful' })
  return z.parse(z.object({ token: z.string() }), answer.data).token
}

async function register(email = `${randomUUID()}@example.com`): Promise<string> {
  const answer = await registerAt(server.origin, email)
  expect(answer).toMatchObject({ code: 1, msg: 'Registration successful', data: { user: { kycState: 'none' } } })
  await asOwner("update identity.customer set kyc_state = 'verified' where email = $1", [email])
  return z.parse(z.object({ token: z.string() }), answer.data).token
}

async function asOwner(statement: string, values: readonly string[] = []): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(statement, [...values])
  await owner.end()
}

describe('every operation', () => {
  it('is served and published with its refusals', async () => {
    const document = z.parse(
      z.object({ paths: z.record(z.string(), z.unknown()) }),
      await (await fetch(`${server.origin}/api/openapi.json`)).json(),
    )
    expect(Object.keys(document.paths).sort()).toEqual(operations.map(({ path }) => `/api/${path}`).sort())
    for (const operation of operations) {
      const text = JSON.stringify(document.paths[`/api/${operation.path}`])
      for (const refusal of refusalsOf(operation)) expect(text).toContain(`"${refusal}"`)
    }
  })
})

describe('the version', () => {
  it('is the same in the root package.json, the status and the document of the API', async () => {
    const named = z.object({ version: z.string() })
    const root = new URL('../../../../package.json', import.meta.url)
    const { version } = z.parse(named, JSON.parse(await readFile(root, 'utf8')))
    const document = z.parse(z.object({ info: named }), await (await fetch(`${server.origin}/api/openapi.json`)).json())
    expect(document.info.version).toBe(version)
    expect(z.parse(named, (await post('system/status', {})).data).version).toBe(version)
    // The specification's version is 1.0.9, and releases go on from there.
    expect(version.localeCompare('1.0.9', 'en', { numeric: true })).toBeGreaterThanOrEqual(0)
  })
})

describe('the gate of verification', () => {
  async function asCustomer(change: string, call: (token: string) => Promise<void>): Promise<void> {
    const own = await register()
    await asOwner(
      `update identity.customer set ${change} where customer_id = (select max(customer_id) from identity.customer)`,
    )
    await call(own)
  }
  const form = {
    requestId: randomUUID(),
    symbol: 'BTCUSDT',
    direction: 'up',
    durationMs: '30000',
    stake: '10',
    asset: 'USDT',
    termsVersion: '1',
    seenSlot: '1',
  }

  it.each([
    ['none', 'kyc-not-completed', 'Your account has not completed KYC Certification'],
    ['under-review', 'kyc-not-passed', 'You have not yet KYC Certification, or it has not passed'],
    ['rejected', 'kyc-not-passed', 'You have not yet KYC Certification, or it has not passed'],
  ])('refuses a customer whose verification is %s', async (state, error, msg) => {
    await asCustomer(`kyc_state = '${state}'`, async (own) => {
      expect(await post('contract/buy', form, { token: own })).toMatchObject({ code: 0, error, msg })
      expect(await post('wallet/assets', {}, { token: own })).toMatchObject({ code: 1 })
    })
  })
})

describe('a customer', () => {
  it('sees no order, balance or statement of another', async () => {
    const orders = await buyOne(token)
    const stranger = await register()
    expect(await post('contract/order', { id: orders }, { token: stranger })).toMatchObject({
      code: 0,
      error: 'not-found',
    })
    expect(await post('contract/orders', {}, { token: stranger })).toMatchObject({ data: { items: [] } })
    const statement = await post('wallet/statement', {}, { token: stranger })
    expect(
      z
        .parse(z.object({ items: z.array(z.object({ kind: z.string() })) }), statement.data)
        .items.map(({ kind }) => kind),
    ).toEqual(['grant', 'grant'])
  })

  it('finds own money, open contracts and favourites, and a visitor finds none of them', async () => {
    const own = await register()
    const order = await buyOne(own)
    expect(
      await post('market/favourite_set', { symbols: 'ETHUSDT,GOLD', change: 'add' }, { token: own }),
    ).toMatchObject({ code: 1 })
    expect(await post('market/favourites', {}, { token: own })).toMatchObject({
      data: { symbols: ['ETHUSDT', 'GOLD'] },
    })
    expect(await post('home/summary', {}, { token: own })).toMatchObject({
      code: 1,
      data: { account: { positions: [{ id: order }], hasMorePositions: false, today: { closed: 0 } } },
    })
    for (const headers of [{}, { token: 'A'.repeat(43) }]) {
      expect(await post('home/summary', {}, headers)).toMatchObject({ code: 1, data: { account: null } })
    }
  })

  it('loses the socket of a device that is logged out, at once, and no other', async () => {
    const [here, there] = [await login(), await login()]
    const [kept, closed] = [await openSocket(here), await openSocket(there)]
    const sessions = z.parse(
      z.object({ items: z.array(z.object({ id: z.string(), isCurrent: z.boolean() })) }),
      (await post('user/sessions', {}, { token: there })).data,
    )
    const id = sessions.items.find(({ isCurrent }) => isCurrent)?.id ?? ''
    const end = new Promise<number>((resolve) => closed.addEventListener('close', ({ code }) => resolve(code)))
    expect(await post('user/session_revoke', { id }, { token: here })).toMatchObject({ code: 1 })
    expect(await end).toBe(4001)
    expect(kept.readyState).toBe(WebSocket.OPEN)
    kept.close()
  })

  it('buys once however often the same request comes, at once or later', async () => {
    const { form, answers } = await boughtWith((form) =>
      Promise.all(Array.from({ length: 20 }, () => post('contract/buy', form, { token }))),
    )
    answers.push(await post('contract/buy', form, { token }))
    const ids = new Set(answers.map(({ data }) => z.parse(z.object({ id: z.string() }), data).id))
    expect(ids.size).toBe(1)
    expect(await post('contract/buy', { ...form, stake: '11' }, { token })).toMatchObject({
      code: 0,
      error: 'conflict',
    })
  })
})

it('signs the acceptance of an order with the key that it names, the same to each repetition', async () => {
  const { form, answers } = await boughtWith(async (form) => [await post('contract/buy', form, { token })])
  const first = z.parse(z.object({ id: z.string(), acceptance: z.string() }), answers[0]?.data)
  expect(await post('contract/buy', form, { token })).toMatchObject({ data: first })
  const trusted = parseTrustedFile(await (await fetch(`${server.origin}/verify/trusted.json`)).text())
  expect((await verifyAcceptance(first.acceptance, trusted)).verdict).toBe('passed')
  const { data } = await post('transparency/checkpoints', {})
  expect(trusted.acceptance).toEqual([z.parse(z.object({ acceptanceVkey: z.string() }), data).acceptanceVkey])
  expect(await post('contract/receipt', { id: first.id }, { token })).toMatchObject({
    code: 1,
    data: { state: 'pending' },
  })
  expect(await post('contract/receipt', { id: first.id }, { token: await register() })).toMatchObject({
    code: 0,
    error: 'not-found',
  })
})

it('lives and is ready, on the customers’ port and on the console’s', async () => {
  for (const origin of [server.origin, server.consoleOrigin]) {
    expect(await (await fetch(`${origin}/livez`)).text()).toBe('ok\n')
    expect(await (await fetch(`${origin}/readyz`)).text()).toBe('ready\n')
  }
})

it('tells each of its sockets when to return, each another moment, when it stops', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(token)))
  const closed = sockets.map(
    (socket) =>
      new Promise<{ code: number; pauseMs: number }>((resolve) =>
        socket.addEventListener('close', ({ code, reason }) => resolve({ code, pauseMs: Number(reason) })),
      ),
  )
  await stop()
  const ends = await Promise.all(closed)
  expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([1001]))
  expect(ends.every(({ pauseMs }) => pauseMs >= 500 && pauseMs < 5_000)).toBe(true)
  expect(new Set(ends.map(({ pauseMs }) => pauseMs)).size).toBeGreaterThan(10)
})

async function openSocket(own: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/ws`, socketProtocol)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('the socket did not open')))
    socket.addEventListener('open', () => socket.send(JSON.stringify({ op: 'auth', token: own })))
    socket.addEventListener('message', ({ data }) => {
      if (String(data).includes('"authenticated"')) resolve()
    })
  })
  return socket
}

async function buyForm(): Promise<Record<string, string>> {
  const offered = z.object({ durations: z.array(z.object({ durationMs: z.int(), version: z.string() })) })
  const terms = z.parse(offered, (await post('contract/terms', { symbol: 'BTCUSDT' })).data)
  const status = z.parse(z.object({ slot: z.int() }), (await post('system/status', {})).data)
  const [first] = terms.durations
  return {
    requestId: randomUUID(),
    symbol: 'BTCUSDT',
    direction: 'up',
    durationMs: String(first?.durationMs),
    stake: '10',
    asset: 'USDT',
    termsVersion: first?.version ?? '',
    seenSlot: String(status.slot),
  }
}

/** Buys; where a busy machine missed frames, so that the price is out of date, again half a second later. */
async function boughtWith(buy: (form: Record<string, string>) => Promise<FormResponse[]>) {
  for (let tries = 1; ; tries += 1) {
    const form = await buyForm()
    const answers = await buy(form)
    if (tries === 20 || answers.every(({ error }) => error !== 'market-stale')) return { form, answers }
    await sleep(500)
  }
}

async function buyOne(own: string): Promise<string> {
  const { answers } = await boughtWith(async (form) => [await post('contract/buy', form, { token: own })])
  const [answer] = answers
  expect(answer).toMatchObject({ code: 1, msg: 'Order placed successfully' })
  return z.parse(z.object({ id: z.string() }), answer?.data).id
}
