import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { S3Settings } from '../s3-store.ts'

const keyId = 'an-access-key'
const secret = 'its-secret'
const region = 'eu-central-1'

/** A bucket of an S3-compatible store on this machine. */
export interface TestBucket {
  readonly settings: S3Settings
  /** The bucket's contents, by path. */
  readonly held: Map<string, Buffer>
  /** The store responds to this many requests, of one method or of all, with an error. */
  fail(count: number, method?: 'GET' | 'PUT'): void
  close(): Promise<void>
}

/**
 * Opens a bucket that trusts nothing: it recomputes signature and digest as the documentation of Signature Version 4
 * describes.
 */
export async function openTestBucket(): Promise<TestBucket> {
  const held = new Map<string, Buffer>()
  let failing: { count: number; readonly method: string | undefined } = { count: 0, method: undefined }
  const statusOf = (request: IncomingMessage, body: Buffer): number => {
    const { method, url: path = '' } = request
    if (failing.count > 0 && (failing.method ?? method) === method) {
      failing.count -= 1
      return 503
    }
    if (request.headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) return 400
    if (request.headers.authorization !== authorizationOf(request)) return 403
    if (!path.startsWith('/photos/')) return 404
    if (method === 'PUT') held.set(path, body)
    if (method === 'DELETE') return held.delete(path) ? 204 : 404
    return held.has(path) ? 200 : 404
  }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const status = statusOf(request, body)
      response.writeHead(status).end(request.method === 'GET' && status === 200 ? held.get(request.url ?? '') : '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a server has a port')
  return {
    settings: { bucketUrl: `http://127.0.0.1:${address.port}/photos`, region, keyId, secret },
    held,
    fail: (count, method) => {
      failing = { count, method }
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function authorizationOf(request: IncomingMessage): string {
  const sent = request.headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(sent)?.[1] ?? ''
  const atText = String(request.headers['x-amz-date'])
  const scope = `${atText.slice(0, 8)}/${region}/s3/aws4_request`
  const canonical = [
    request.method,
    request.url,
    '',
    ...names.split(';').map((name) => `${name}:${String(request.headers[name])}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, atText.slice(0, 8)), region), 's3'), 'aws4_request')
  const text = ['AWS4-HMAC-SHA256', atText, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  return `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, text).toString('hex')}`
}
