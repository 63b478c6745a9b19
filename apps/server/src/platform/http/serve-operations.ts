import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Audience } from './audience.ts'
import { tracedCall } from '../tracing.ts'
import { usualFormBytes } from './bodies.ts'
import { compressed } from './compress.ts'
import { createDispatch } from './dispatch.ts'
import type { DispatchDependencies, WireResponse } from './dispatch.ts'
import { door } from './door.ts'
import type { Route } from './route.ts'
import { fileFieldsOf, uploadReader } from './uploads.ts'
import { arrivalOf, header, send, sendFile, wireCallOf } from './wire-call.ts'

/** Serves operations to an audience. */
export function serveOperations<Caller>(
  server: FastifyInstance,
  audience: Audience<Caller>,
  { routes, ...deps }: DispatchDependencies & { readonly routes: readonly Route[] },
): void {
  const dispatch = createDispatch(audience, deps)
  const readUpload = uploadReader()
  const loginPath = `${audience.prefix}${audience.login}`
  const countryOf = audience.countries?.of ?? (() => null)
  for (const route of routes) {
    const { path, access, readsToken, clearsCache, maxFormBytes = usualFormBytes } = route.operation
    const reading = { loginPath, countryOf, fileFields: fileFieldsOf(route.operation), readUpload }
    const isSameForAll = access === 'public' && readsToken !== true
    const onRequest = door(
      (request) => dispatch.admit(route, arrivalOf(request, audience.origins)),
      (refusal, _request, reply) => send(reply, refusal),
    )
    const config = { takesFiles: reading.fileFields.length > 0 }
    const name = `POST ${audience.prefix}${path}`
    server.post(`${audience.prefix}${path}`, { onRequest, config, bodyLimit: maxFormBytes }, async (request, reply) => {
      const response = await tracedCall(name, () => dispatch.serve(route, wireCallOf(request, reply, reading)))
      if (clearsCache === true) reply.header('clear-site-data', '"cache"')
      if (response.file !== undefined) return sendFile(reply, response.file)
      return isSameForAll
        ? sendPublic(reply, response, header(request, 'accept-encoding') ?? '')
        : send(reply, response)
    })
  }
}

/**
 * Sends a response that is the same for every caller, compressed where it is long. Responses about a customer are never
 * compressed: their length would reveal text that they share with input which an attacker chose.
 */
async function sendPublic(reply: FastifyReply, response: WireResponse, acceptEncoding: string): Promise<FastifyReply> {
  const text = JSON.stringify(response.body)
  const short = await compressed(text, acceptEncoding)
  reply.code(response.status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  if (short === null) return reply.send(text)
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((name) => name !== undefined).join(', ')
  return reply.header('content-encoding', 'br').header('vary', vary).send(short)
}
