import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mapTiles, userLogin, userLogout } from '@candor/api'
import { operatorLogout } from '@candor/api/operator'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openConsoleServer, openEntrance, openHttpServer, principal } from '../../../test/http-server.ts'
import { ok, refuse } from '../result.ts'
import { route } from './index.ts'
import { readStaticApp } from './servers.ts'
import type { StaticApp } from './static-app.ts'

let folder: string
let app: StaticApp | null
let servers: FastifyInstance[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-headers-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<title>app</title>')
  await writeFile(join(folder, 'assets', 'a-1.js'), '// app\n')
  await writeFile(join(folder, 'assets', 'a-1.css'), 'p {}\n')
  app = readStaticApp(folder)
})
afterEach(async () => {
  for (const server of servers) await server.close()
  servers = []
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(isBehindTls = false): Promise<FastifyInstance> {
  const server = await openHttpServer({
    app,
    isBehindTls,
    trustedProxies: ['127.0.0.1'],
    customers: { ...openEntrance, authenticate: async (token) => (token === 'good' ? principal : null) },
    routes: [
      route(mapTiles, async () => ok({ tiles: null })),
      route(userLogout, async () => ok(null)),
      route(userLogin, async (_input, { device }) => {
        device.keep('a.mark')
        return refuse('wrong-credentials')
      }),
    ],
  })
  servers.push(server)
  return server
}

async function openDesk(): Promise<FastifyInstance> {
  const server = await openConsoleServer({
    app,
    operators: {
      ...openEntrance,
      authenticate: async () => ({ operatorId: 1n, name: 'a', roles: [], isSandboxReviewer: false, expiresMs: 9 }),
    },
    routes: [route(operatorLogout, async () => ok(null))],
  })
  servers.push(server)
  return server
}

type Headers = Readonly<Record<string, string>>

const get = (server: FastifyInstance, url: string, headers: Headers = {}) =>
  server.inject({ url, headers: { host: 'localhost', ...headers } })
const post = (server: FastifyInstance, url: string, headers: Headers = {}) =>
  server.inject({ method: 'POST', url, payload: {}, headers: { host: 'localhost', ...headers } })
const policyOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  String(headers['content-security-policy'])

describe('the content policy', () => {
  it('of data allows nothing, so that it is harmless where a browser shows it as a page', async () => {
    const server = await open()
    const responses = [
      await post(server, '/api/map/tiles'),
      await get(server, '/api/nothing'),
      await get(server, '/healthz'),
      await get(server, '/h5/assets/a-1.css'),
      await post(await openDesk(), '/operator/logout', { token: 'x' }),
    ]
    for (const response of responses) expect(policyOf(response)).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  it('of pages, and of scripts that may be workers, allows the app its own files', async () => {
    const server = await open()
    for (const url of ['/h5/', '/h5/assets/a-1.js', '/api/docs'])
      expect(policyOf(await get(server, url))).toContain("default-src 'self'; script-src 'self'")
  })

  it('of a page that was not modified stays that of a page', async () => {
    const server = await open()
    const { headers } = await get(server, '/h5/')
    const again = await get(server, '/h5/', { 'if-none-match': String(headers['etag']) })
    expect(again.statusCode).toBe(304)
    expect(policyOf(again)).toBe(policyOf({ headers }))
  })

  it('refuses texts as markup and as scripts, but for what the app’s own policy returns', async () => {
    const [app, desk] = [policyOf(await get(await open(), '/h5/')), policyOf(await get(await openDesk(), '/'))]
    expect(app).toContain("require-trusted-types-for 'script'; trusted-types default")
    expect(desk).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  })
})

describe('behind a proxy that speaks TLS', () => {
  it('browsers come by TLS only from then on, and pages name no plain address', async () => {
    const server = await open(true)
    const page = await get(server, '/h5/', { host: 'candor.example' })
    expect(page.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    expect(policyOf(page)).toContain('upgrade-insecure-requests')
    expect(policyOf(page)).toContain('wss://api.candor.example')
    expect(policyOf(page)).not.toMatch(/ws:\/\/|http:\/\//)
    expect((await post(server, '/api/map/tiles')).headers['strict-transport-security']).toBeDefined()
  })

  it('the cookie of a known device is secure, although the proxy does not say how it was called', async () => {
    const login = { method: 'POST', url: '/api/user/login', payload: { account: 'a', loginPassword: 'b' } } as const
    const cookieOf = async (server: FastifyInstance) =>
      (await server.inject({ ...login, headers: { host: 'localhost' } })).headers['set-cookie']
    expect(await cookieOf(await open(true))).toContain('; Secure')
    expect(await cookieOf(await open())).not.toContain('; Secure')
  })
})

describe('without the promise of TLS', () => {
  it('nothing promises it to browsers, and sockets may be plain', async () => {
    const page = await get(await open(), '/h5/', { host: 'candor.example' })
    expect(page.headers).not.toHaveProperty('strict-transport-security')
    expect(policyOf(page)).not.toContain('upgrade-insecure-requests')
    expect(policyOf(page)).toMatch(/ ws:\/\/api\.candor\.example.* http:\/\/api\.candor\.example/)
  })

  it('a page that a trusted proxy serves by TLS names no plain address all the same', async () => {
    const page = await get(await open(), '/h5/', { host: 'candor.example', 'x-forwarded-proto': 'https' })
    expect(policyOf(page)).toContain('wss://candor.example')
    expect(policyOf(page)).not.toMatch(/ws:\/\/|http:\/\//)
  })
})

it('no response is guessed at, framed, or handed to another site', async () => {
  const [server, desk] = [await open(), await openDesk()]
  const common = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
  for (const response of [await get(server, '/h5/'), await post(server, '/api/map/tiles'), await get(server, '/no')])
    expect(response.headers).toMatchObject({ ...common, 'cross-origin-resource-policy': 'same-site' })
  for (const response of [await get(desk, '/'), await get(desk, '/no')])
    expect(response.headers).toMatchObject({ ...common, 'cross-origin-resource-policy': 'same-origin' })
})

it('a logout clears the browser’s cache of responses, and no other call does', async () => {
  const server = await open()
  const cleared = async (call: Promise<{ headers: Readonly<Record<string, unknown>> }>) =>
    (await call).headers['clear-site-data']
  expect(await cleared(post(server, '/api/user/logout', { token: 'good' }))).toBe('"cache"')
  expect(await cleared(post(await openDesk(), '/operator/logout', { token: 'good' }))).toBe('"cache"')
  expect(await cleared(post(server, '/api/map/tiles'))).toBeUndefined()
})
