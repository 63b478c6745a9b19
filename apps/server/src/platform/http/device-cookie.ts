import { dayMs } from '@candor/formulas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceCookie } from '../device-cookie.ts'

const name = 'device'
const keptMs = 365 * dayMs
const valuePattern = /^[\w.-]{1,512}$/

/** The device cookie of a request, which browsers send to `path` alone. */
export function deviceCookieOf(request: FastifyRequest, reply: FastifyReply, path: string): DeviceCookie {
  return {
    value: valueIn(request.headers.cookie ?? ''),
    keep(value) {
      const attributes = [`Path=${path}`, `Max-Age=${keptMs / 1_000}`, 'HttpOnly', 'SameSite=Strict']
      // Browsers drop a secure cookie of a page without TLS, as on a local network.
      if (request.protocol === 'https') attributes.push('Secure')
      reply.header('set-cookie', `${name}=${value}; ${attributes.join('; ')}`)
    },
  }
}

function valueIn(cookies: string): string | null {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    return valuePattern.test(value) ? value : null
  }
  return null
}
