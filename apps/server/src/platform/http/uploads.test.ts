import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { maxFileBytes, userAvatar, userInfo } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../result.ts'
import { openEntrance, openHttpServer, principal, shownUser } from '../../../test/http-server.ts'
import { route } from './index.ts'

let server: FastifyInstance
let port: number
/** The size and the name of each file that the handler received. */
let taken: { size: number; name: string }[]

beforeAll(async () => {
  server = await openHttpServer({
    routes: [
      route(userAvatar, async ({ photo }) => {
        taken.push({ size: photo.size, name: photo.name })
        return ok(shownUser)
      }),
      route(userInfo, async () => ok(shownUser)),
    ],
    customers: { ...openEntrance, authenticate: async (token) => (token === 'good' ? principal : null) },
    connections: { total: Infinity, perNetwork: Infinity, arrivalMs: 1_000 },
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const address = server.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
beforeEach(() => {
  taken = []
})
afterAll(() => server.close())

const boundary = 'a-boundary-of-tests'
const end = `\r\n--${boundary}--\r\n`
const filePart = (name: string, bytes: Buffer | string, fileName = 'photo.jpg') =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    Buffer.from(bytes),
  ])
const textPart = (name: string, value: string) =>
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
const multipart = `multipart/form-data; boundary=${boundary}`

/** Sends a raw body, and reads the response even when it comes before the body is complete. */
async function send(body: Buffer | string, { token = 'good', type = multipart, path = 'user/avatar' } = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = httpRequest(
      { port, method: 'POST', path: `/api/${path}`, headers: { 'content-type': type, token } },
      resolve,
    )
    sending.on('error', reject)
    sending.end(body)
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(Buffer.from(chunk))
  const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  return { status: response.statusCode, body: parsed }
}

describe('an upload', () => {
  it('reaches its operation with name and bytes', async () => {
    expect(await send(Buffer.concat([filePart('photo', 'abc'), Buffer.from(end)]))).toMatchObject({
      status: 200,
      body: { code: 1 },
    })
    expect(taken).toEqual([{ size: 3, name: 'photo.jpg' }])
  })

  it('of exactly the largest size passes, of one byte more is refused at its field', async () => {
    expect(await send(Buffer.concat([filePart('photo', Buffer.alloc(maxFileBytes)), Buffer.from(end)]))).toMatchObject({
      body: { code: 1 },
    })
    expect(
      await send(Buffer.concat([filePart('photo', Buffer.alloc(maxFileBytes + 1)), Buffer.from(end)])),
    ).toMatchObject({
      status: 200,
      body: { code: 0, error: 'invalid', data: { photo: 'too-large' } },
    })
    expect(taken).toEqual([{ size: maxFileBytes, name: 'photo.jpg' }])
  })

  it('is not read before the login gate, whatever it holds', async () => {
    for (const body of [
      Buffer.from('nonsense'),
      Buffer.concat([filePart('photo', Buffer.alloc(3_000_000)), Buffer.from(end)]),
    ]) {
      expect(await send(body, { token: 'stolen' })).toMatchObject({ status: 408, body: { error: 'not-logged-in' } })
    }
    expect(taken).toEqual([])
  })

  it.each<[string, Buffer | string, { type?: string }]>([
    ['no boundary', 'x', { type: 'multipart/form-data' }],
    ['an empty boundary', 'x', { type: 'multipart/form-data; boundary=' }],
    ['no part at all', 'x', {}],
    ['no end', filePart('photo', 'abc'), {}],
    ['a cut header', `--${boundary}\r\ncontent-disposition: form-da`, {}],
    [
      'two files',
      Buffer.concat([filePart('photo', 'a'), Buffer.from('\r\n'), filePart('photo', 'b'), Buffer.from(end)]),
      {},
    ],
    ['a long text', Buffer.concat([textPart('note', 'x'.repeat(5_000)), filePart('photo', 'a'), Buffer.from(end)]), {}],
    [
      'many texts',
      Buffer.concat([
        ...Array.from({ length: 30 }, () => textPart('note', 'x')),
        filePart('photo', 'a'),
        Buffer.from(end),
      ]),
      {},
    ],
  ])('with %s is refused as malformed', async (_case, body, options) => {
    expect(await send(body, options)).toMatchObject({ status: 400, body: { code: 0, error: 'malformed' } })
    expect(taken).toEqual([])
  })

  it.each<[string, Buffer]>([
    ['text in the place of the file', textPart('photo', 'abc')],
    ['a file of another name', filePart('voucher', 'abc')],
    ['a file called __proto__', filePart('__proto__', 'abc')],
  ])('with %s says that the file is missing', async (_case, part) => {
    expect(await send(Buffer.concat([part, Buffer.from(end)]))).toMatchObject({
      body: { error: 'invalid', data: { photo: 'required' } },
    })
  })

  it('as a plain form says that the file is missing', async () => {
    expect(await send('photo=abc', { type: 'application/x-www-form-urlencoded' })).toMatchObject({
      body: { error: 'invalid', data: { photo: 'required' } },
    })
  })

  it('to an operation without files is refused as malformed', async () => {
    expect(
      await send(Buffer.concat([filePart('photo', 'abc'), Buffer.from(end)]), { path: 'user/info' }),
    ).toMatchObject({ status: 400 })
  })

  it('that is cut leaves its place to others, and nothing behind', async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const socket = connect(port, '127.0.0.1')
      const head = `POST /api/user/avatar HTTP/1.1\r\nhost: localhost\r\ntoken: good\r\ncontent-type: ${multipart}\r\ncontent-length: 5000000\r\n\r\n`
      await new Promise<void>((resolve) => {
        socket.write(Buffer.concat([Buffer.from(head), filePart('photo', Buffer.alloc(100_000))]), () => resolve())
      })
      socket.destroy()
    }
    const whole = Buffer.concat([filePart('photo', 'abc'), Buffer.from(end)])
    await expect.poll(() => send(whole)).toMatchObject({ status: 200, body: { code: 1 } })
    expect(taken).toEqual([{ size: 3, name: 'photo.jpg' }])
  })

  it('may take longer to arrive than a form, on a route that takes files', async () => {
    const slowly = async (path: string) => {
      const body = Buffer.concat([filePart('photo', 'abc'), Buffer.from(end)])
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /api/${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntoken: good\r\ncontent-type: ${multipart}\r\ncontent-length: ${body.length}\r\n\r\n`,
      )
      setTimeout(() => socket.write(body), 1_500)
      return text(socket.on('error', () => undefined))
    }
    expect(await slowly('user/avatar')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await slowly('user/info')).not.toContain('HTTP/1.1 200')
  })

  it('that nobody finishes keeps others out of its network’s places only so far', async () => {
    const head = `POST /api/user/avatar HTTP/1.1\r\nhost: localhost\r\ntoken: good\r\ncontent-type: ${multipart}\r\ncontent-length: 5000000\r\n\r\n`
    const stalled = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
    for (const socket of stalled) socket.write(Buffer.concat([Buffer.from(head), filePart('photo', 'abc')]))
    const whole = Buffer.concat([filePart('photo', 'abc'), Buffer.from(end)])
    await expect.poll(() => send(whole)).toMatchObject({ status: 429, body: { error: 'frequent-operations' } })
    for (const socket of stalled) socket.destroy()
    await expect.poll(() => send(whole)).toMatchObject({ status: 200 })
  })
})
