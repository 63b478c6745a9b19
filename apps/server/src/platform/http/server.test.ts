import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { contractBuy, homeSummary, marketCandles, systemStatus, userInfo } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { Principal } from '../principal.ts'
import { createCrowd } from '../rate-limit/index.ts'
import { ok, refuse } from '../result.ts'
import { openHttpServer } from '../../../test/http-server.ts'
import { route } from './index.ts'

const verified: Principal = { customerId: 1n, sessionId: 1n, isEnabled: true, kycState: 'verified' }
const principals: Record<string, Principal> = {
  good: verified,
  disabled: { ...verified, isEnabled: false },
  unverified: { ...verified, kycState: 'none' },
  rejected: { ...verified, kycState: 'rejected' },
}
const buyForm =
  'requestId=018f4e9c-6f5e-7b57-9c39-9d0f2f0a1b2c&symbol=GOLD&direction=up&durationMs=30000&stake=10&asset=USD&termsVersion=1&seenSlot=5'

let server: FastifyInstance | null = null
let handled: unknown[] = []

async function start(admits = true, placesOfNetwork = 1): Promise<FastifyInstance> {
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
        return ok({
          id: '1',
          mobile: null,
          email: null,
          inviteCode: 'A',
          kycState: 'verified' as const,
          isEnabled: true,
          createdMs: 1,
          avatar: null,
          passwordChangedMs: null,
        })
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

  it('tells a public call that reads the token who calls, and takes one that is no good for none', async () => {
    for (const token of ['good', 'stolen', '']) await post({ path: 'home/summary', headers: { token } })
    await post({ path: 'home/summary' })
    expect(handled).toEqual([1n, null, null, null])
    expect((await post({ path: 'home/summary', headers: { token: 'disabled' } })).body).toMatchObject({
      error: 'account-disabled',
    })
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
    ['a body over the limit', `symbol=${'G'.repeat(1_100_000)}`, 'application/x-www-form-urlencoded'],
  ])('answers 400 to %s', async (_name, body, type) => {
    expect(await post({ path: 'market/candles', body, headers: { 'content-type': type } })).toMatchObject({
      status: 400,
      body: { code: 0, error: 'malformed' },
    })
  })
})

describe('refusals and faults', () => {
  it('answers the text in the language asked for, with the details', async () => {
    expect((await post({ path: 'contract/buy', body: buyForm, headers: { token: 'good', lang: 'zh' } })).body).toEqual({
      code: 0,
      msg: '市场已休市',
      error: 'market-closed',
      data: { opensMs: 5 },
    })
  })

  it('answers 429 to floods', async () => {
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

  it('answers 429 where a network has too many calls in progress', async () => {
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

  it('answers a fault with the request id and not its cause', async () => {
    const { status, body } = await post({ path: 'system/status' })
    expect(status).toBe(500)
    expect(body).toMatchObject({ code: 0, error: 'system-error', data: { requestId: expect.any(String) } })
    expect(JSON.stringify(body)).not.toContain('disk')
  })

  it('answers an unknown path as not found', async () => {
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
  it('answers a body that never arrives as malformed, and not as “Not logged in”', async () => {
    const running = await start()
    Object.assign(running.server, { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 50 })
    const { port } = new URL(await running.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'POST /api/market/candles HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*"error":"malformed"/)
    expect(handled).toEqual([])
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
})
