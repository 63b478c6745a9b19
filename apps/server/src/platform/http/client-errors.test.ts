import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { respondToClientError } from './client-errors.ts'

let server: FastifyInstance
let port: number

beforeEach(async () => {
  server = Fastify({ clientErrorHandler: respondToClientError })
  server.post('/', () => 'ok')
  // Node checks for slow requests at this interval, starting when it listens.
  Object.assign(server.server, { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 50 })
  port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => server.close())

/** Sends the start of a request and no more, and reads the response until the connection closes. */
async function answerTo(beginning: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(beginning)
  return text(socket)
}

const refusal = '{"code":0,"msg":"The request could not be read","error":"malformed","data":null}'

it.each([
  ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nabc'],
  [
    'a chunked body',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n',
  ],
  ['headers', 'POST / HTTP/1.1\r\nhost: x\r\n'],
])('refuses %s that never arrives in full as malformed, and not as “Not logged in”', async (_name, beginning) => {
  const answer = await answerTo(beginning)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain(refusal)
})

it('closes a connection that a browser opened ahead of its calls without a word', async () => {
  expect(await answerTo('')).toBe('')
})

it('refuses what is no HTTP as malformed', async () => {
  const answer = await answerTo('HELLO\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain(refusal)
})

it('says that headers are too long', async () => {
  expect(await answerTo(`GET / HTTP/1.1\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
})
