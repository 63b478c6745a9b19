import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVault, newObjectId, rewrapObject, s3Store } from './index.ts'
import { openTestBucket } from './testing/bucket.ts'
import type { TestBucket } from './testing/bucket.ts'

const meta = { kind: 'kyc-photo' }
const bytes = Buffer.from('the pixels of a document')
const masterKey = 'a master key of tests'
const nextKey = 'the next key of tests'

let bucket: TestBucket

beforeEach(async () => {
  bucket = await openTestBucket()
})
afterEach(() => bucket.close())

const store = (changes: { readonly secret?: string; readonly bucketUrl?: string } = {}) =>
  s3Store({ ...bucket.settings, ...changes })

describe('a vault in an S3-compatible store', () => {
  it('gives back what was put, and holds nothing readable', async () => {
    const vault = createVault({ store: store(), masterKey })
    const objectId = await vault.put(bytes, meta)
    expect(await vault.get(objectId, meta)).toEqual(bytes)
    expect(bucket.held.size).toBe(2)
    for (const stored of bucket.held.values()) expect(stored.includes(bytes)).toBe(false)
    await vault.destroy(objectId)
    await vault.destroy(objectId)
    expect(await vault.get(objectId, meta)).toBeNull()
    expect(bucket.held.size).toBe(0)
  })

  it('signs every request: with another secret nothing is stored or read', async () => {
    await expect(store({ secret: 'another' }).write('objects/ab/1', bytes)).rejects.toThrow('403')
    expect(bucket.held.size).toBe(0)
    await store().write('objects/ab/1', bytes)
    await expect(store({ secret: 'another' }).read('objects/ab/1')).rejects.toThrow('403')
  })

  it('tries again while the store is away, and says so where the bucket is none', async () => {
    bucket.fail(2)
    await store().write('objects/ab/1', bytes)
    expect(await store().read('objects/ab/1')).toEqual(bytes)
    const elsewhere = store({ bucketUrl: bucket.settings.bucketUrl.replace('photos', 'others') })
    await expect(elsewhere.write('objects/ab/1', bytes)).rejects.toThrow('no such bucket')
  })

  it('gives a store up that is silent, or stops in the middle of an object', async () => {
    const slow = createServer((request, response) => {
      if (request.method === 'GET') response.writeHead(200, { 'content-length': 100 }).write('the first bytes')
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const address = slow.address()
    const port = address === null || typeof address === 'string' ? 0 : address.port
    const waiting = s3Store({ ...bucket.settings, bucketUrl: `http://127.0.0.1:${port}/photos`, timeoutMs: 100 })
    await expect(waiting.write('objects/ab/1', bytes)).rejects.toThrow('timeout')
    await expect(waiting.read('objects/ab/1')).rejects.toThrow('timeout')
    slow.closeAllConnections()
    await new Promise((resolve) => slow.close(resolve))
  })

  it('sends nothing where a store redirects to', async () => {
    const redirecting = createServer((_request, response) => {
      response.writeHead(307, { location: `${bucket.settings.bucketUrl}/objects/ab/1` }).end()
    })
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    const address = redirecting.address()
    const port = address === null || typeof address === 'string' ? 0 : address.port
    const redirected = store({ bucketUrl: `http://127.0.0.1:${port}/photos` })
    await expect(redirected.write('objects/ab/1', bytes)).rejects.toThrow('fetch failed')
    expect(bucket.held.size).toBe(0)
    await new Promise((resolve) => redirecting.close(resolve))
  })

  it('wraps the keys of objects under the next key one by one, and repeats where the store went away', async () => {
    const former = createVault({ store: store(), masterKey })
    const next = createVault({ store: store(), masterKey: nextKey })
    const keys = { masterKey: nextKey, formerKey: masterKey }
    const objects = [await former.put(bytes, meta), await former.put(bytes, meta)].map((objectId) => ({
      objectId,
      meta,
    }))
    const [first, second] = objects
    if (first === undefined || second === undefined) throw new Error('nothing was put')
    const before = new Map(bucket.held)

    expect(await rewrapObject(store(), first, keys)).toBe(true)
    bucket.fail(4, 'PUT')
    await expect(rewrapObject(store(), second, keys)).rejects.toThrow('503')
    // Each object opens under one of the two keys, and under one only.
    expect(await next.get(first.objectId, meta)).toEqual(bytes)
    expect(await former.get(second.objectId, meta)).toEqual(bytes)
    await expect(former.get(first.objectId, meta)).rejects.toThrow('unable to authenticate')

    bucket.fail(0)
    const repeated = []
    for (const object of objects) repeated.push(await rewrapObject(store(), object, keys))
    expect(repeated).toEqual([false, true])
    for (const { objectId } of objects) expect(await next.get(objectId, meta)).toEqual(bytes)
    const changed = [...bucket.held].filter(([path, stored]) => before.get(path)?.equals(stored) !== true)
    expect(changed.map(([path]) => path.split('/')[2])).toEqual(['keys', 'keys'])
    expect(bucket.held.size).toBe(before.size)
    expect(await rewrapObject(store(), { objectId: newObjectId(), meta }, keys)).toBe(false)
    await expect(rewrapObject(store({ secret: 'another' }), first, keys)).rejects.toThrow('403')
  })
})
