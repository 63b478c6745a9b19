import { hostName } from './hosts.ts'

/** The inputs of the origin check: the page's Origin, the host it calls, and the configured list. */
export interface OriginRules {
  readonly allowedOrigins: readonly string[]
  /** In the sandbox the front-end dev server on another local port may call. */
  readonly allowLocalOrigins: boolean
}

/**
 * Whether a page of `origin` may call `hostHeader`: the same host, the app host of an API or customer-service host, or
 * a configured origin.
 */
export function isOriginAllowed(origin: string, hostHeader: string, rules: OriginRules): boolean {
  if (rules.allowedOrigins.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  if (host === hostHeader || `api.${host}` === hostHeader || `kefu.${host}` === hostHeader) return true
  const isLocal = (name: string): boolean => hostName(name) === 'localhost' || hostName(name) === '127.0.0.1'
  return rules.allowLocalOrigins && isLocal(host) && isLocal(hostHeader)
}

/** Headers that a browser sends of itself; a caller that is no browser sends neither. */
export interface BrowserHeaders {
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  readonly host: string
}

/** Whether a POST comes from a foreign page. A request without an Origin does not come from a page, so curl works. */
export function isForeignPage(headers: BrowserHeaders, rules: OriginRules): boolean {
  if (headers.origin !== undefined) return !isOriginAllowed(headers.origin, headers.host, rules)
  return headers.fetchSite === 'cross-site'
}
