import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** Creates a reader of the peer's address: the connection's own, or the one reported by trusted proxies. */
export function peerAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustIn(trustedProxies)
  return (request) => proxyAddress(request, isTrusted)
}

/**
 * Creates a reader of the country of a caller's address, which trusted proxies name in a header, in lower case: null
 * for a connection from elsewhere, which may write anything there.
 */
export function peerCountryReader(
  name: string,
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string | null {
  const isTrusted = trustIn(trustedProxies)
  return ({ headers, socket }) => {
    const country = headers[name]
    return typeof country === 'string' && isTrusted(socket.remoteAddress ?? '', 0) ? country.toUpperCase() : null
  }
}

/** Creates the check whether an address is that of a trusted proxy. */
export function trustIn(proxies: readonly string[]): (address: string, index: number) => boolean {
  return proxies.length === 0 ? () => false : proxyAddress.compile([...proxies])
}
