import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConsoleServer, openHttpServer } from '../../../test/http-server.ts'
import { readStaticApp } from './servers.ts'

let folder: string
let server: FastifyInstance
let desk: FastifyInstance

async function writeApp(name: string, html: string): Promise<string> {
  const app = join(folder, name)
  await mkdir(join(app, 'assets'), { recursive: true })
  await writeFile(join(app, 'index.html'), html)
  await writeFile(join(app, 'assets', 'a-1.js'), `// ${name}\n`)
  return app
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-static-'))
  const h5 = await writeApp('h5', '<title>app</title><script>start()</script>')
  const console = await writeApp('console', '<title>console</title>')
  const verifier = await writeApp('verifier', '<style>a{}</style><script>verify()</script>')
  const pages = await writeApp('public', '<title>pages</title>')
  server = await openHttpServer({
    app: readStaticApp(h5),
    publicPages: readStaticApp(pages),
    verifier: readStaticApp(verifier),
    addRoutes: (routes) => {
      routes.get('/verify/trusted.json', (_request, reply) => reply.type('application/json').send('{}'))
    },
    pictureHosts: ['https://tiles.example'],
  })
  desk = await openConsoleServer({ app: readStaticApp(console), allowedHosts: ['console.example.com'] })
})

afterAll(async () => {
  await Promise.all([server.close(), desk.close()])
  await rm(folder, { recursive: true, force: true })
})

async function get(host: string, url: string, from = server) {
  const response = await from.inject({ method: 'GET', url, headers: { host } })
  return {
    status: response.statusCode,
    body: response.body,
    policy: String(response.headers['content-security-policy']),
  }
}

describe('the built apps', () => {
  it('have ports of their own, where each has its files', async () => {
    expect((await get('localhost:8080', '/h5/')).body).toContain('app')
    for (const path of ['/', '/h5']) expect((await get('localhost:8080', path)).status).toBe(302)
    for (const host of ['localhost:8081', '127.0.0.1:8081', 'console.example.com']) {
      expect((await get(host, '/', desk)).body).toContain('console')
      expect((await get(host, '/assets/a-1.js', desk)).body).toBe('// console\n')
      expect((await get(host, '/h5/', desk)).status).toBe(404)
    }
  })

  it('have one document for every public page, at the customers’ host and at none of the API or the chat', async () => {
    for (const name of ['check', 'price-log', 'odds', 'solvency', 'record', 'status']) {
      for (const host of ['localhost:8080', 'example.com'])
        expect((await get(host, `/${name}/?at=1`)).body).toContain('pages')
      expect((await get('example.com', `/${name}/assets/a-1.js`)).body).toBe('// public\n')
      for (const host of ['api.example.com', 'kefu.example.com'])
        expect((await get(host, `/${name}/`)).status).toBe(404)
    }
  })

  it('keep the query of a shared link that lacks the slash', async () => {
    const { headers } = await server.inject({ method: 'GET', url: '/check?instrument=BTCUSDT&at=7' })
    expect(headers.location).toBe('/check/?instrument=BTCUSDT&at=7')
  })

  it('run no inline scripts on public pages, and set no cookie', async () => {
    const { headers } = await server.inject({ method: 'GET', url: '/check/', headers: { host: 'example.com' } })
    expect(headers['content-security-policy']).toContain("connect-src 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('serve the page that verifies receipts under a policy without any network, at hosts of the app', async () => {
    for (const host of ['localhost:8080', 'example.com']) {
      const { status, body, policy } = await get(host, '/verify/')
      expect({ status, body }).toMatchObject({ status: 200, body: expect.stringContaining('verify()') })
      const sources = Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]))
      expect(sources).toMatchObject({ 'default-src': "default-src 'none'", 'connect-src': "connect-src 'none'" })
      expect(sources['script-src']).toMatch(/^script-src 'sha256-[^']{44}'$/)
      expect(sources['style-src']).toMatch(/^style-src 'sha256-[^']{44}'$/)
      expect((await get(host, '/verify')).status).toBe(302)
      // The file of keys is beside the page, and is data.
      expect(await get(host, '/verify/trusted.json')).toMatchObject({ status: 200, body: '{}' })
      expect((await get(host, '/h5/')).policy).toContain("default-src 'self'")
    }
    for (const host of ['api.example.com', 'kefu.example.com']) expect((await get(host, '/verify/')).status).toBe(404)
    expect((await get('localhost:8081', '/verify/', desk)).status).toBe(404)
  })

  it('leave the console out of the customers’ port, whatever the host', async () => {
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'example.com', 'console.example.com'])
      for (const path of ['/console', '/console/', '/console/assets/a-1.js'])
        expect({ host, path, status: (await get(host, path)).status }).toEqual({ host, path, status: 404 })
  })

  it('keep the API of customers away from the console', async () => {
    expect((await get('api.example.com', '/api/openapi.json')).status).toBe(200)
    for (const host of ['localhost', 'console.example.com'])
      expect((await get(host, '/api/openapi.json', desk)).status).toBe(404)
  })

  it('are served at the allowed hosts only, where some are named, and probes at any', async () => {
    const app = readStaticApp(join(folder, 'h5'))
    const strict = await openHttpServer({ app, allowedHosts: ['example.com'] })
    const statuses = async (url: string, hosts: readonly string[]) => {
      const found = []
      for (const host of hosts) found.push((await get(host, url, strict)).status)
      return found
    }
    expect(await statuses('/h5/', ['example.com', 'EXAMPLE.com:443', 'evil.com', 'localhost', '192.0.2.1'])).toEqual([
      200, 200, 404, 404, 404,
    ])
    expect(await statuses('/api/openapi.json', ['api.example.com', 'api.evil.com', 'example.com'])).toEqual([
      200, 404, 404,
    ])
    expect(await statuses('/readyz', ['127.0.0.1', 'evil.com'])).toEqual([200, 200])
    await strict.close()
  })

  it('allow inline scripts of their own page only', async () => {
    expect((await get('localhost', '/h5/')).policy).toMatch(/script-src 'self' 'sha256-/)
    expect((await get('localhost', '/', desk)).policy).toContain("script-src 'self';")
  })

  it('fetch pictures from a further host only in the customers’ app, and only from the one that is set', async () => {
    const pictures = "img-src 'self' data: blob:"
    expect((await get('localhost', '/h5/')).policy).toContain(`${pictures} https://tiles.example;`)
    expect((await get('localhost', '/', desk)).policy).toContain(`${pictures};`)
  })
})
