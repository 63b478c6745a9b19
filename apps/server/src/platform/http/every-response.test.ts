import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { marketCandles, systemStatus } from '@candor/api'
import { operatorMe } from '@candor/api/operator'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConsoleServer, openHttpServer } from '../../../test/http-server.ts'
import { ok } from '../result.ts'
import { route } from './index.ts'
import { readStaticApp } from './servers.ts'

let folder: string
let customers: FastifyInstance
let console: FastifyInstance
let handled: unknown[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-responses-'))
  const app = join(folder, 'app')
  await mkdir(join(app, 'assets'), { recursive: true })
  await writeFile(join(app, 'index.html'), '<title>app</title><script>start()</script>')
  await writeFile(join(app, 'assets', 'a-1.js'), '// app\n')
  await writeFile(join(folder, 'secrets.json'), 'the secrets beside the app')
  handled = []
  const routes = [
    route(marketCandles, async (input) => {
      handled.push(input)
      return ok({ items: [], generatedUntilMs: null, nextBeforeMs: null })
    }),
    route(systemStatus, async () => {
      throw new Error('the disk is gone')
    }),
    route(operatorMe, async () => {
      throw new Error('never called without a session')
    }),
  ]
  customers = await openHttpServer({ routes, app: readStaticApp(app) })
  console = await openConsoleServer({ routes, app: readStaticApp(app) })
})
afterAll(async () => {
  await Promise.all([customers.close(), console.close()])
  await rm(folder, { recursive: true, force: true })
})

type Method = 'GET' | 'POST'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const ask = (server: FastifyInstance, method: Method, url: string, payload = '') =>
  server.inject({
    method,
    url,
    headers: { host: 'localhost:8080', ...(method === 'POST' ? form : {}) },
    ...(method === 'POST' ? { payload } : {}),
  })

const responses: readonly [name: string, of: () => FastifyInstance, method: Method, url: string, status: number][] = [
  ['the page', () => customers, 'GET', '/h5/', 200],
  ['a file of the app', () => customers, 'GET', '/h5/assets/a-1.js', 200],
  ['a redirect', () => customers, 'GET', '/', 302],
  ['a call', () => customers, 'POST', '/api/market/candles', 200],
  ['a call that failed', () => customers, 'POST', '/api/system/status', 500],
  ['the documents', () => customers, 'GET', '/api/openapi.json', 200],
  ['the page of the documents', () => customers, 'GET', '/api/docs', 200],
  ['a probe', () => customers, 'GET', '/readyz', 200],
  ['nothing', () => customers, 'GET', '/nothing', 404],
  ['the console', () => console, 'GET', '/', 200],
  ['a call of an operator', () => console, 'POST', '/operator/me', 408],
  ['nothing of the console', () => console, 'GET', '/nothing', 404],
]

const namedType = /^(text|application)\/(html|plain|css|javascript|json); charset=utf-8$/

describe('every response', () => {
  it.each(responses)(
    'that is %s keeps browsers from reading it as something else',
    async (_, of, method, url, status) => {
      const { statusCode, headers } = await ask(of(), method, url)
      expect(statusCode).toBe(status)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
      const policy = String(headers['content-security-policy']).split('; ')
      const ofPage = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
      const isPage = /html|javascript/.test(String(headers['content-type']))
      const ofData = ["default-src 'none'", "frame-ancestors 'none'"]
      expect(policy).toEqual(expect.arrayContaining(isPage ? ofPage : ofData))
      expect(policy.join()).not.toContain('unsafe')
    },
  )

  it.each(responses)('that is %s names its type, texts with their characters, and no software', async (...response) => {
    const [, of, method, url] = response
    const { headers, body } = await ask(of(), method, url)
    const type = String(headers['content-type'] ?? '')
    expect({ type, isNamed: body === '' || namedType.test(type) }).toMatchObject({ isNamed: true })
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
  })
})

describe('the servers', () => {
  it.each([
    '/h5/assets/',
    '/h5/assets',
    '/h5/../secrets.json',
    '/h5/%2e%2e/secrets.json',
    '/h5/..%2fsecrets.json',
    '/h5/assets/..%2f..%2fsecrets.json',
    '/secrets.json',
    '/.git/HEAD',
    '/h5/.git/HEAD',
    '/package.json',
  ])('serve no listing and nothing beside the apps at %s', async (url) => {
    const { statusCode, body } = await ask(customers, 'GET', url)
    expect({ isServed: statusCode === 200, body }).toMatchObject({ isServed: false })
    expect(body).not.toContain('beside the app')
  })

  it('take an operation by POST only', async () => {
    expect((await ask(customers, 'GET', '/api/market/candles?symbol=GOLD&interval=1m')).statusCode).toBe(404)
    expect((await ask(console, 'GET', '/operator/me')).statusCode).toBe(404)
    const before = handled.length
    expect((await ask(customers, 'POST', '/api/market/candles?symbol=GOLD&interval=1m')).json()).toMatchObject({
      error: 'invalid',
    })
    expect(handled.length).toBe(before)
  })

  it('refuse a field that comes twice', async () => {
    const twice = 'symbol=GOLD&symbol=EURUSD&interval=1m'
    expect((await ask(customers, 'POST', '/api/market/candles', twice)).json()).toMatchObject({
      error: 'invalid',
      data: { symbol: expect.any(String) },
    })
    expect((await ask(customers, 'POST', '/api/market/candles', 'symbol=GOLD&interval=1m')).json()).toMatchObject({
      code: 1,
    })
  })

  it.each([
    [
      'TRACE',
      'TRACE /h5/ HTTP/1.1\r\nhost: localhost\r\nx-mark: echo-me\r\nconnection: close\r\n\r\n',
      /^HTTP\/1\.1 4/,
    ],
    [
      'two lengths of a body',
      'POST /api/market/candles HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /h5/ HTTP/1.1\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    ['a header with a bare line feed', 'GET /h5/ HTTP/1.1\r\nhost: localhost\nx-a: 1\r\n\r\n', /^HTTP\/1\.1 400 /],
  ])('refuse %s, and close the connection', async (_, request, expected) => {
    if (!customers.server.listening) await customers.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((customers.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(request)
    const answer = await text(socket)
    expect(answer).toMatch(expected)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(answer).not.toContain('echo-me')
  })
})
