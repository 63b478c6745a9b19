import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { openHttpServer } from '../../../test/http-server.ts'

let server: FastifyInstance
const opened: Socket[] = []

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await server.close()
})

async function listen(limits: { total?: number; perNetwork?: number }, trustedProxies: string[] = []): Promise<number> {
  const connections = { total: Infinity, perNetwork: Infinity, arrivalMs: 10_000, ...limits }
  server = await openHttpServer({ connections, trustedProxies })
  return Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Opens a connection and calls the probe on it. It stays open. */
async function open(port: number, localAddress: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  opened.push(socket)
  return new Promise((resolve) => {
    socket.on('error', () => resolve('closed')).on('close', () => resolve('closed'))
    socket.once('data', (data) => resolve(String(data).split('\r\n')[0] ?? ''))
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  })
}

describe('the connections of a network', () => {
  it('are as many as fit, each network by itself, and the next when one has closed', async () => {
    const port = await listen({ perNetwork: 2 })
    const first = [await open(port, '127.0.5.1'), await open(port, '127.0.5.1'), await open(port, '127.0.5.2')]
    expect(first).toEqual(Array.from({ length: 3 }, () => 'HTTP/1.1 200 OK'))
    expect(await open(port, '127.0.5.1')).toBe('HTTP/1.1 429 Too Many Requests')
    opened[0]?.destroy()
    await sleep(100)
    expect(await open(port, '127.0.5.1')).toBe('HTTP/1.1 200 OK')
  })

  it('are refused with the name that the API gives it', async () => {
    const port = await listen({ perNetwork: 0 })
    const socket = connect({ port, host: '127.0.0.1' })
    expect(await text(socket)).toContain('"error":"frequent-operations"')
  })

  it('are not counted behind a trusted proxy, which carries many networks', async () => {
    const port = await listen({ perNetwork: 1 }, ['127.0.5.9'])
    const statuses = [await open(port, '127.0.5.9'), await open(port, '127.0.5.9'), await open(port, '127.0.5.1')]
    expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200 OK']))
    expect(await open(port, '127.0.5.1')).toBe('HTTP/1.1 429 Too Many Requests')
  })
})

describe('the connections of a server', () => {
  it('are as many as it was allowed', async () => {
    const port = await listen({ total: 1 })
    expect(await open(port, '127.0.5.1')).toBe('HTTP/1.1 200 OK')
    expect(await open(port, '127.0.5.2')).toBe('closed')
  })
})

it('reads no more of a long body than what came with its head, and says that it is refused', async () => {
  const port = await listen({})
  const reading: Socket[] = []
  server.server.on('connection', (socket) => reading.push(socket))
  const socket = connect({ port, host: '127.0.0.1' })
  opened.push(socket)
  const response = new Promise((resolve) => socket.once('data', (data) => resolve(String(data))))
  socket.on('error', () => undefined)
  const length = 8_000_000
  socket.write(
    `POST /api/home/summary HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  )
  socket.write('['.repeat(length))
  expect(await response).toContain('"error"')
  await new Promise((resolve) => socket.once('close', resolve))
  expect(reading[0]?.bytesRead).toBeLessThan(500_000)
})
