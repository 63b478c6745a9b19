import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttpServer } from '../../../test/http-server.ts'
import { readStaticApp } from './index.ts'

let folder: string
let server: FastifyInstance

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
  server = await openHttpServer({
    apps: { h5: readStaticApp(h5), console: readStaticApp(console) },
    pictureHosts: ['https://tiles.example'],
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function get(host: string, url: string) {
  const response = await server.inject({ method: 'GET', url, headers: { host } })
  return {
    status: response.statusCode,
    body: response.body,
    policy: String(response.headers['content-security-policy']),
  }
}

describe('the built apps', () => {
  it('lie beside one another on a host that serves everything', async () => {
    expect((await get('localhost:8080', '/h5/')).body).toContain('app')
    expect((await get('localhost:8080', '/console/')).body).toContain('console')
    expect((await get('127.0.0.1:8080', '/console/assets/a-1.js')).body).toBe('// console\n')
    expect((await get('localhost:8080', '/console')).status).toBe(302)
  })

  it('have their own hosts, where the console lies at the root', async () => {
    expect((await get('console.example.com', '/')).body).toContain('console')
    expect((await get('console.example.com', '/assets/a-1.js')).body).toBe('// console\n')
    expect((await get('console.example.com', '/h5/')).status).toBe(404)
    expect((await get('example.com', '/h5/')).body).toContain('app')
    expect((await get('example.com', '/console/')).status).toBe(404)
    expect((await get('api.example.com', '/console/')).status).toBe(404)
  })

  it('keep the API of customers away from the host of the console', async () => {
    const call = (host: string) => server.inject({ method: 'GET', url: '/api/openapi.json', headers: { host } })
    expect((await call('api.example.com')).statusCode).toBe(200)
    expect((await call('console.example.com')).statusCode).toBe(404)
  })

  it('allow inline scripts of their own page only', async () => {
    expect((await get('localhost', '/h5/')).policy).toMatch(/script-src 'self' 'sha256-/)
    expect((await get('localhost', '/console/')).policy).toContain("script-src 'self';")
    expect((await get('console.example.com', '/')).policy).toContain("script-src 'self';")
  })

  it('fetch pictures from a further host only in the customers’ app, and only from the one that is set', async () => {
    const pictures = "img-src 'self' data: blob:"
    expect((await get('localhost', '/h5/')).policy).toContain(`${pictures} https://tiles.example;`)
    expect((await get('localhost', '/console/')).policy).toContain(`${pictures};`)
  })
})
