import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isLoopback } from '../rate-limit/index.ts'
import type { Database } from '../transaction.ts'
import { outboxPage } from './outbox-page.ts'
import { listOutboxMails } from './outbox-store.ts'

const outboxQuery = z.object({
  to: z.optional(z.string().check(z.maxLength(254))),
  key: z.optional(z.string().check(z.maxLength(200))),
})

/**
 * Adds `/sandbox/outbox` (a page) and `/sandbox/outbox.json`; call it in sandbox mode only. They respond to this
 * machine, and elsewhere to `?key=`; any other request gets the response of an unknown address.
 */
export function addOutboxRoutes(app: FastifyInstance, deps: { readonly pool: Database; readonly key: string }): void {
  const mailsFor = async (request: FastifyRequest) => {
    const query = outboxQuery.safeParse(request.query)
    if (!query.success || !mayRead(request, query.data.key, deps.key)) return null
    const to = query.data.to?.trim().toLowerCase() ?? null
    return { to, mails: await listOutboxMails(deps.pool, to) }
  }

  app.get('/sandbox/outbox', async (request, reply) => {
    const found = await mailsFor(request)
    if (found === null) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(outboxPage(found.mails, found.to))
  })

  app.get('/sandbox/outbox.json', async (request, reply) => {
    const found = await mailsFor(request)
    if (found === null) return reply.callNotFound()
    const items = found.mails.map(({ code, ...mail }) => (code === null ? mail : { ...mail, code }))
    return reply.header('cache-control', 'no-store').send({ items })
  })
}

function mayRead(request: FastifyRequest, given: string | undefined, key: string): boolean {
  if (given !== undefined && key !== '' && timingSafeEqual(digest(given), digest(key))) return true
  return isLoopback(request.ip) && !isForwarded(request) && isLocalHost(request.hostname)
}

/** A reverse proxy on this machine that is not configured makes every client look local. */
function isForwarded(request: FastifyRequest): boolean {
  const { headers } = request
  return request.ips === undefined && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)
}

/** A web page whose name was pointed at this machine arrives from loopback, but with its own host name. */
function isLocalHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || isLoopback(hostname)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
