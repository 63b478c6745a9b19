import { isIP } from 'node:net'

/**
 * What a host name of the customers' port serves: everything (localhost, IP addresses), the app, the API or the chat.
 */
export type HostKind = 'all' | 'app' | 'api' | 'support'

/** Returns what the Host header's name serves. */
export function hostKind(hostHeader: string): HostKind {
  const name = hostName(hostHeader)
  if (name.startsWith('api.')) return 'api'
  if (name.startsWith('kefu.')) return 'support'
  return isOfMachine(name) ? 'all' : 'app'
}

/** The name in a Host header, without its port and in lower case. */
export function hostName(hostHeader: string): string {
  const bracketed = /^\[([^\]]+)\]/.exec(hostHeader)
  return (bracketed?.[1] ?? hostHeader.replace(/:\d+$/, '')).toLowerCase()
}

/** Names that no foreign page can point at this machine. */
function isOfMachine(name: string): boolean {
  return name === 'localhost' || isIP(name) !== 0
}

/** The public pages, which one app draws: each at `/<name>/` of the customers' host. */
export const publicPages = ['check', 'price-log', 'odds', 'solvency', 'record', 'status'] as const

const probes = /^\/(livez|healthz|readyz)($|\?)/
const servedPaths: Record<HostKind, RegExp> = {
  all: /^\//,
  app: new RegExp(`^/($|(h5|verify|${publicPages.join('|')})($|/|\\?)|log/|ws($|\\?)|sandbox/)`),
  api: /^\/(api\/|ws($|\?)|sandbox\/)/,
  support: /^\/chat\//,
}

/** Whether the customers' port serves a host. Each allowed name also allows its hosts of the API and the chat. */
export function isCustomerHost(hostHeader: string, allowedHosts: readonly string[]): boolean {
  return allowedHosts.length === 0 || allowedHosts.includes(hostName(hostHeader).replace(/^(api|kefu)\./, ''))
}

/** Whether a path is that of a health probe. */
export function isProbe(url: string): boolean {
  return probes.test(url)
}

/** Whether the customers' port serves a path at a host. Probes come from machines, by any name. */
export function isCustomerPath(hostHeader: string, url: string, allowedHosts: readonly string[]): boolean {
  if (isProbe(url)) return true
  return isCustomerHost(hostHeader, allowedHosts) && servedPaths[hostKind(hostHeader)].test(url)
}

/**
 * Whether the console's port serves a path at a host: on this machine by its own names, elsewhere by the allowed ones
 * only. A foreign page that points its own name at this machine reaches nothing.
 */
export function isConsolePath(hostHeader: string, url: string, allowedHosts: readonly string[]): boolean {
  const name = hostName(hostHeader)
  return isProbe(url) || isOfMachine(name) || allowedHosts.includes(name)
}
