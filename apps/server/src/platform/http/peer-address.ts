import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** Creates a reader of the peer's address: the connection's own, or the one reported by trusted proxies. */
export function peerAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies.length === 0 ? () => false : proxyAddress.compile([...trustedProxies])
  return (request) => proxyAddress(request, isTrusted)
}
