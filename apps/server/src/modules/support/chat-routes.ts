import { supportLoginForm, supportLoginPath, supportUpload, supportUploadPath } from '@candor/api/support'
import type { supportLoginAnswer, supportUploadAnswer } from '@candor/api/support'
import { languageOf } from '@candor/api'
import type { RefusalName } from '@candor/api'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { safeParse } from 'zod/mini'
import type * as z from 'zod/mini'
import { doorOf, header, refusalText, uploadReader } from '../../platform/http/index.ts'
import type { OriginRules } from '../../platform/http/index.ts'
import type { Logger } from '../../platform/logger.ts'
import { chatPaths } from '../../platform/rate-limit/index.ts'
import type { Admission } from '../../platform/rate-limit/index.ts'
import type { Database } from '../../platform/transaction.ts'
import type { ChatAccess } from './access-service.ts'
import type { Chat } from './chat-service.ts'
import { findImageOfCustomer } from './image-store.ts'
import type { ChatPhotos } from './photo-service.ts'
import type { ChatPrincipal } from './ticket-store.ts'

export interface ChatRoutesDependencies {
  readonly pool: Database
  readonly access: ChatAccess
  readonly chat: Chat
  readonly photos: ChatPhotos
  readonly origins: OriginRules
  readonly logger: Logger
  /** The limits of networks, by `chatPaths`. */
  readonly admission: Admission
}

const { pathname: loginRoute, searchParams } = new URL(supportLoginPath, 'http://localhost')
const loginAct = searchParams.get('act')
/** The wire name of the one group of agents. */
const group = 'support'

/** Serves customer service's HTTP endpoints at its own host: the kefu login, and photos. Its envelope is its own. */
export function addChatRoutes(server: FastifyInstance, deps: ChatRoutesDependencies): void {
  const { access, chat, photos, pool } = deps
  const readUpload = uploadReader()

  server.post(loginRoute, { onRequest: gate(deps, chatPaths.login) }, async (request, reply) => {
    const form = safeParse(supportLoginForm, request.body)
    if (new URL(request.url, 'http://localhost').searchParams.get('act') !== loginAct || !form.success)
      return refuse(request, reply, 'malformed')
    const opened = await access.logIn(form.data)
    if (!opened.ok) return refuse(request, reply, opened.error)
    const { principal, token, expiresMs } = opened.value
    const [{ agent }, { agentsOnline }] = await Promise.all([chat.state(principal.customerId), chat.availability()])
    const answer: z.output<typeof supportLoginAnswer> = {
      code: 200,
      msg: '',
      data: { id: principal.publicId, token, expiresMs },
      groups: [{ id: group, online: agentsOnline }],
      friends: agent === null ? [] : [agent],
    }
    return send(reply, 200, answer)
  })

  const ofPhotos = gate(deps, chatPaths.photo)
  server.post(supportUploadPath, { onRequest: ofPhotos, config: { takesFiles: true } }, async (request, reply) => {
    const principal = await principalOf(request, access)
    if (principal === null) return refuse(request, reply, 'not-logged-in')
    if (!/^multipart\/form-data/i.test(header(request, 'content-type') ?? ''))
      return refuse(request, reply, 'malformed')
    const form = await readUpload(request, ['photo'])
    if (!form.ok) return refuse(request, reply, form.error === 'invalid' ? 'photo-invalid' : form.error)
    const upload = safeParse(supportUpload, form.value)
    if (!upload.success) return refuse(request, reply, 'photo-invalid')
    const stored = await photos.store(
      { customerId: principal.customerId },
      new Uint8Array(await upload.data.photo.arrayBuffer()),
    )
    if (!stored.ok) return refuse(request, reply, stored.error)
    const { imageId, widthPx, heightPx } = stored.value
    const answer: z.output<typeof supportUploadAnswer> = { code: 200, msg: '', data: { imageId, widthPx, heightPx } }
    return send(reply, 200, answer)
  })

  server.get<{ Params: { imageId: string } }>(
    '/chat/api/image/:imageId',
    { onRequest: ofPhotos },
    async (request, reply) => {
      const principal = await principalOf(request, access)
      if (principal === null) return refuse(request, reply, 'not-logged-in')
      const objectId = await findImageOfCustomer(pool, principal.customerId, request.params.imageId)
      const body = objectId === null ? null : await photos.open(objectId)
      if (body === null) return refuse(request, reply, 'not-found')
      return (
        reply
          // The app keeps it until the customer signs out; a browser's cache would keep it longer.
          .header('cache-control', 'no-store')
          .type('image/webp')
          .send(body)
      )
    },
  )
}

/** The gates before a body is read, under one of `chatPaths`. */
function gate({ origins, admission }: ChatRoutesDependencies, path: string): onRequestHookHandler {
  return doorOf({ origins, admission, path }, (refusal, request, reply) => refuse(request, reply, refusal))
}

function principalOf(request: FastifyRequest, access: ChatAccess): Promise<ChatPrincipal | null> {
  return access.authenticate(header(request, 'token') ?? '')
}

const statusOf: Partial<Record<RefusalName, number>> = {
  'not-logged-in': 408,
  'not-found': 404,
  'frequent-operations': 429,
  malformed: 400,
  'foreign-origin': 403,
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: RefusalName): FastifyReply {
  const msg = refusalText(error, languageOf(request.headers['lang']))
  return send(reply, statusOf[error] ?? 200, { code: 0, msg, error })
}

function send(reply: FastifyReply, status: number, answer: object): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send(answer)
}
