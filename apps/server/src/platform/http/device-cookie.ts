import { dayMs } from '@candor/formulas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceCookie } from '../device-cookie.ts'
import { cookieOf, keepCookie } from './cookies.ts'

const name = 'device'
const keptMs = 365 * dayMs

/** The device cookie of a request, which browsers send to `path` alone. */
export function deviceCookieOf(request: FastifyRequest, reply: FastifyReply, path: string): DeviceCookie {
  return {
    value: cookieOf(request, name),
    keep: (value) => keepCookie(request, reply, { name, value, path, keptMs, sameSite: 'Strict' }),
  }
}
