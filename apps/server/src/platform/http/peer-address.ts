import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** Reads the address of a peer: the connection's own, or what the trusted proxies before it say. */
export function peerAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies.length === 0 ? () => false : proxyAddress.compile([...trustedProxies])
  return (request) => proxyAddress(request, isTrusted)
}
