import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { openServer } from './http-source.ts'
import { plainBytes } from './log-source.ts'
import type { LogSource } from './log-source.ts'

const patience = { silenceMs: 300, totalMs: 900, attempts: 2, pauseMs: 5, waits: 2 }
let server: Server | null = null

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

/** A source whose server is under the control of the test. */
async function served(listener: RequestListener): Promise<LogSource> {
  const started = createServer(listener)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const address = started.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return openServer(`http://127.0.0.1:${address.port}`, patience)
}

const read = (source: LogSource) => source.read('ticks/2026h1/tile/0/000', 8_192)

describe('a server', () => {
  test('is read below /log/, with and without compression, and may lack a file', async () => {
    const source = await served((request, response) => {
      if (request.url === '/log/ticks/2026h1/tile/0/000') response.end('plain')
      else if (request.url === '/log/ticks/2026h1/records/000')
        response.setHeader('content-encoding', 'br').end(brotliCompressSync('records'))
      else response.writeHead(404).end()
    })
    expect(Buffer.from((await read(source))?.bytes ?? []).toString()).toBe('plain')
    const records = await source.read('ticks/2026h1/records/000', 100)
    expect(records?.isBrotli).toBe(true)
    const { bytes = new Uint8Array(0), isBrotli = false } = records ?? {}
    expect(plainBytes({ bytes, isBrotli }, 7, 'a file').toString()).toBe('records')
    expect(await source.read('ticks/2026h1/records/001', 100)).toBeNull()
  })

  test.each<[string, RequestListener, string]>([
    [
      'redirects',
      (_, response) => response.writeHead(302, { location: '/x' }).end(),
      'an auditor follows no redirects',
    ],
    ['sends a giant tile', (_, response) => response.end(Buffer.alloc(8_193)), 'has more than 8192 bytes'],
    [
      'sends a body without an end',
      (_, response) => {
        const timer = setInterval(() => response.write(Buffer.alloc(900)), 5)
        response.on('close', () => clearInterval(timer))
      },
      'has more than 8192 bytes',
    ],
    [
      'sends a byte now and then',
      (_, response) => {
        const timer = setInterval(() => response.write('x'), 100)
        response.on('close', () => clearInterval(timer))
      },
      'does not return log/ticks/2026h1/tile/0/000',
    ],
    ['sends nothing', () => undefined, 'nothing came for 300 ms'],
    [
      'cuts a response off',
      (_, response) => response.writeHead(200, { 'content-length': 10 }).write('x', () => response.destroy()),
      'does not return log/',
    ],
    ['fails', (_, response) => response.writeHead(503).end(), 'status 503'],
    ['refuses for good', (_, response) => response.writeHead(429).end(), 'as too many, again and again'],
    ['forbids', (_, response) => response.writeHead(403).end(), 'returns status 403'],
    [
      'compresses unasked',
      (_, response) => response.setHeader('content-encoding', 'gzip').end('x'),
      'in the encoding gzip',
    ],
  ])('that %s is refused in one sentence', async (_what, listener, sentence) => {
    const source = await served(listener)
    await expect(read(source)).rejects.toThrow(sentence)
    await expect(read(source)).rejects.toMatchObject({ name: 'SourceError' })
  })

  test('that fails once, or is full for a moment, is asked again', async () => {
    const statuses = [503, 429, 200]
    const source = await served((_, response) => response.writeHead(statuses.shift() ?? 200).end('tile'))
    expect((await read(source))?.bytes).toHaveLength(4)
  })

  test('that returns no JSON, or another form, lists no shards', async () => {
    const bodies = ['<h1>', '{"code":0,"msg":"no"}', '{"code":1,"msg":"","data":{"shards":[{}]}}']
    const source = await served((_, response) => response.end(bodies.shift()))
    await expect(source.shards()).rejects.toThrow('does not return api/transparency/checkpoints')
    await expect(source.shards()).rejects.toThrow('does not return api/transparency/checkpoints')
    await expect(source.shards()).rejects.toThrow("in another form than the API's")
  })
})

describe('a compressed file', () => {
  const bomb = { bytes: Uint8Array.from(brotliCompressSync(Buffer.alloc(5_000_000))), isBrotli: true }

  test('is unpacked to its bound only', () => {
    expect(bomb.bytes.length).toBeLessThan(100)
    expect(() => plainBytes(bomb, 4_999_999, 'The file')).toThrow('The file has more than 4999999 bytes')
    expect(plainBytes(bomb, 5_000_000, 'The file')).toHaveLength(5_000_000)
    expect(() => plainBytes({ bytes: Uint8Array.of(1, 2, 3), isBrotli: true }, 9, 'The file')).toThrow('not compressed')
  })
})

test.each(['ftp://host', 'https://host/?x=1', 'https://user:word@host', 'no url'])('%s is no address', (address) => {
  expect(() => openServer(address)).toThrow(/URL/)
})
