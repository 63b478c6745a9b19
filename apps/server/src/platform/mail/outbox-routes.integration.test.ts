import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../postgres/pool.ts'
import { openTestDatabase } from '../postgres/test-database.ts'
import { addOutboxRoutes } from './index.ts'
import { putOutboxMail } from './outbox-store.ts'

const database = await openTestDatabase()
const pool = createPool(database.appUrl, 'test')
const key = 'the-key-printed-at-start'
const local = { host: 'localhost:8080' }
let server: FastifyInstance

function serverTrusting(trustProxy: string | false): FastifyInstance {
  server = Fastify({ trustProxy })
  addOutboxRoutes(server, { pool, key })
  return server
}

beforeAll(async () => {
  await putOutboxMail(pool, {
    to: 'ann@example.org',
    subject: 'First',
    text: 'Hello',
    code: null,
    atMs: 1_700_000_000_000,
  })
  await putOutboxMail(pool, {
    to: 'ben@example.org',
    subject: '<script>alert(1)</script>',
    text: 'a & "b" <i>',
    code: '012345',
    atMs: 1_700_000_001_000,
  })
})
afterEach(() => server.close())
afterAll(async () => {
  await pool.end()
  await database.close()
})

describe('the sandbox outbox', () => {
  it('is shown to this machine, newest first and by recipient', async () => {
    const all = await serverTrusting(false).inject({ url: '/sandbox/outbox.json', headers: local })
    expect(all.json()).toEqual({
      items: [
        {
          to: 'ben@example.org',
          subject: '<script>alert(1)</script>',
          text: 'a & "b" <i>',
          code: '012345',
          atMs: 1_700_000_001_000,
        },
        { to: 'ann@example.org', subject: 'First', text: 'Hello', atMs: 1_700_000_000_000 },
      ],
    })
    const one = await server.inject({ url: '/sandbox/outbox.json?to=Ann@Example.org', headers: local })
    expect(one.json()).toMatchObject({ items: [{ to: 'ann@example.org' }] })
    expect(one.headers['cache-control']).toBe('no-store')
  })

  it('is a page without anything from elsewhere, whose mails cannot become markup', async () => {
    const page = await serverTrusting(false).inject({ url: '/sandbox/outbox', headers: local })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<html lang="en">')
    expect(page.body).toContain('&lt;script&gt;')
    expect(page.body).not.toMatch(/<script|<style|style=|src=|href=|<i>/)
    const filtered = await server.inject({ url: '/sandbox/outbox?to=%3Cb%3E', headers: local })
    expect(filtered.body).toContain('No mail yet')
    expect(filtered.body).not.toContain('<b>')
  })

  it.each([
    ['another machine', { remoteAddress: '192.168.1.20', headers: local }],
    ['another machine with a wrong key', { remoteAddress: '192.168.1.20', headers: local, query: { key: 'guess' } }],
    ['another machine with an empty key', { remoteAddress: '192.168.1.20', headers: local, query: { key: '' } }],
    ['a name that was pointed at this machine', { headers: { host: 'evil.example' } }],
    ['a visitor behind a proxy that nobody told us of', { headers: { ...local, 'x-forwarded-for': '203.0.113.5' } }],
  ])('does not exist for %s', async (_case, request) => {
    const answer = await serverTrusting(false).inject({ url: '/sandbox/outbox.json', ...request })
    expect(answer.statusCode).toBe(404)
    expect((await server.inject({ url: '/sandbox/outbox', ...request })).statusCode).toBe(404)
  })

  it('opens elsewhere with the key', async () => {
    const answer = await serverTrusting(false).inject({
      url: '/sandbox/outbox.json',
      query: { key },
      remoteAddress: '192.168.1.20',
      headers: { host: 'candor.example' },
    })
    expect(answer.statusCode).toBe(200)
  })

  it('believes a configured proxy', async () => {
    const from = (address: string) => ({
      url: '/sandbox/outbox.json',
      headers: { ...local, 'x-forwarded-for': address },
    })
    expect((await serverTrusting('127.0.0.1').inject(from('203.0.113.5'))).statusCode).toBe(404)
    expect((await server.inject(from('127.0.0.1'))).statusCode).toBe(200)
  })

  it('never opens with an empty key where none was set', async () => {
    server = Fastify()
    addOutboxRoutes(server, { pool, key: '' })
    expect(
      (await server.inject({ url: '/sandbox/outbox.json?key=', remoteAddress: '192.168.1.20', headers: local }))
        .statusCode,
    ).toBe(404)
  })

  it('keeps a bounded number of mails', async () => {
    serverTrusting(false)
    await pool.query(
      "insert into mail.outbox (recipient, subject, body, sent_ms) select 'x', 'x', 'x', 1 from generate_series(1, 1100)",
    )
    await putOutboxMail(pool, { to: 'new@example.org', subject: 'Newest', text: '', code: null, atMs: 1 })
    const { rows } = await pool.query(
      'select count(*)::int as count, max(recipient) filter (where subject = $1) as newest from mail.outbox',
      ['Newest'],
    )
    expect(rows).toEqual([{ count: 1_000, newest: 'new@example.org' }])
  })
})
