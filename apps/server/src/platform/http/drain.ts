import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const usualWithinMs = 8_000
const lookEveryMs = 50

/**
 * Stops a server: it takes no connections any more, completes the calls in progress, and cuts off what is not complete
 * in time.
 */
export async function drainServer(server: FastifyInstance, withinMs = usualWithinMs): Promise<void> {
  const isClosed = server.close().then(() => true)
  const untilMs = performance.now() + withinMs
  // Node drops idle connections at once, but not those that become idle later.
  while (!(await Promise.race([isClosed, sleep(lookEveryMs, false)]))) {
    if (performance.now() > untilMs) server.server.closeAllConnections()
    else server.server.closeIdleConnections()
  }
}
