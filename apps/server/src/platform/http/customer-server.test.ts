import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { contractBuy, homeSummary, marketCandles, systemStatus, userInfo, userLogin } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { Principal } from '../principal.ts'
import { createCrowd } from '../rate-limit/index.ts'
import { ok, refuse } from '../result.ts'
import { openHttpServer, principal, shownUser } from '../../../test/http-server.ts'
import { route } from './index.ts'
import { peerCountryReader } from './peer-address.ts'

const principals: Record<string, Principal> = {
  good: principal,
  disabled: { ...principal, isEnabled: false },
  unverified: { ...principal, kycState: 'none' },
  rejected: { ...principal, kycState: 'rejected' },
}
const buyForm =
  'requestId=018f4e9c-6f5e-7b57-9c39-9d0f2f0a1b2c&symbol=GOLD&direction=up&durationMs=30000&stake=10&asset=USD&termsVersion=1&seenSlot=5'

let server: FastifyInstance | null = null
let handled: unknown[] = []

async function start(admits = true, placesOfNetwork = 1, arrivalMs = 10_000): Promise<FastifyInstance> {
  handled = []
  const crowd = createCrowd(placesOfNetwork)
  server = await openHttpServer({
    routes: [
      route(marketCandles, async (input) => {
        handled.push(input)
        return ok({ items: [], generatedUntilMs: null, nextBeforeMs: null })
      }),
      route(homeSummary, async (_input, { principal }) => {
        handled.push(principal?.customerId ?? null)
        return ok({ notices: [], movers: [], account: null })
      }),
      route(systemStatus, async () => {
        throw new Error('the disk is gone')
      }),
      route(userInfo, async (input) => {
        handled.push(input)
        return ok(shownUser)
      }),
      route(contractBuy, async (input) => {
        handled.push(input)
        return refuse('market-closed', { opensMs: 5 })
      }),
    ],
    customers: {
      authenticate: async (token) => principals[token] ?? null,
      admission: { enterNetwork: crowd.enter, admitNetwork: () => admits, admitCaller: () => true },
      origins: { allowedOrigins: ['https://partner.example'], allowLocalOrigins: true },
    },
    connections: { total: Infinity, perNetwork: Infinity, arrivalMs },
  })
  return server
}

interface Sent {
  path: string
  body?: string
  headers?: Record<string, string>
}

