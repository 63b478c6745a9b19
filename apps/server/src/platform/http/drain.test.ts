import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { openHttpServer } from '../../../test/http-server.ts'
import { drainServer } from './drain.ts'

const agents: Agent[] = []
let endCall: (() => void) | null = null

afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
})

/** A server with one slow call, which ends when the test says so. */
async function open(): Promise<{ server: FastifyInstance; port: number; begun: Promise<void> }> {
  const begun = Promise.withResolvers<void>()
  const server = await openHttpServer({
    addRoutes: (routes) =>
      routes.get('/log/slow', async () => {
        begun.resolve()
        await new Promise<void>((resolve) => (endCall = resolve))
        return 'complete'
      }),
  })
  const port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
  return { server, port, begun: begun.promise }
}

/** Calls a path on a connection that stays open; the body of the response, or how it failed. */
function call(port: number, path: string): Promise<string> {
  const agent = new Agent({ keepAlive: true })
  agents.push(agent)
  return new Promise((resolve) => {
    request({ port, path, agent, host: '127.0.0.1' }, (response) => void text(response).then(resolve))
      .on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message))
      .end()
  })
}

it('completes the call in progress, refuses new connections, and waits for no idle one', async () => {
  const { server, port, begun } = await open()
  expect(await call(port, '/livez')).toBe('ok\n')
  const slow = call(port, '/log/slow')
  await begun
  let isDrained = false
  const draining = drainServer(server, 60_000).then(() => (isDrained = true))
  await expect.poll(() => call(port, '/livez')).toBe('ECONNREFUSED')
  expect(isDrained).toBe(false)
  endCall?.()
  expect(await slow).toBe('complete')
  await draining
})

it('cuts off a call that is not complete in time', async () => {
  const { server, port, begun } = await open()
  const slow = call(port, '/log/slow')
  await begun
  const draining = drainServer(server, 100)
  expect(await slow).toBe('ECONNRESET')
  endCall?.()
  await draining
})
