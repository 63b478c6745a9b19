import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import cors from '@fastify/cors'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { encodeRawTicks, parseRawTicksFile, parseRecordFile, serialiseRawTicksFile } from '@candor/proof/encoding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { addLogFiles } from './log-routes.ts'
import { openLogWorld } from './testing/log-world.ts'
import { listWitnesses } from './witness-store.ts'

let server: FastifyInstance
let isAdmitted = true

const world = closeAfterTests(await openLogWorld(await testDatabase()))
beforeAll(async () => {
  await world.store(0, 299)
  await world.seal(world.ticksLog())
  server = Fastify()
  await server.register(cors, { origin: true, credentials: true })
  addLogFiles(server, { pool: world.pool, folder: world.folder, admit: () => isAdmitted })
})
afterAll(() => server.close())

const foreign = { origin: 'https://auditor.example' }
const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url, headers: { ...foreign, ...headers } })

const immutable = 'public, max-age=31536000, immutable'
const stored = (name: string) => readFile(join(world.folder, 'ticks/2026h1', name))

describe('the files of a log', () => {
  test.each([
    ['tile/0/000', immutable],
    ['tile/entries/000', immutable],
    ['tile/0/001.p/44', 'public, max-age=60'],
    ['tile/1/000.p/1', 'public, max-age=60'],
    ['tile/entries/001.p/44', 'public, max-age=60'],
    ['checkpoint', 'public, max-age=1'],
  ])('serve %s to every origin as the bytes that are stored', async (name, cacheControl) => {
    const response = await get(`/log/ticks/2026h1/${name}`)
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(await stored(name))).toBe(true)
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': cacheControl })
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(response.headers).not.toHaveProperty('content-encoding')
  })

  test.each([
    ['records/000', immutable, 256],
    ['records/001.p/44', 'public, max-age=60', 44],
  ])('serve %s compressed to readers of Brotli, and as plain bytes to others', async (name, cacheControl, width) => {
    const plain = await get(`/log/ticks/2026h1/${name}`, { 'accept-encoding': 'gzip' })
    expect(plain.headers).toMatchObject({ 'cache-control': cacheControl, vary: 'accept-encoding' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(parseRecordFile(plain.rawPayload)).toHaveLength(width)
    const compressed = await get(`/log/ticks/2026h1/${name}`, { 'accept-encoding': 'gzip, br' })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br' })
    expect(compressed.rawPayload.equals(await stored(`${name}.br`))).toBe(true)
  })

  test('serve the ticks of a whole bundle as they do records, until they are removed', async () => {
    const ticks = encodeRawTicks({ dropped: 3, ticks: [] })
    const file = serialiseRawTicksFile(Array.from({ length: 256 }, () => ticks))
    await mkdir(join(world.folder, 'ticks/2026h1/raw'))
    await writeFile(join(world.folder, 'ticks/2026h1/raw/000.br'), brotliCompressSync(file))
    const plain = await get('/log/ticks/2026h1/raw/000', { 'accept-encoding': 'gzip' })
    expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' })
    expect(parseRawTicksFile(Uint8Array.from(plain.rawPayload))[3]).toEqual(ticks)
    const compressed = await get('/log/ticks/2026h1/raw/000', { 'accept-encoding': 'br' })
    expect(compressed.rawPayload.equals(await stored('raw/000.br'))).toBe(true)
    for (const path of ['ticks/2026h1/raw/001', 'ticks/2026h1/raw/000.br', 'events/2026h1/raw/000'])
      expect((await get(`/log/${path}`)).statusCode).toBe(404)
  })

  test('serve the last checkpoint of a replaced key of events', async () => {
    await mkdir(join(world.folder, 'events/2026h1/handover'), { recursive: true })
    await writeFile(join(world.folder, 'events/2026h1/handover/17'), 'a note')
    const served = await get('/log/events/2026h1/handover/17')
    expect(served.headers).toMatchObject({ 'cache-control': immutable, 'content-type': 'text/plain; charset=utf-8' })
    expect(served.payload).toBe('a note')
    for (const path of ['events/2026h1/handover/017', 'events/2026h1/handover', 'ticks/2026h1/handover/17'])
      expect((await get(`/log/${path}`)).statusCode).toBe(404)
  })

  test.each([
    'ticks/2026h1/tile/0/002',
    'ticks/2026h1/tile/0/000.p/256',
    'ticks/2026h1/tile/0/0',
    'ticks/2026h1/records/000.br',
    'ticks/2026h1/checkpoint.new',
    'ticks/2026h1/../../../secrets.json',
    'ticks/2026h1/%2e%2e/checkpoint',
    'ticks/2026h1',
    'ticks/2027h3/checkpoint',
    'other/2026h1/checkpoint',
  ])('are all that is served: not %s', async (path) => {
    expect((await get(`/log/${path}`)).statusCode).toBe(404)
  })

  test('are counted with the calls of a network', async () => {
    isAdmitted = false
    expect((await get('/log/ticks/2026h1/checkpoint')).statusCode).toBe(429)
    expect((await get('/log/')).statusCode).toBe(429)
    isAdmitted = true
  })
})

test('a page lists the shards with their keys', async () => {
  const { statusCode, headers, body } = await get('/log/')
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'text/html; charset=utf-8' })
  expect(body).toContain('<a href="/log/ticks/2026h1/checkpoint">log.test/ticks/2026h1</a>')
  expect(body).toMatch(/<code>log\.test\/ticks\/2026h1\+[0-9a-f]{8}\+/)
})

test('the page has a style of its own, without which it is whole', async () => {
  expect((await get('/log/')).body).toContain('<link rel="stylesheet" href="/log/page.css">')
  const { statusCode, headers } = await get('/log/page.css')
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'text/css; charset=utf-8' })
})

test('the page says how many independent witnesses sign, as 0 where none does', async () => {
  expect((await get('/log/')).body).toContain('href="/price-log/"')
  expect((await get('/log/')).body).toContain('Independent witnesses that sign now: <b>0</b>')
  const own = { vkey: 'w+00000000+AA', name: 'own <b>', place: 'own', isIndependent: false } as const
  await listWitnesses(world.pool, [own], '')
  const { body } = await get('/log/')
  expect(body).toContain('Independent witnesses that sign now: <b>0</b>')
  expect(body).toContain(
    '<td data-name="Name">own &lt;b&gt;</td>' +
      '<td data-name="Where">this installation itself: not independent, not counted</td>',
  )
})
