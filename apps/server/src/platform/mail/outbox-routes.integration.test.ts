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
/** A key's holder, by the address that the launcher prints. */
const keyed = { query: { key } }
let server: FastifyInstance

function start(own = key): FastifyInstance {
  server = Fastify({ trustProxy: '127.0.0.1' })
  addOutboxRoutes(server, { pool, key: own })
  return server
}

/** The cookie of a browser that opened the outbox by the link of a key. */
async function openedBy(own = key): Promise<string> {
  const { headers } = await start(own).inject({ url: '/sandbox/outbox', query: { key: own } })
  return String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
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
  it('is shown to the holder of its key, newest first and by recipient', async () => {
    const all = await start().inject({ url: '/sandbox/outbox.json', ...keyed })
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
    const one = await server.inject({ url: '/sandbox/outbox.json', query: { key, to: 'Ann@Example.org' } })
    expect(one.json()).toMatchObject({ items: [{ to: 'ann@example.org' }] })
    expect(one.headers['cache-control']).toBe('no-store')
  })

  it('is a page without anything from elsewhere, whose mails cannot become markup', async () => {
    start()
    const cookie = await openedBy()
    const page = await server.inject({ url: '/sandbox/outbox', headers: { cookie } })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<html lang="en">')
    expect(page.body).toContain('&lt;script&gt;')
    expect(page.body).not.toMatch(/<script|<style|style=|src=|href=|<i>/)
    const filtered = await server.inject({ url: '/sandbox/outbox?to=%3Cb%3E', headers: { cookie } })
    expect(filtered.body).toContain('No mail yet')
    expect(filtered.body).not.toContain('<b>')
  })

  it.each([
    ['this machine without the key', {}],
    ['a wrong key', { query: { key: 'guess' } }],
    ['an empty key', { query: { key: '' } }],
    ['an invented cookie', { headers: { cookie: 'outbox-0123abcd=0' } }],
    ['a visitor behind a proxy that says so', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a visitor behind a proxy that says so otherwise', { headers: { 'x-real-ip': '203.0.113.5', via: '1.1 proxy' } }],
  ])('is closed for %s', async (_case, request) => {
    expect((await start().inject({ url: '/sandbox/outbox.json', ...request })).statusCode).toBe(404)
    const page = await server.inject({ url: '/sandbox/outbox', ...request })
    expect(page.statusCode).toBe(404)
    expect(page.body).not.toContain('example.org')
  })

  it('is opened once by its link, remembered by the browser out of reach of scripts, and gone from the address', async () => {
    const opened = await start().inject({ url: '/sandbox/outbox', query: { key, to: 'ann@example.org' } })
    expect({ status: opened.statusCode, to: opened.headers.location }).toEqual({
      status: 303,
      to: '/sandbox/outbox?to=ann%40example.org',
    })
    expect(opened.headers['set-cookie']).toMatch(
      /^outbox-[\da-f]{8}=[\da-f]{56}; Path=\/sandbox\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    expect(opened.headers['set-cookie']).not.toContain(key)
    const headers = { cookie: await openedBy() }
    expect((await server.inject({ url: '/sandbox/outbox', headers })).body).toContain('ann@example.org')
    expect((await server.inject({ url: '/sandbox/outbox.json', headers })).statusCode).toBe(200)
  })

  it('is closed for a browser that remembers another key', async () => {
    start('another key')
    const headers = { cookie: await openedBy('another key') }
    await server.close()
    expect((await start().inject({ url: '/sandbox/outbox', headers })).statusCode).toBe(404)
  })

  it('never opens where no key was set', async () => {
    const given = { query: { key: '' }, headers: { cookie: await openedBy('') } }
    expect((await start('').inject({ url: '/sandbox/outbox.json', ...given })).statusCode).toBe(404)
  })

  it('keeps a bounded number of mails', async () => {
    start()
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
