import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { ObjectStore } from './object-store.ts'

/**
 * An S3-compatible store: the address of the bucket (path style, such as `https://host/bucket`), and the signing key.
 */
export interface S3Settings {
  readonly bucketUrl: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
  /** A call fails after this time, its repetitions included. */
  readonly timeoutMs?: number
}

const usualTimeoutMs = 15_000
const retries = 3

/**
 * Stores objects in a bucket of an S3-compatible store, each request signed (Signature Version 4) together with the
 * digest of its body. Throws when the store is unreachable, or responds with neither success nor “not found”: the
 * caller must retry later.
 */
export function s3Store({ bucketUrl, region, keyId, secret, timeoutMs = usualTimeoutMs }: S3Settings): ObjectStore {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries })
  const call = async (method: 'GET' | 'PUT' | 'DELETE', name: string, body: Uint8Array = new Uint8Array()) => {
    const response = await client.fetch(`${bucketUrl.replace(/\/+$/, '')}/${name}`, {
      method,
      ...(method === 'PUT' ? { body: new Uint8Array(body) } : {}),
      // Signed with the request: bytes that change on their way are refused by the store.
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      // The bucket alone is trusted with the bytes: a redirect would carry them elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok || response.status === 404) return response
    throw new Error(`the object store answered ${response.status} to ${method}`)
  }
  return {
    async write(name, bytes) {
      const response = await call('PUT', name, bytes)
      if (!response.ok) throw new Error('the object store has no such bucket')
    },
    async read(name) {
      const response = await call('GET', name)
      return response.ok ? Buffer.from(await response.arrayBuffer()) : null
    },
    async remove(name) {
      await call('DELETE', name)
    },
  }
}
