import type { Server } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { createNetworkCrowd } from '../rate-limit/index.ts'
import { refuseAndClose } from './client-errors.ts'

/**
 * Connections that may wait to be accepted, as far as the kernel allows (`net.core.somaxconn`). The kernel
 * drops what is beyond that, and clients try again seconds later: Node's 511 are few when all sockets return at once.
 */
export const acceptBacklog = 4_096

/** How many connections may be open, those of sockets included, and how slow they may be. */
export interface ConnectionLimits {
  readonly total: number
  readonly perNetwork: number
  /** The time in which a request must arrive in full, unless it brings files. */
  readonly arrivalMs: number
}

/**
 * Limits a server's connections. Those of trusted proxies count towards the total only: each carries many networks, and
 * the proxy limits those itself.
 */
export function limitConnections(
  server: Server,
  { total, perNetwork }: ConnectionLimits,
  trustedProxies: readonly string[],
): void {
  if (Number.isFinite(total)) server.maxConnections = total
  const crowd = createNetworkCrowd(perNetwork)
  const isProxy = trustedProxies.length === 0 ? () => false : proxyAddress.compile([...trustedProxies])
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address, 0)) return
    const leave = crowd.enter(address)
    if (leave === null) refuseAndClose(socket, 'frequent-operations')
    else socket.once('close', leave)
  })
}
