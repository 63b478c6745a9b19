import { createHash, timingSafeEqual } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { cookieOf, keepCookie } from '../http/index.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { Database } from '../transaction.ts'
import { closedOutboxPage, outboxPage } from './outbox-page.ts'
import { listOutboxMails } from './outbox-store.ts'

const outboxQuery = z.object({
  to: z.optional(z.string().check(z.maxLength(254))),
  key: z.optional(z.string().check(z.maxLength(200))),
})

const pagePath = '/sandbox/outbox'
const keptMs = 30 * dayMs

interface OutboxRoutesDependencies {
  readonly pool: Database
  readonly key: string
}

/**
 * Adds `/sandbox/outbox` (a page) and `/sandbox/outbox.json`; call it in sandbox mode only. They take `?key=`, and the
 * page makes the browser remember it. Where a request comes from is no proof: a proxy makes everybody look local.
 */
export function addOutboxRoutes(app: FastifyInstance, { pool, key }: OutboxRoutesDependencies): void {
  const cookie = cookieOfKey(key)
  const read = async ({ to }: z.output<typeof outboxQuery>) => {
    const recipient = to?.trim().toLowerCase() ?? null
    return { recipient, mails: await listOutboxMails(pool, recipient) }
  }
  const queryOf = (request: FastifyRequest) => outboxQuery.safeParse(request.query).data ?? null
  const isOpen = (request: FastifyRequest, given: string | undefined) =>
    key !== '' && (isSame(given ?? '', key) || isSame(cookieOf(request, cookie.name) ?? '', cookie.value))

  app.get(pagePath, async (request, reply) => {
    const query = queryOf(request)
    if (query === null || !isOpen(request, query.key)) return sendPage(reply.code(404), closedOutboxPage)
    if (query.key === undefined) {
      const { mails, recipient } = await read(query)
      return sendPage(reply, outboxPage(mails, recipient))
    }
    // The key leaves the address, and with it the browser's history.
    keepCookie(request, reply, cookie)
    const rest = query.to === undefined ? '' : `?${new URLSearchParams({ to: query.to }).toString()}`
    return reply.header('cache-control', 'no-store').redirect(`${pagePath}${rest}`, 303)
  })

  app.get(`${pagePath}.json`, async (request, reply) => {
    const query = queryOf(request)
    if (query === null || !isOpen(request, query.key)) return reply.callNotFound()
    const { mails } = await read(query)
    const items = mails.map(({ code, ...mail }) => (code === null ? mail : { ...mail, code }))
    return reply.header('cache-control', 'no-store').send({ items })
  })
}

/**
 * The cookie of a browser that opened the outbox with this key. Copies on other ports of a host have names of their
 * own.
 */
function cookieOfKey(key: string) {
  const digest = keyedHash(key, 'outbox').toString('hex')
  return {
    name: `outbox-${digest.slice(0, 8)}`,
    value: digest.slice(8),
    path: '/sandbox/',
    keptMs,
    // The printed link may be opened from a page, such as a terminal's.
    sameSite: 'Lax',
  } as const
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
}

function isSame(given: string, right: string): boolean {
  return timingSafeEqual(digest(given), digest(right))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
