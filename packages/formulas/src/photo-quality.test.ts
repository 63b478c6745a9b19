import { describe, expect, it } from 'vitest'
import { photoQuality, photoWarnings } from './index.ts'

const side = 64
const drawn = (greyAt: (column: number, row: number) => number) =>
  Uint8Array.from({ length: side * side }, (_, index) => greyAt(index % side, Math.floor(index / side)))

const stripes = drawn((column) => (Math.floor(column / 4) % 2 === 0 ? 40 : 200))
/** The same stripes, each edge a slope. */
const slopes = drawn((column) => 120 + 80 * Math.sin((column * Math.PI) / 16))

describe('the quality of a photo', () => {
  it('is sharper the steeper its edges are, whatever its brightness', () => {
    const { sharpness } = photoQuality(stripes, side)
    expect(sharpness).toBeGreaterThan(20 * photoQuality(slopes, side).sharpness)
    expect(
      photoQuality(
        stripes.map((grey) => grey + 40),
        side,
      ).sharpness,
    ).toBeCloseTo(sharpness)
  })

  it('counts white pixels as glare', () => {
    expect(photoQuality(stripes, side).glare).toBe(0)
    expect(
      photoQuality(
        drawn((_, row) => (row < side / 2 ? 255 : 90)),
        side,
      ).glare,
    ).toBeCloseTo(0.5, 1)
  })

  it('is nothing for a picture without an inside', () => {
    expect(photoQuality(new Uint8Array(0), 10)).toEqual({ sharpness: 0, glare: 0 })
    expect(photoQuality(new Uint8Array(4), 2)).toEqual({ sharpness: 0, glare: 0 })
  })
})

describe('the warnings for a photo', () => {
  const good = { widthPx: 1_000, heightPx: 700, sharpness: 400, glare: 0.01 }

  it.each([
    [{}, []],
    [{ widthPx: 700 }, ['small']],
    [{ widthPx: 600, heightPx: 800 }, []],
    [{ sharpness: 59 }, ['blurred']],
    [{ glare: 0.09 }, ['glare']],
    [{ widthPx: 100, heightPx: 100, sharpness: 0, glare: 1 }, ['small', 'blurred', 'glare']],
  ])('of %j are %j', (change, warnings) => {
    expect(photoWarnings({ ...good, ...change })).toEqual(warnings)
  })
})
