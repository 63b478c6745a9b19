import { isIP } from 'node:net'

/** The site that passkeys belong to: the page's origin, and its host name as WebAuthn calls it. */
export interface Site {
  readonly origin: string
  readonly rpId: string
}

/**
 * The site of a page. The dispatcher has already refused foreign pages. Null without a page, and on an IP address,
 * where browsers do not support passkeys.
 */
export function siteOf(origin: string | null): Site | null {
  if (origin === null || !URL.canParse(origin)) return null
  const { hostname, protocol } = new URL(origin)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { origin, rpId: hostname } : null
}
