/** The parts of the page's address that determine the API's. */
export interface PageAddress {
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly origin: string
}

/** The API of the front-end dev server. */
export const developmentApi = 'http://localhost:8080'

const ipv4 = /^\d{1,3}(\.\d{1,3}){3}$/

/**
 * The API's base URL: "api." before the current host (its port included); on localhost and on an IP address one server
 * serves everything, so the page's own origin; the fixed development host when the page comes from the dev server.
 * Customer service's is derived in the same way under another `name`.
 */
export function apiBaseOf(page: PageAddress, isDevServer: boolean, name = 'api'): string {
  if (isDevServer) return developmentApi
  const isOneServer =
    page.hostname === 'localhost' ||
    page.hostname.endsWith('.localhost') ||
    ipv4.test(page.hostname) ||
    page.hostname.startsWith('[')
  return isOneServer ? page.origin : `${page.protocol}//${name}.${page.host}`
}

/** The socket of quotes and account events at an API base. */
export function socketUrlOf(apiBase: string): string {
  return `${apiBase.replace(/^http/, 'ws')}/ws`
}
