import { languageOf } from '@candor/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WireAnswer, WireCall } from './dispatch.ts'
import { isForeignPage } from './origin.ts'
import type { OriginRules } from './origin.ts'
import type { FileContent } from './route.ts'
import type { UploadReader } from './uploads.ts'

const userAgentLength = 200

/** Reads a request as a call. `fileFields` are the fields of its operation that are files. */
export function wireCallOf(request: FastifyRequest, fileFields: readonly string[], readUpload: UploadReader): WireCall {
  return {
    token: header(request, 'token'),
    lang: languageOf(request.headers['lang']),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLength),
    pageOrigin: header(request, 'origin'),
    requestId: request.id,
    ...bodyOf(request, fileFields, readUpload),
  }
}

function bodyOf(
  request: FastifyRequest,
  fileFields: readonly string[],
  readUpload: UploadReader,
): Pick<WireCall, 'body' | 'readForm'> {
  const isMultipart = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
  if (!isMultipart) return { body: request.body ?? {} }
  // Files go only to operations that name them.
  return fileFields.length === 0 ? { body: null } : { body: null, readForm: () => readUpload(request, fileFields) }
}

/** Whether a page of another site calls. */
export function isFromForeignPage(request: FastifyRequest, origins: OriginRules): boolean {
  const { origin, host = '' } = request.headers
  return isForeignPage({ origin, fetchSite: header(request, 'sec-fetch-site'), host }, origins)
}

/** A header that occurs once. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Sends a response that must not be cached. */
export function send(reply: FastifyReply, answer: WireAnswer): FastifyReply {
  return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body)
}

/** Sends a file that must not be cached. */
export function sendFile(reply: FastifyReply, { contentType, body, name }: FileContent): FastifyReply {
  if (name !== undefined) reply.header('content-disposition', `attachment; filename="${name}"`)
  return reply.header('cache-control', 'no-store').type(contentType).send(body)
}
