/** The width at which photos are judged: figures of different cameras then mean the same. */
export const judgedWidthPx = 640

/** Properties of a photo that can be measured without understanding it. */
export interface PhotoQuality {
  /** Variance of the Laplacian (Pech-Pacheco et al., 2000): low where there are no edges, as in a blurred photo. */
  readonly sharpness: number
  /** The share of pixels that are as good as white, as under a reflected lamp. */
  readonly glare: number
}

/** Judges a grey picture, one byte a pixel, row after row. Both figures are 0 for a picture without an inside. */
export function photoQuality(grey: Uint8Array | Uint8ClampedArray, widthPx: number): PhotoQuality {
  const heightPx = Math.floor(grey.length / widthPx)
  const at = (index: number) => grey[index] ?? 0
  let [count, sum, squares, white] = [0, 0, 0, 0]
  for (let row = 1; row < heightPx - 1; row += 1) {
    for (let column = 1; column < widthPx - 1; column += 1) {
      const index = row * widthPx + column
      const edge = at(index - 1) + at(index + 1) + at(index - widthPx) + at(index + widthPx) - 4 * at(index)
      count += 1
      sum += edge
      squares += edge * edge
      if (at(index) >= whiteFrom) white += 1
    }
  }
  if (count === 0) return { sharpness: 0, glare: 0 }
  const mean = sum / count
  return { sharpness: squares / count - mean * mean, glare: white / count }
}

const whiteFrom = 250
const leastLongSidePx = 800
const leastSharpness = 60
const mostGlare = 0.08

/** A warning about a photo before it is sent; it refuses nothing. */
export type PhotoWarning = 'small' | 'blurred' | 'glare'

/** The warnings for a photo of this size and quality. */
export function photoWarnings(
  photo: PhotoQuality & { readonly widthPx: number; readonly heightPx: number },
): PhotoWarning[] {
  return [
    ...(Math.max(photo.widthPx, photo.heightPx) < leastLongSidePx ? (['small'] as const) : []),
    ...(photo.sharpness < leastSharpness ? (['blurred'] as const) : []),
    ...(photo.glare > mostGlare ? (['glare'] as const) : []),
  ]
}
