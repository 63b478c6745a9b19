import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPhotos } from './index.ts'

const photos = createPhotos()
const square = { widthPx: 256, heightPx: 256, fit: 'cover' } as const
const drawn = { create: { width: 640, height: 480, channels: 3, background: '#336699' } } as const

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG whose header claims a size; its pixel data is one empty row. */
function claimedPng(widthPx: number, heightPx: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1 << 20))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

let jpeg: Buffer
let png: Buffer
let webp: Buffer
beforeAll(async () => {
  jpeg = await sharp(drawn)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Lena Secret' }, IFD3: { GPSLatitude: '53/1 33/1 0/1' } })
    .toBuffer()
  png = await sharp(drawn).png().toBuffer()
  webp = await sharp(drawn).webp().toBuffer()
})

async function reencoded(bytes: Uint8Array): Promise<Buffer> {
  const made = await photos.reencode(bytes, square)
  if (!made.ok) throw new Error(made.error)
  return made.value
}

describe('a photo', () => {
  it('of each format becomes a square WebP of the wanted size', async () => {
    for (const bytes of [jpeg, png, webp]) {
      expect(await sharp(await reencoded(bytes)).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    }
  })

  it('loses who took it, where, and everything else that is no pixel', async () => {
    expect(jpeg.includes('Lena Secret')).toBe(true)
    const made = await reencoded(jpeg)
    expect(made.includes('Lena Secret')).toBe(false)
    expect((await sharp(made).metadata()).exif).toBeUndefined()
  })

  it('is turned upright before its metadata goes', async () => {
    const half = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ffffff' } })
      .composite([
        { input: { create: { width: 64, height: 32, channels: 3, background: '#000000' } }, top: 0, left: 0 },
      ])
      .jpeg()
      .toBuffer()
    const upsideDown = await sharp(half).withMetadata({ orientation: 3 }).jpeg().toBuffer()
    const { data } = await sharp(await reencoded(upsideDown))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(200)
    expect(data.at(-1)).toBeLessThan(50)
  })

  it('loses what follows the picture: a page, a script, an archive', async () => {
    const tail = Buffer.from('<html><script>alert(1)</script></html>PK\u0003\u0004')
    for (const bytes of [jpeg, png, webp]) {
      const made = await reencoded(Buffer.concat([bytes, tail]))
      expect(made.includes('<script>')).toBe(false)
    }
  })

  it('that fits inside keeps its sides, and is never enlarged', async () => {
    const made = await photos.reencode(jpeg, { widthPx: 2_000, heightPx: 320, fit: 'inside' })
    expect(made.ok && (await sharp(made.value).metadata())).toMatchObject({ width: 427, height: 320 })
    const small = await photos.reencode(jpeg, { widthPx: 2_000, heightPx: 2_000, fit: 'inside' })
    expect(small.ok && (await sharp(small.value).metadata())).toMatchObject({ width: 640, height: 480 })
  })
})

describe('the figures of a photo', () => {
  const figuresOf = async (bytes: Buffer) => {
    const made = await photos.reencode(bytes, { widthPx: 2_000, heightPx: 2_000, fit: 'inside' })
    if (!made.ok) throw new Error(made.error)
    return photos.judge(made.value)
  }

  it('are its size, and tell a sharp one from a blurred one and from a lamp', async () => {
    const noise = sharp({
      create: {
        width: 900,
        height: 600,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
      },
    })
    const sharpOne = await noise.jpeg().toBuffer()
    const figures = await figuresOf(sharpOne)
    expect(figures).toMatchObject({ widthPx: 900, heightPx: 600 })
    expect(figures.sharpness).toBeGreaterThan(200)
    expect((await figuresOf(await sharp(sharpOne).blur(8).jpeg().toBuffer())).sharpness).toBeLessThan(60)
    const lamp = { create: { width: 450, height: 600, channels: 3, background: '#ffffff' } } as const
    const glaring = await sharp(sharpOne)
      .composite([{ input: lamp, top: 0, left: 0 }])
      .jpeg()
      .toBuffer()
    expect((await figuresOf(glaring)).glare).toBeGreaterThan(0.4)
  })
})

describe('what is no photo', () => {
  const text = (words: string) => Buffer.from(words)
  it.each<[string, () => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a word', () => text('hello')],
    ['an SVG with a script', () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a page before a JPEG', () => Buffer.concat([text('<html>'), jpeg])],
    ['a PDF before a PNG', () => Buffer.concat([text('%PDF-1.7\n'), png])],
    ['a JPEG that ends too early', () => jpeg.subarray(0, jpeg.length >> 1)],
    ['a PNG that ends too early', () => png.subarray(0, png.length >> 1)],
    ['a WebP that ends too early', () => webp.subarray(0, webp.length >> 1)],
    ['the first bytes of a JPEG and noise', () => Buffer.concat([jpeg.subarray(0, 3), Buffer.alloc(4_096, 0x5a)])],
    ['an SVG with the first bytes of a PNG', () => Buffer.concat([png.subarray(0, 8), text('<svg/>')])],
    ['a PNG that claims 32,000 × 32,000 pixels', () => claimedPng(32_000, 32_000)],
    ['a PNG that claims 2³¹ pixels a row', () => claimedPng(2 ** 31 - 1, 1)],
    ['a PNG with a header of no size', () => claimedPng(0, 0)],
  ])('is refused: %s', async (_case, make) => {
    expect(await photos.reencode(make(), square)).toEqual({ ok: false, error: 'photo-invalid' })
  })

  it('is refused as a real picture with too many pixels, without their memory', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    const beforeBytes = process.memoryUsage().rss
    expect(await photos.reencode(bomb, square)).toEqual({ ok: false, error: 'photo-invalid' })
    expect(process.memoryUsage().rss - beforeBytes).toBeLessThan(64_000_000)
  })

  it('never stops the server, whatever was changed in a real one', async () => {
    const outcomes = new Set<string>()
    for (const source of [jpeg, png, webp]) {
      for (let step = 0; step < 60; step += 1) {
        const bytes = Buffer.from(source)
        bytes[(step * 97) % bytes.length] = (step * 31) % 256
        const made = await photos.reencode(bytes, square)
        outcomes.add(made.ok ? `a photo ${(await sharp(made.value).metadata()).width} px wide` : made.error)
      }
    }
    expect([...outcomes].sort()).toEqual(['a photo 256 px wide', 'photo-invalid'])
  })
})

describe('too many photos at once', () => {
  it('wait up to a bound, and are refused beyond it', async () => {
    const few = createPhotos({ maxRunning: 1, maxWaiting: 2 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => few.reencode(jpeg, square)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    expect(answers.filter((answer) => !answer.ok && answer.error === 'frequent-operations')).toHaveLength(3)
    expect((await few.reencode(jpeg, square)).ok).toBe(true)
  })
})

it('reads files with no other decoder anywhere in this process', async () => {
  await expect(
    sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).png().toBuffer(),
  ).rejects.toThrow('unsupported image format')
  await expect(sharp(import.meta.filename).metadata()).rejects.toThrow('unsupported image format')
})
