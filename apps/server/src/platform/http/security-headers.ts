import type { FastifyInstance } from 'fastify'
import { hostKind } from './hosts.ts'
import type { StaticApp } from './static-app.ts'

/**
 * Sets the security headers of every response. The content policy allows the app's own files, its API host and nothing
 * inline; the app may also load pictures from `pictureHosts`.
 */
export function addSecurityHeaders(
  server: FastifyInstance,
  app: StaticApp | null,
  pictureHosts: readonly string[] = [],
): void {
  const policyOf = rememberingLast((host) => contentPolicy(host, app, pictureHosts))
  // With a callback: a promise a hook costs more than all of its work.
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.header('content-security-policy', policyOf(request.headers.host ?? ''))
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-frame-options', 'DENY')
    reply.header('referrer-policy', 'same-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('permissions-policy', 'geolocation=(self), camera=(self), microphone=()')
    done(null, payload)
  })
}

/** Caches the newest result: nearly every call has the same host. */
function rememberingLast(resultOf: (text: string) => string): (text: string) => string {
  let last: { readonly text: string; readonly result: string } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, result: resultOf(text) }
    return last.result
  }
}

/** The content policy of a page at `host`. Inline parts of the index page are allowed by their hashes only. */
function contentPolicy(host: string, app: StaticApp | null, pictureHosts: readonly string[]): string {
  const isApp = hostKind(host) === 'app'
  const api = isApp ? [`http://api.${host}`, `https://api.${host}`] : []
  const support = isApp ? [`http://kefu.${host}`, `https://kefu.${host}`] : []
  const sockets = isApp ? ['api', 'kefu'].flatMap((name) => [`ws://${name}.${host}`, `wss://${name}.${host}`]) : []
  const sources = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(app?.scriptHashes ?? [])],
    'style-src': ["'self'", ...(app?.styleHashes ?? [])],
    'img-src': ["'self'", 'data:', 'blob:', ...api, ...pictureHosts],
    'connect-src': ["'self'", `ws://${host}`, `wss://${host}`, ...api, ...support, ...sockets],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(sources)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
