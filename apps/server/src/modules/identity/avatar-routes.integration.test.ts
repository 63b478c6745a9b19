import { userAvatar } from '@candor/api'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import { customersOf } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'
import type { IdentityFixture } from '../../../test/identity-fixture.ts'

let fixture: IdentityFixture
let isAdmitted = true
const files = Fastify()
beforeAll(async () => {
  fixture = await openIdentity()
  fixture.identity.addFiles(files, () => isAdmitted)
})
afterAll(async () => {
  await files.close()
  await fixture.close()
})

const { info, newCustomer } = customersOf(() => fixture)

async function photoOf(colour: string): Promise<File> {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' })
}

const set = async (token: string, photo: unknown) => (await fixture.call('user/avatar', { photo }, { token })).body
const pathOf = (data: unknown): string => parse(userAvatar.output, data).avatar ?? ''
const read = (path: string) => files.inject({ method: 'GET', url: path })

describe('a picture of a customer', () => {
  it('is stored re-encoded, shown in the account, and served for good under the hash of its bytes', async () => {
    const { token, user } = await newCustomer()
    expect(user.avatar).toBeNull()
    const body = await set(token, await photoOf('#aa3311'))
    expect(body).toMatchObject({ code: 1, msg: 'Modification successful', data: { id: user.id } })
    const path = pathOf(body.data)
    expect(path).toMatch(/^\/api\/avatar\/[0-9a-f]{64}\.webp$/)
    expect(pathOf((await info(token)).body.data)).toBe(path)
    const served = await read(path)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  })

  it('has another address once it is another, and the old one is gone', async () => {
    const { token } = await newCustomer()
    const first = pathOf((await set(token, await photoOf('#00aa00'))).data)
    const second = pathOf((await set(token, await photoOf('#0000aa'))).data)
    expect(second).not.toBe(first)
    expect((await read(first)).statusCode).toBe(404)
    expect((await read(second)).statusCode).toBe(200)
  })

  it('is removed, twice without harm, and stays for another customer with the same one', async () => {
    const [own, other] = [await newCustomer(), await newCustomer()]
    const path = pathOf((await set(own.token, await photoOf('#123456'))).data)
    expect(pathOf((await set(other.token, await photoOf('#123456'))).data)).toBe(path)
    for (let time = 0; time < 2; time += 1) {
      const { body } = await fixture.call('user/avatar_remove', {}, { token: own.token })
      expect(body).toMatchObject({ code: 1, data: { avatar: null } })
    }
    expect((await read(path)).statusCode).toBe(200)
    await fixture.call('user/avatar_remove', {}, { token: other.token })
    expect((await read(path)).statusCode).toBe(404)
  })

  it('stays as it was when the next one is none', async () => {
    const { token } = await newCustomer()
    const path = pathOf((await set(token, await photoOf('#654321'))).data)
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'], 'me.jpg', { type: 'image/jpeg' })
    expect(await set(token, svg)).toMatchObject({
      error: 'photo-invalid',
      msg: 'We can’t read this photo. Use a JPEG, PNG or WebP',
    })
    for (const photo of [undefined, '', 'text', 5, {}])
      expect(await set(token, photo)).toMatchObject({ error: 'invalid' })
    expect(pathOf((await info(token)).body.data)).toBe(path)
  })

  it('is one of those sent when many are sent at once', async () => {
    const { token } = await newCustomer()
    const colours = ['#110000', '#220000', '#330000', '#440000', '#550000', '#660000']
    const paths = await Promise.all(
      colours.map(async (colour) => pathOf((await set(token, await photoOf(colour))).data)),
    )
    const last = pathOf((await info(token)).body.data)
    expect(paths).toContain(last)
    expect((await read(last)).statusCode).toBe(200)
    const left = await Promise.all(paths.filter((path) => path !== last).map(read))
    expect(left.map(({ statusCode }) => statusCode)).toEqual(left.map(() => 404))
  })

  it.each([
    '/api/avatar/',
    '/api/avatar/1.webp',
    `/api/avatar/${'g'.repeat(64)}.webp`,
    `/api/avatar/${'0'.repeat(64)}.webp`,
    '/api/avatar/..%2f',
  ])('is not found at %s', async (path) => {
    expect((await read(path)).statusCode).toBe(404)
  })

  it('is not looked up for a network that asks too often', async () => {
    isAdmitted = false
    expect((await read(`/api/avatar/${'0'.repeat(64)}.webp`)).statusCode).toBe(429)
    isAdmitted = true
  })
})
