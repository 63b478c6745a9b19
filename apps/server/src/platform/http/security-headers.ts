import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hostKind } from './hosts.ts'
import type { StaticApp } from './static-app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether every response reaches its browser by TLS. Not set on a server without security headers. */
    readonly isBehindTls?: boolean
  }
}

/** What a server's pages may do, beyond what all pages may. */
export interface PageRules {
  /** The app, whose page has inline parts; null where it has not been built. */
  readonly app: StaticApp | null
  /** The page that verifies receipts, with a policy of its own; null where it has not been built. */
  readonly verifier: StaticApp | null
  /** Origins of other hosts from which the app may load pictures. */
  readonly pictureHosts: readonly string[]
  /** The Trusted Types policy that the app creates; null for an app without one. */
  readonly scriptPolicy: string | null
  /** Which other origins may embed what the server sends. */
  readonly embeddedBy: 'same-origin' | 'same-site'
}

const twoYearsSeconds = 63_072_000
/** For what is data and no page: should a browser show it as one, it may do nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Sets the security headers of every response. `isBehindTls` says that every response reaches its browser by TLS. */
export function addSecurityHeaders(server: FastifyInstance, rules: PageRules, isBehindTls: boolean): void {
  server.decorate('isBehindTls', isBehindTls)
  const [pagePolicy, tlsPagePolicy] = [false, true].map((isTls) =>
    rememberingLast((host) => contentPolicy({ host, isTls }, rules)),
  )
  const ownPolicy = verifierPolicy(rules.verifier)
  // With a callback: a promise a hook costs more than all of its work.
  server.addHook('onSend', (request, reply, payload, done) => {
    const policyOf = isOverTls(request) ? tlsPagePolicy : pagePolicy
    const pagePolicyOf = () => (isVerifierPath(request.url) ? ownPolicy : policyOf?.(request.headers.host ?? ''))
    const policy = isPage(reply) ? pagePolicyOf() : dataPolicy
    reply.header('content-security-policy', policy)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-frame-options', 'DENY')
    reply.header('referrer-policy', 'same-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('cross-origin-resource-policy', rules.embeddedBy)
    reply.header('permissions-policy', 'geolocation=(self), camera=(self), microphone=()')
    if (isBehindTls) reply.header('strict-transport-security', `max-age=${twoYearsSeconds}; includeSubDomains`)
    done(null, payload)
  })
}

/** Whether a request came by TLS: always, as the settings say, or as a trusted proxy says. */
export function isOverTls(request: FastifyRequest): boolean {
  return request.server.isBehindTls === true || request.protocol === 'https'
}

/** Whether a response is a page or a script, which runs under the policy that it comes with. */
function isPage(reply: FastifyReply): boolean {
  // A “not modified” carries no type, and its headers replace those of the page that the browser kept.
  return reply.statusCode === 304 || /html|javascript/.test(String(reply.getHeader('content-type') ?? ''))
}

/** Caches the newest result: nearly every call has the same host. */
function rememberingLast(resultOf: (text: string) => string): (text: string) => string {
  let last: { readonly text: string; readonly result: string } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, result: resultOf(text) }
    return last.result
  }
}

/** Whether the path is that of the page that verifies receipts. */
function isVerifierPath(url: string): boolean {
  return /^\/verify(?:$|[/?])/.test(url)
}

/** The policy of the page that verifies receipts: its own inline parts, and no network at all. */
function verifierPolicy(verifier: StaticApp | null): string {
  const { scriptHashes = [], styleHashes = [] } = verifier ?? {}
  return [
    "default-src 'none'",
    ['script-src', ...(scriptHashes.length === 0 ? ["'none'"] : scriptHashes)].join(' '),
    ['style-src', ...(styleHashes.length === 0 ? ["'none'"] : styleHashes)].join(' '),
    'img-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

interface PageAddress {
  readonly host: string
  readonly isTls: boolean
}

/**
 * The content policy of a page: the app's own files, its API host and nothing inline but what its index page has, which
 * is allowed by hashes. Markup and addresses of scripts are no strings: only the app's own policy makes them.
 */
function contentPolicy({ host, isTls }: PageAddress, { app, pictureHosts, scriptPolicy }: PageRules): string {
  const isApp = hostKind(host) === 'app'
  const http = isTls ? ['https'] : ['http', 'https']
  const sockets = isTls ? ['wss'] : ['ws', 'wss']
  const at = (schemes: readonly string[], name: string) => schemes.map((scheme) => `${scheme}://${name}`)
  const api = isApp ? at(http, `api.${host}`) : []
  const support = isApp ? at(http, `kefu.${host}`) : []
  const socketHosts = isApp ? [host, `api.${host}`, `kefu.${host}`] : [host]
  const sources = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(app?.scriptHashes ?? [])],
    'style-src': ["'self'", ...(app?.styleHashes ?? [])],
    'img-src': ["'self'", 'data:', 'blob:', ...api, ...pictureHosts],
    'connect-src': ["'self'", ...socketHosts.flatMap((name) => at(sockets, name)), ...api, ...support],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [scriptPolicy ?? "'none'"],
    ...(isTls ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(sources)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}