async function post({
  path,
  body = '',
  headers = {},
}: Sent): Promise<{ status: number; body: Record<string, unknown> }> {
  const running = server ?? (await start())
  const response = await running.inject({
    method: 'POST',
    url: `/api/${path}`,
    payload: body,
    headers: { host: 'localhost:8080', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

afterEach(async () => {
  await server?.close()
  server = null
})

describe('login gate', () => {
  it.each([
    ['no token', {}],
    ['an unknown token', { token: 'stolen' }],
  ])('answers 408 to %s before it looks at the body', async (_name, headers) => {
    expect(await post({ path: 'contract/buy', body: 'stake=-1', headers })).toEqual({
      status: 408,
      body: { code: 0, msg: 'Not logged in', error: 'not-logged-in', data: null },
    })
    expect(handled).toEqual([])
  })

  it('passes the caller to a public call that reads the token, and nobody for an invalid token', async () => {
    for (const token of ['good', 'stolen', '']) await post({ path: 'home/summary', headers: { token } })
    await post({ path: 'home/summary' })
    expect(handled).toEqual([1n, null, null, null])
    expect((await post({ path: 'home/summary', headers: { token: 'disabled' } })).body).toMatchObject({
      error: 'account-disabled',
    })
  })

  it('says in a header that a token is of no login, where it serves the caller as a visitor', async () => {
    const running = await start()
    const loginOf = async (headers: Record<string, string>) => {
      const call = {
        method: 'POST',
        url: '/api/home/summary',
        headers: { host: 'localhost:8080', ...headers },
      } as const
      return (await running.inject(call)).headers['x-login']
    }
    expect(await loginOf({ token: 'stolen' })).toBe('unknown')
    expect(await loginOf({ token: 'good' })).toBeUndefined()
    expect(await loginOf({})).toBeUndefined()
  })

  it('refuses a disabled account everywhere', async () => {
    expect((await post({ path: 'user/info', headers: { token: 'disabled' } })).body).toMatchObject({
      code: 0,
      error: 'account-disabled',
      msg: 'Account disabled',
    })
  })

  it('asks for verification where an operation needs it, and lets it through otherwise', async () => {
    expect((await post({ path: 'contract/buy', body: buyForm, headers: { token: 'unverified' } })).body).toMatchObject({
      error: 'kyc-not-completed',
      msg: 'Your account has not completed KYC Certification',
    })
    expect((await post({ path: 'contract/buy', body: buyForm, headers: { token: 'rejected' } })).body).toMatchObject({
      error: 'kyc-not-passed',
    })
    expect((await post({ path: 'user/info', headers: { token: 'unverified' } })).body).toMatchObject({ code: 1 })
    expect(handled).toEqual([{}])
  })
})

describe('the country of the address', () => {
  const buying = (headers: Record<string, string>, remoteAddress: string) =>
    server?.inject({
      method: 'POST',
      url: '/api/contract/buy',
      remoteAddress,
      payload: buyForm,
      headers: {
        host: 'localhost:8080',
        'content-type': 'application/x-www-form-urlencoded',
        token: 'good',
        ...headers,
      },
    })
  const refusalOf = async (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
    (await buying(headers, remoteAddress))?.json<{ error: string }>().error

  it('is believed from a trusted proxy alone, and refuses what begins business', async () => {
    server = await openHttpServer({
      routes: [route(contractBuy, async () => refuse('market-closed', { opensMs: 5 }))],
      trustedProxies: ['10.0.0.1'],
      customers: {
        authenticate: async (token) => principals[token] ?? null,
        admission: { enterNetwork: () => () => undefined, admitNetwork: () => true, admitCaller: () => true },
        origins: { allowedOrigins: [], allowLocalOrigins: true },
        countries: { served: ['AT', 'DE'], of: peerCountryReader('cf-ipcountry', ['10.0.0.1']) },
      },
    })
    expect(await refusalOf({ 'cf-ipcountry': 'us' })).toBe('country-not-served')
    expect(await refusalOf({ 'cf-ipcountry': 'de' })).toBe('market-closed')
    expect(await refusalOf({})).toBe('market-closed')
    expect(await refusalOf({ 'cf-ipcountry': 'US' }, '198.51.100.7')).toBe('market-closed')
  })
})

describe('bodies', () => {
  it('reads a plain form and fills in what may be left out', async () => {
    expect((await post({ path: 'market/candles', body: 'symbol=GOLD&interval=1m&extra=1' })).body).toMatchObject({
      code: 1,
      msg: '',
    })
    expect(handled).toEqual([{ symbol: 'GOLD', interval: '1m', limit: 200 }])
  })

  it('reads JSON too', async () => {
    await post({
      path: 'market/candles',
      body: '{"symbol":"GOLD","interval":"1m","limit":5}',
      headers: { 'content-type': 'application/json' },
    })
    expect(handled).toEqual([{ symbol: 'GOLD', interval: '1m', limit: 5 }])
  })

  it('names the error of each field', async () => {
    expect(await post({ path: 'market/candles', body: 'interval=2m&limit=0' })).toEqual({
      status: 200,
      body: {
        code: 0,
        msg: 'Check the marked fields',
        error: 'invalid',
        data: { symbol: 'required', interval: 'unknown-value', limit: 'too-small' },
      },
    })
  })

  it.each([
    ['broken JSON', '{"symbol":', 'application/json'],
    ['a JSON list', '[1]', 'application/json'],
    ['a JSON number', '7', 'application/json'],
    ['half of a surrogate pair', String.raw`{"symbol":"GOLD","more":["\ud83d"]}`, 'application/json'],
    ['a null character in JSON', String.raw`{"symbol":"GOLD","more":["a\u0000b"]}`, 'application/json'],
    ['a null character in a form', 'symbol=GOLD&interval=1m&more=a%00b', 'application/x-www-form-urlencoded'],
    ['an unknown type', 'x', 'text/csv'],
    ['prototype keys', '{"__proto__":{"symbol":"GOLD"}}', 'application/json'],
    ['a form over the limit', `symbol=GOLD&interval=1m&x=${'G'.repeat(17_000)}`, 'application/x-www-form-urlencoded'],
    [
      'JSON over the limit',
      JSON.stringify({ symbol: 'GOLD', interval: '1m', x: 'G'.repeat(17_000) }),
      'application/json',
    ],
    ['too many fields', `symbol=GOLD&interval=1m${'&a=1'.repeat(99)}`, 'application/x-www-form-urlencoded'],
    ['JSON of too many members', `{"symbol":"GOLD","interval":"1m","x":[${'1,'.repeat(500)}1]}`, 'application/json'],
    [
      'JSON nested too deep',
      `{"symbol":"GOLD","interval":"1m","x":${'['.repeat(20)}${']'.repeat(20)}}`,
      'application/json',
    ],
  ])('answers 400 to %s', async (_name, body, type) => {
    expect(await post({ path: 'market/candles', body, headers: { 'content-type': type } })).toMatchObject({
      status: 400,
      body: { code: 0, error: 'malformed' },
    })
  })
})

/** Opens a connection and sends the head of a POST, whose body never comes. */
async function sendHead(path: string, length: number) {
  const running = server ?? (await start())
  const socket = connect(Number(new URL(await running.listen({ port: 0, host: '127.0.0.1' })).port), '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`,
  )
  return socket
}

const headOf = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))

describe('before the body is read', () => {
  it('a network beyond its limit is refused', async () => {
    await start(false)
    const socket = await sendHead('/api/market/candles', 9)
    expect(await headOf(socket)).toMatch(/^HTTP\/1\.1 429 [^]*"error":"frequent-operations"/)
    socket.destroy()
  })

  it('an unknown address is refused', async () => {
    const socket = await sendHead('/api/nothing/here', 9)
    expect(await headOf(socket)).toMatch(/^HTTP\/1\.1 404 [^]*"error":"not-found"/)
    socket.destroy()
  })

  it('a body that is announced as too long is refused, and its connection closed', async () => {
    const socket = await sendHead('/api/market/candles', 500_000)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*"error":"malformed"/)
  })

  it('the connection of a flooding network that announces a long body is closed, too', async () => {
    await start(false)
    expect(await text(await sendHead('/api/market/candles', 500_000))).toMatch(/^HTTP\/1\.1 429 /)
  })

  it('an unfinished call takes a place of its network, until its connection is gone', async () => {
    await start(true, 1)
    const socket = await sendHead('/api/market/candles', 9)
    const status = async () => (await post({ path: 'market/candles' })).status
    await expect.poll(status).toBe(429)
    socket.destroy()
    await expect.poll(status).toBe(200)
  })
})

describe('refusals and faults', () => {
  it('returns the text in the language of the request, with the details', async () => {
    expect((await post({ path: 'contract/buy', body: buyForm, headers: { token: 'good', lang: 'zh' } })).body).toEqual({
      code: 0,
      msg: '市场已休市',
      error: 'market-closed',
      data: { opensMs: 5 },
    })
  })

  it('returns 429 to floods', async () => {
    await start(false)
    expect(await post({ path: 'market/candles', body: '' })).toMatchObject({
      status: 429,
      body: { msg: 'Frequent operations' },
    })
  })

  it('limits a network before it looks up the token', async () => {
    await start(false)
    expect(await post({ path: 'user/info', headers: { token: 'guessed' } })).toMatchObject({ status: 429 })
  })

  it('returns 429 where a network has too many calls in progress', async () => {
    await start(true, 0)
    expect(await post({ path: 'user/info', headers: { token: 'good' } })).toMatchObject({
      status: 429,
      body: { error: 'frequent-operations' },
    })
    expect(handled).toEqual([])
  })

  it('gives the place of a call back when it was answered, refused, or failed', async () => {
    await start(true, 1)
    const statuses = []
    for (const path of ['user/info', 'system/status', 'market/candles', 'market/candles'])
      statuses.push((await post({ path, body: '' })).status)
    expect(statuses).not.toContain(429)
  })

  it('returns the request id of an error and not its cause', async () => {
    const { status, body } = await post({ path: 'system/status' })
    expect(status).toBe(500)
    expect(body).toMatchObject({ code: 0, error: 'system-error', data: { requestId: expect.any(String) } })
    expect(JSON.stringify(body)).not.toContain('disk')
  })

  it('returns not found for an unknown path', async () => {
    expect(await post({ path: 'nothing/here' })).toMatchObject({ status: 404, body: { error: 'not-found' } })
  })
})

describe('foreign pages', () => {
  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['a cross-site fetch without origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['no origin at all', {}, 200],
    ['the page itself', { origin: 'http://localhost:8080' }, 200],
    ['the front-end dev server', { origin: 'http://localhost:5173' }, 200],
    ['a configured origin', { origin: 'https://partner.example' }, 200],
    ['the app host of an API host', { origin: 'https://candor.example', host: 'api.candor.example' }, 200],
    ['another host of the same operator', { origin: 'https://blog.candor.example', host: 'api.candor.example' }, 403],
  ])('%s', async (_name, headers, status) => {
    expect((await post({ path: 'market/candles', body: 'symbol=GOLD&interval=1m', headers })).status).toBe(status)
  })

  it('keeps the API off the app host', async () => {
    expect((await post({ path: 'market/candles', headers: { host: 'candor.example' } })).status).toBe(404)
  })
})

describe('time', () => {
  it('closes a call whose body never arrives as malformed, and not as “Not logged in”', async () => {
    await start(true, 1, 100)
    expect(await text(await sendHead('/api/market/candles', 9))).toMatch(/^HTTP\/1\.1 400 [^]*"error":"malformed"/)
    expect(handled).toEqual([])
  })

  it('closes a call that was refused, and whose body never arrives, without a second response', async () => {
    await start(false, 1, 100)
    expect((await text(await sendHead('/api/market/candles', 9))).match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('closes a connection whose headers never arrive', async () => {
    const running = await start()
    const { headersTimeout, requestTimeout } = running.server
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 60_000 })
  })
})

describe('the cookie of known devices', () => {
  const log = (headers: Record<string, string>) =>
    (server as FastifyInstance).inject({
      method: 'POST',
      url: '/api/user/login',
      payload: 'account=a&loginPassword=b',
      headers: { host: 'api.candor.example', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  it('is read, and set for the login alone, out of reach of scripts and other sites', async () => {
    const seen: (string | null)[] = []
    server = await openHttpServer({
      trustedProxies: ['127.0.0.1'],
      routes: [
        route(userLogin, async (_input, { device }) => {
          seen.push(device.value)
          device.keep('a.new-value')
          return refuse('wrong-credentials')
        }),
      ],
    })
    const cookies = ['device=old', 'other=1; device=a.b_c-1 ; x=device', 'device=<script>', 'xdevice=1', '']
    for (const cookie of cookies) await log({ cookie })
    expect(seen).toEqual(['old', 'a.b_c-1', null, null, null])
    const set = 'device=a.new-value; Path=/api/user/login; Max-Age=31536000; HttpOnly; SameSite=Strict'
    expect((await log({})).headers['set-cookie']).toBe(set)
    const https = { 'x-forwarded-proto': 'https' }
    expect((await log(https)).headers['set-cookie']).toBe(`__Secure-${set}; Secure`)
    seen.length = 0
    for (const cookie of ['device=from-the-way', '__Secure-device=own']) await log({ ...https, cookie })
    expect(seen).toEqual([null, 'own'])
  })

  it('may be sent by the pages of the app, and by no other page', async () => {
    server = await openHttpServer({ routes: [route(userLogin, async () => refuse('wrong-credentials'))] })
    const allowed = async (origin: string) => (await log({ origin })).headers['access-control-allow-credentials']
    expect(await allowed('https://candor.example')).toBe('true')
    expect(await allowed('https://evil.example')).toBeUndefined()
  })
})

describe('documents', () => {
  it('list every operation with its refusals', async () => {
    const running = await start()
    const document = (await running.inject({ url: '/api/openapi.json', headers: { host: 'localhost' } })).json<{
      paths: Record<string, unknown>
    }>()
    expect(Object.keys(document.paths)).toEqual([
      '/api/market/candles',
      '/api/home/summary',
      '/api/system/status',
      '/api/user/info',
      '/api/contract/buy',
    ])
    expect(JSON.stringify(document.paths['/api/contract/buy'])).toContain('price-moved')
    expect((await running.inject({ url: '/api/docs', headers: { host: 'localhost' } })).body).toContain(
      'POST /api/contract/buy',
    )
  })

  it('are limited like calls', async () => {
    const running = await start(false)
    for (const url of ['/api/openapi.json', '/api/docs', '/api/docs.css']) {
      const response = await running.inject({ url, headers: { host: 'localhost' } })
      expect({ url, status: response.statusCode, body: response.json<unknown>() }).toMatchObject({
        url,
        status: 429,
        body: { error: 'frequent-operations' },
      })
    }
  })
})
