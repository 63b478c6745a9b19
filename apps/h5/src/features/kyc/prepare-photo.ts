import { judgedWidthPx, photoQuality, photoWarnings } from '@candor/formulas'
import type { PhotoWarning } from '@candor/formulas'

/** As large as the server keeps it. */
const longSidePx = 2_000
const quality = 0.9

/** A photo as it will be sent, and what it is warned of. */
export interface PreparedPhoto {
  readonly file: File
  readonly url: string
  readonly warnings: readonly PhotoWarning[]
}

/**
 * Reads a photo and writes it anew, so that its place and time never leave the phone, and judges it as the server will. The caller
 * revokes `url`. Null where this phone cannot open the file.
 */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto | null> {
  const bitmap = await bitmapOf(file)
  if (bitmap === null || bitmap.width === 0 || bitmap.height === 0) return null
  const { width: widthPx, height: heightPx } = bitmap
  const canvas = drawn(bitmap, longSidePx)
  const judged = drawn(bitmap, judgedWidthPx)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => {
    if (canvas === null) resolve(null)
    else canvas.toBlob(resolve, 'image/jpeg', quality)
  })
  const pixels = judged?.getContext('2d')?.getImageData(0, 0, judged.width, judged.height)
  if (blob === null || pixels === undefined) return null
  const figures = photoQuality(greyOf(pixels.data), pixels.width)
  return {
    file: new File([blob], 'document.jpg', { type: 'image/jpeg' }),
    url: URL.createObjectURL(blob),
    warnings: photoWarnings({ widthPx, heightPx, ...figures }),
  }
}

/** The picture on a canvas whose longer side has at most so many pixels. */
function drawn(bitmap: ImageBitmap, maxSidePx: number): HTMLCanvasElement | null {
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // JPEG has no transparency: what is see-through becomes grey, which is no glare.
  context.fillStyle = 'gray'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Brightness as the eye sees it (Rec. 709), a byte a pixel. */
function greyOf(rgba: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4)
  for (let index = 0; index < grey.length; index += 1) {
    const at = index * 4
    grey[index] = 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0)
  }
  return grey
}

async function bitmapOf(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch {
    // Whatever the browser says of it: the file is no picture for this phone.
    return null
  }
}
