/**
 * A server in a process of its own for `orders-http` and `fanout`: `candor` runs all roles as configured by the
 * environment, without rate limits; `limited` the same with its usual limits; `bare` is Fastify parsing a form and
 * returning a constant. Prints its port.
 */
import process from 'node:process'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { parseConfig } from '../apps/server/src/platform/config/index.ts'
import { createLogger } from '../apps/server/src/platform/logger.ts'
import type { CallLimits } from '../apps/server/src/platform/rate-limit/index.ts'
import { startWholeServer } from '../apps/server/src/roles/whole-server.ts'
import { unlimited } from '../apps/server/test/test-server.ts'

async function startCandor(bounds?: { readonly callLimits: CallLimits }): Promise<number> {
  const config = parseConfig(process.env)
  const { port } = await startWholeServer(config, createLogger({ level: config.logLevel, role: 'server' }), bounds)
  return port
}

async function startBare(): Promise<number> {
  const server = Fastify()
  await server.register(formbody)
  const answer = { code: 1, msg: '', data: null }
  server.post('/api/contract/buy', (_request, reply) => reply.send(answer))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port')
  return address.port
}

const [, , kind] = process.argv
const port =
  kind === 'bare' ? await startBare() : await startCandor(kind === 'limited' ? undefined : { callLimits: unlimited })
process.send?.({ port })
process.on('disconnect', () => process.exit(0))
