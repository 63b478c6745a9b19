import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVault, s3Store } from './index.ts'

const keyId = 'an-access-key'
const secret = 'its-secret'
const region = 'eu-central-1'
const meta = { kind: 'kyc-photo' }
const bytes = Buffer.from('the pixels of a document')

let server: Server
let bucketUrl: string
/** The bucket's contents, by path. */
let held: Map<string, Buffer>
let failures: number

beforeEach(async () => {
  held = new Map()
  failures = 0
  server = createServer((request, response) => {
    void readBody(request).then((body) => {
      response.writeHead(answer(request, body)).end(request.method === 'GET' ? held.get(request.url ?? '') : undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a server has a port')
  bucketUrl = `http://127.0.0.1:${address.port}/photos`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * A bucket that trusts nothing: it recomputes signature and digest as the documentation of Signature Version 4
 * describes.
 */
function answer(request: IncomingMessage, body: Buffer): number {
  if (failures > 0) {
    failures -= 1
    return 503
  }
  const path = request.url ?? ''
  if (request.headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) return 400
  if (request.headers.authorization !== authorizationOf(request)) return 403
  if (!path.startsWith('/photos/')) return 404
  if (request.method === 'PUT') held.set(path, body)
  if (request.method === 'DELETE') return held.delete(path) ? 204 : 404
  return held.has(path) ? 200 : 404
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

const store = (signs = secret) => s3Store({ bucketUrl, region, keyId, secret: signs })

describe('a vault in an S3-compatible store', () => {
  it('gives back what was put, and holds nothing readable', async () => {
    const vault = createVault({ store: store(), masterKey: 'a master key of tests' })
    const objectId = await vault.put(bytes, meta)
    expect(await vault.get(objectId, meta)).toEqual(bytes)
    expect(held.size).toBe(2)
    for (const stored of held.values()) expect(stored.includes(bytes)).toBe(false)
    await vault.destroy(objectId)
    await vault.destroy(objectId)
    expect(await vault.get(objectId, meta)).toBeNull()
    expect(held.size).toBe(0)
  })

  it('signs every request: with another secret nothing is stored or read', async () => {
    await expect(store('another').write('objects/ab/1', bytes)).rejects.toThrow('403')
    expect(held.size).toBe(0)
    await store().write('objects/ab/1', bytes)
    await expect(store('another').read('objects/ab/1')).rejects.toThrow('403')
  })

  it('tries again while the store is away, and says so where the bucket is none', async () => {
    failures = 2
    await store().write('objects/ab/1', bytes)
    expect(await store().read('objects/ab/1')).toEqual(bytes)
    const elsewhere = s3Store({ bucketUrl: bucketUrl.replace('photos', 'others'), region, keyId, secret })
    await expect(elsewhere.write('objects/ab/1', bytes)).rejects.toThrow('no such bucket')
  })

  it('sends nothing where a store redirects to', async () => {
    const redirecting = createServer((_request, response) => {
      response.writeHead(307, { location: `${bucketUrl}/objects/ab/1` }).end()
    })
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    const address = redirecting.address()
    const port = address === null || typeof address === 'string' ? 0 : address.port
    const redirected = s3Store({ bucketUrl: `http://127.0.0.1:${port}/photos`, region, keyId, secret })
    await expect(redirected.write('objects/ab/1', bytes)).rejects.toThrow('fetch failed')
    expect(held.size).toBe(0)
    await new Promise((resolve) => redirecting.close(resolve))
  })
})
