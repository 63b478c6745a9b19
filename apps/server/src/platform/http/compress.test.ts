import { brotliDecompressSync } from 'node:zlib'
import { homeSummary, marketCandles, userInfo } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ok } from '../result.ts'
import { openEntrance, openHttpServer } from '../../../test/http-server.ts'
import { route } from './index.ts'

const candle: [number, string, string, string, string, string] = [60_000, '1.1', '1.3', '1.0', '1.2', '5']
const notice = { kind: 'halted' as const, symbols: Array.from({ length: 1_000 }, () => 'GOLD') }
const customer = {
  mobile: null,
  email: null,
  kycState: 'verified' as const,
  isEnabled: true,
  createdMs: 1,
  avatar: null,
  passwordChangedMs: null,
}

let server: FastifyInstance

beforeAll(async () => {
  server = await openHttpServer({
    routes: [
      route(marketCandles, async ({ limit }) =>
        ok({ items: Array.from({ length: limit }, () => candle), generatedUntilMs: null, nextBeforeMs: null }),
      ),
      route(homeSummary, async () => ok({ notices: [notice], movers: [], account: null })),
      route(userInfo, async () => ok({ ...customer, id: '1', inviteCode: 'A'.repeat(4_000) })),
    ],
    customers: {
      ...openEntrance,
      authenticate: async () => ({ customerId: 1n, sessionId: 1n, isEnabled: true, kycState: 'verified' }),
    },
  })
})

afterAll(() => server.close())

function post(path: string, { encodings = 'gzip, deflate, br', body = '' } = {}) {
  return server.inject({
    method: 'POST',
    url: `/api/${path}`,
    payload: body,
    headers: {
      host: 'localhost:8080',
      'content-type': 'application/x-www-form-urlencoded',
      'accept-encoding': encodings,
      token: 'good',
    },
  })
}

it('sends a long answer that is the same for everybody compressed, and says so to caches', async () => {
  const answer = await post('market/candles', { body: 'symbol=GOLD&interval=1m' })
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'application/json; charset=utf-8' })
  expect(answer.headers['vary']).toMatch(/accept-encoding/)
  expect(answer.rawPayload.length).toBeLessThan(1_000)
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toMatchObject({
    code: 1,
    data: { items: Array(200).fill(candle) },
  })
})

it.each([
  ['a short one', 'market/candles', { body: 'symbol=GOLD&interval=1m&limit=2' }],
  ['one for a browser that does not take it', 'market/candles', { body: 'symbol=GOLD&interval=1m', encodings: 'gzip' }],
  ['one about a customer', 'user/info', {}],
  ['one that may depend on who calls', 'home/summary', {}],
])('sends %s as it is', async (_name, path, sent) => {
  const answer = await post(path, sent)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json()).toMatchObject({ code: 1 })
})
