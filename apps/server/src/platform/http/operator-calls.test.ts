import { Readable } from 'node:stream'
import { fileOutput, operatorOperation, systemStatus, userInfo } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ok, refuse } from '../result.ts'
import { openConsoleServer, openEntrance, openHttpServer } from '../../../test/http-server.ts'
import { route } from './index.ts'
import type { OperatorPrincipal, Route } from './index.ts'

const anna: OperatorPrincipal = {
  operatorId: 1n,
  name: 'anna',
  roles: ['kyc', 'lead'],
  isSandboxReviewer: false,
  expiresMs: 9,
}
const common = {
  summary: '',
  input: z.object({ id: z.string('required') }),
  output: z.string(),
} as const
const greeting = operatorOperation('operator/greeting', 'public', common)
const anyone = operatorOperation('operator/anyone', 'any', common)
const review = operatorOperation('operator/review', ['kyc'], common)
const payment = operatorOperation('operator/payment', ['payments', 'desk'], common)
const photo = operatorOperation('operator/photo', ['kyc'], { ...common, output: fileOutput })

let server: FastifyInstance
let routes: Route[]
let handled: unknown[]
let admits: boolean
let fault: unknown

beforeEach(async () => {
  handled = []
  admits = true
  fault = null
  const handle = async (input: { id: string }, { operator }: { operator: { name: string; secret: string } }) => {
    if (fault !== null) throw fault
    handled.push([input.id, operator.name, operator.secret])
    return ok('done')
  }
  routes = [
    route(greeting, async () => ok('hello')),
    route(anyone, handle),
    route(review, handle),
    route(payment, handle),
    route(photo, async ({ id }) =>
      ok({ contentType: 'image/png', body: Readable.from([Buffer.from(id)]), name: 'photo.png' }),
    ),
    route(systemStatus, async () => refuse('system-error')),
    route(userInfo, async () => refuse('system-error')),
  ]
  server = await openConsoleServer({
    routes,
    allowedHosts: ['console.candor.test'],
    operators: {
      ...openEntrance,
      origins: { allowedOrigins: [], allowLocalOrigins: false },
      authenticate: async (secret) => (secret === 'good' ? anna : null),
      admission: { ...openEntrance.admission, admitNetwork: () => admits },
    },
  })
})

afterEach(() => server.close())

async function post(path: string, headers: Record<string, string> = { token: 'good' }, payload: object = { id: '7' }) {
  const response = await server.inject({
    method: 'POST',
    url: `/${path}`,
    payload,
    headers: { host: 'console.candor.test', ...headers },
  })
  return {
    status: response.statusCode,
    response,
    body: response.json<{ code: number; error?: string; data: unknown }>(),
  }
}

describe('the gates of operators', () => {
  it('let an operator with one of the roles through, with the secret for the database', async () => {
    expect((await post('operator/review')).body).toMatchObject({ code: 1, data: 'done' })
    expect(handled).toEqual([['7', 'anna', 'good']])
  })

  it.each([
    ['nobody', 'operator/anyone', {}, 408, 'not-logged-in'],
    ['somebody else', 'operator/anyone', { token: 'bad' }, 408, 'not-logged-in'],
    ['an operator without the role', 'operator/payment', { token: 'good' }, 200, 'not-allowed'],
    [
      'a page of another site',
      'operator/review',
      { token: 'good', origin: 'https://evil.test' },
      403,
      'foreign-origin',
    ],
    [
      'a page of this machine’s customers’ port',
      'operator/review',
      { token: 'good', host: 'localhost:8081', origin: 'http://localhost:8080' },
      403,
      'foreign-origin',
    ],
    ['the app’s own page', 'operator/review', { token: 'good', origin: 'https://candor.test' }, 403, 'foreign-origin'],
  ])('refuse %s', async (_name, path, headers, status, error) => {
    expect(await post(path, headers)).toMatchObject({ status, body: { code: 0, error } })
    expect(handled).toEqual([])
  })

  it('let the console’s own page through, and anybody where anybody may', async () => {
    expect((await post('operator/review', { token: 'good', origin: 'https://console.candor.test' })).body.code).toBe(1)
    expect((await post('operator/greeting', {})).body.data).toBe('hello')
  })

  it('refuse a form that does not fit before the handler', async () => {
    expect((await post('operator/review', { token: 'good' }, {})).body).toMatchObject({
      error: 'invalid',
      data: { id: 'required' },
    })
    expect(handled).toEqual([])
  })

  it('refuse a network that asks too often before the secret is looked up', async () => {
    admits = false
    expect(await post('operator/review', { token: 'bad' })).toMatchObject({
      status: 429,
      body: { error: 'frequent-operations' },
    })
  })

  it.each(['localhost', '127.0.0.1:8081', '[::1]', 'console.candor.test'])('are reached at %s', async (host) => {
    expect((await post('operator/greeting', { host })).status).toBe(200)
  })

  it.each(['candor.test', 'other.console.candor.test', 'localhost.evil.test'])(
    'are not reached at “%s”, as when a foreign page points its name here',
    async (host) => {
      expect((await post('operator/greeting', { host })).status).toBe(404)
    },
  )

  it.each(['localhost', '127.0.0.1', 'console.candor.test', 'candor.test'])(
    'are not reached on the customers’ port, whose host says %s',
    async (host) => {
      const customers = await openHttpServer({ routes })
      for (const url of ['/operator/greeting', '/api/operator/greeting']) {
        const sent = { method: 'POST', url, payload: { id: '7' }, headers: { host } } as const
        expect({ url, status: (await customers.inject(sent)).statusCode }).toEqual({ url, status: 404 })
      }
      await customers.close()
    },
  )

  it('have nothing of customers beside them but what the console reads', async () => {
    const statusOf = async (path: string) => (await post(path, { token: 'good', host: 'localhost' })).status
    expect(await statusOf('api/system/status')).toBe(200)
    expect(await statusOf('api/user/info')).toBe(404)
  })
})

describe('what a function of the database refuses', () => {
  it.each([
    ['CO001', 408, 'not-logged-in'],
    ['CO002', 200, 'not-allowed'],
    ['CO003', 200, 'same-operator'],
    ['CO004', 200, 'already-decided'],
    ['23505', 500, 'system-error'],
  ])('as %s is answered as %i %s', async (code, status, error) => {
    fault = Object.assign(new Error('refused'), { code })
    expect(await post('operator/review')).toMatchObject({ status, body: { error } })
  })
})

describe('a file', () => {
  it('is answered as it is, kept nowhere', async () => {
    const response = await server.inject({
      method: 'POST',
      url: '/operator/photo',
      payload: { id: 'bytes' },
      headers: { host: 'localhost', token: 'good' },
    })
    expect(response.body).toBe('bytes')
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="photo.png"',
    })
  })
})
