import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOverTls } from './security-headers.ts'

const valuePattern = /^[\w.-]{1,512}$/

/** A cookie that scripts cannot read. */
export interface KeptCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly keptMs: number
  /** Whether links on other sites that lead here bring it along. */
  readonly sameSite: 'Strict' | 'Lax'
}

/** Returns the value of a request's cookie, or null. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  const sent = sentName(request, name)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() !== sent) continue
    const value = pair.slice(at + 1).trim()
    return valuePattern.test(value) ? value : null
  }
  return null
}

/** Makes the caller's browser keep a cookie. */
export function keepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, path, keptMs, sameSite }: KeptCookie,
): void {
  const attributes = [`Path=${path}`, `Max-Age=${keptMs / 1_000}`, 'HttpOnly', `SameSite=${sameSite}`]
  // Browsers drop a secure cookie of a page without TLS, as on a local network.
  if (isOverTls(request)) attributes.push('Secure')
  reply.header('set-cookie', `${sentName(request, name)}=${value}; ${attributes.join('; ')}`)
}

/** Browsers take a cookie with this prefix over TLS only, so nobody on the way can have set it. */
function sentName(request: FastifyRequest, name: string): string {
  return isOverTls(request) ? `__Secure-${name}` : name
}
