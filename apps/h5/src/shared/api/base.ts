/** What of the page's address decides where the API is. */
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
 * Where the API answers: "api." before the current host (its port included); on localhost and on an IP address one server
 * answers all of it, so the page's own origin; the fixed development host where the page comes from the dev server. Customer service
 * answers in the same way under another `name`.
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
