import type { IncomingMessage } from 'node:http'
import { languageOf } from '@candor/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceCookieOf } from './device-cookie.ts'
import type { ArrivingCall, WireCall, WireResponse } from './dispatch.ts'
import { isForeignPage } from './origin.ts'
import type { OriginRules } from './origin.ts'
import type { FileContent } from './route.ts'
import type { UploadReader } from './uploads.ts'

const userAgentLength = 200

/** The parts of an operation and its audience that reading a request depends on. */
export interface WireReading {
  /** The URL path of the audience's login. */
  readonly loginPath: string
  /** Reads the country of the caller's address. */
  readonly countryOf: (request: IncomingMessage) => string | null
  /** The fields of the operation that are files. */
  readonly fileFields: readonly string[]
  readonly readUpload: UploadReader
}

/** Reads the headers of a request, for the gates before its body. */
export function arrivalOf(request: FastifyRequest, origins: OriginRules): ArrivingCall {
  return {
    ip: request.ip,
    lang: languageOf(request.headers['lang']),
    requestId: request.id,
    isForeignPage: isFromForeignPage(request, origins),
  }
}

/** Reads an admitted request as a call. */
export function wireCallOf(request: FastifyRequest, reply: FastifyReply, reading: WireReading): WireCall {
  return {
    token: header(request, 'token'),
    country: reading.countryOf(request.raw),
    lang: languageOf(request.headers['lang']),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLength),
    pageOrigin: header(request, 'origin') ?? null,
    requestId: request.id,
    device: deviceCookieOf(request, reply, reading.loginPath),
    ...bodyOf(request, reading),
  }
}

function bodyOf(request: FastifyRequest, { fileFields, readUpload }: WireReading): Pick<WireCall, 'body' | 'readForm'> {
  if (!isMultipart(request.headers['content-type'])) return { body: request.body ?? {} }
  // Operations without file fields accept no multipart form.
  return fileFields.length === 0 ? { body: null } : { body: null, readForm: () => readUpload(request, fileFields) }
}

/** Whether the calling page belongs to another site. */
export function isFromForeignPage(request: FastifyRequest, origins: OriginRules): boolean {
  const { origin, host = '' } = request.headers
  return isForeignPage({ origin, fetchSite: header(request, 'sec-fetch-site'), host }, origins)
}

/** Whether a content type is that of a form with files. */
export function isMultipart(contentType = ''): boolean {
  return /^multipart\/form-data/i.test(contentType)
}

/** The value of a header that occurs once. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The header of a response to a token of no login, for which a public operation served the caller as a visitor. */
export const unknownLogin = { name: 'x-login', value: 'unknown' } as const

/** Sends a response that no cache may store. */
export function send(reply: FastifyReply, response: WireResponse): FastifyReply {
  if (response.isTokenUnknown === true) reply.header(unknownLogin.name, unknownLogin.value)
  return reply.code(response.status).header('cache-control', 'no-store').send(response.body)
}

/** Sends a file that no cache may store. */
export function sendFile(reply: FastifyReply, { contentType, body, name }: FileContent): FastifyReply {
  if (name !== undefined) reply.header('content-disposition', `attachment; filename="${name}"`)
  return reply.header('cache-control', 'no-store').type(contentType).send(body)
}
