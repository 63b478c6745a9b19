import { loadPictureLibrary } from '../../platform/photos/index.ts'
import { strokesOf } from './captcha-glyphs.ts'
import type { Point } from './captcha-glyphs.ts'

/** Twice the size that screens show it at. */
const widthPx = 400
const heightPx = 128
const unitPx = 9

/** Uniform from 0 to 1. */
export type Random = () => number

/** Draws the text as a PNG, each character turned, bent and struck through at random. */
export async function drawCaptcha(text: string, random: Random): Promise<Buffer> {
  const pixels = paint(text, random)
  const sharp = await loadPictureLibrary()
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Black ink (0) on white paper (255). */
function paint(text: string, random: Random): Uint8Array {
  const pixels = new Uint8Array(widthPx * heightPx).fill(255)
  const bend = bending(random)
  const characters = text.split('')
  const stepPx = (widthPx - 40) / characters.length
  characters.forEach((character, index) => {
    const place = placing({ x: 20 + stepPx * (index + 0.5), y: heightPx / 2 }, random)
    for (const stroke of strokesOf(character))
      ink(pixels, smooth(stroke.map(place)).map(bend), { radiusPx: 4 + random() * 1.5, shade: 0 })
  })
  // Strokes of the paper's colour break letters open, strokes of ink join them: both hinder a machine more than a
  // person.
  for (let line = 0; line < 2; line += 1) ink(pixels, scribble(random).map(bend), { radiusPx: 1.5, shade: 255 })
  for (let line = 0; line < 3; line += 1)
    ink(pixels, scribble(random).map(bend), { radiusPx: 1.2 + random(), shade: 0 })
  return pixels
}

function placing(centre: Point, random: Random): (point: Point) => Point {
  const angle = (random() - 0.5) * 0.6
  const shear = (random() - 0.5) * 0.4
  const scale = unitPx * (0.9 + random() * 0.3)
  const top = (random() - 0.5) * 20
  return ({ x, y }) => {
    const across = (x - 2 + shear * (y - 3)) * scale
    const down = (y - 3) * scale
    return {
      x: centre.x + across * Math.cos(angle) - down * Math.sin(angle),
      y: centre.y + top + across * Math.sin(angle) + down * Math.cos(angle),
    }
  }
}

/** A wave over the whole picture. */
function bending(random: Random): (point: Point) => Point {
  const phase = random() * 2 * Math.PI
  const length = 40 + random() * 30
  return ({ x, y }) => ({ x: x + 3 * Math.sin(y / 12 + phase), y: y + 6 * Math.sin(x / length + phase) })
}

/** A line from edge to edge. */
function scribble(random: Random): Point[] {
  return smooth([0, 0.33, 0.66, 1].map((part) => ({ x: part * widthPx, y: heightPx * (0.15 + random() * 0.7) })))
}

/** Interpolates points, so that a bent line looks bent. */
function smooth(points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1]
    if (next === undefined) return [point]
    return [0, 0.25, 0.5, 0.75].map((part) => ({
      x: point.x + (next.x - point.x) * part,
      y: point.y + (next.y - point.y) * part,
    }))
  })
}

interface Pen {
  readonly radiusPx: number
  readonly shade: number
}

function ink(pixels: Uint8Array, points: readonly Point[], pen: Pen): void {
  points.forEach((from, index) => {
    const to = points[index + 1]
    if (to !== undefined) inkSegment(pixels, { from, to }, pen)
  })
}

function inkSegment(pixels: Uint8Array, segment: { from: Point; to: Point }, pen: Pen): void {
  const { from, to } = segment
  const reach = pen.radiusPx + 1
  const right = Math.min(widthPx - 1, Math.ceil(Math.max(from.x, to.x) + reach))
  const bottom = Math.min(heightPx - 1, Math.ceil(Math.max(from.y, to.y) + reach))
  for (let y = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach)); y <= bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach)); x <= right; x += 1) {
      const covered = Math.min(1, Math.max(0, pen.radiusPx + 0.5 - distance({ x, y }, segment)))
      const index = y * widthPx + x
      const paper = pixels[index] ?? 255
      pixels[index] = pen.shade === 0 ? Math.min(paper, 255 * (1 - covered)) : Math.max(paper, 255 * covered)
    }
  }
}

function distance(point: Point, { from, to }: { from: Point; to: Point }): number {
  const along = { x: to.x - from.x, y: to.y - from.y }
  const lengthSquared = along.x ** 2 + along.y ** 2
  const part = lengthSquared === 0 ? 0 : ((point.x - from.x) * along.x + (point.y - from.y) * along.y) / lengthSquared
  const nearest = Math.min(1, Math.max(0, part))
  return Math.hypot(point.x - from.x - nearest * along.x, point.y - from.y - nearest * along.y)
}
