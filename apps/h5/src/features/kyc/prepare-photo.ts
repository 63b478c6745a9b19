import { judgedWidthPx, photoQuality, photoWarnings } from '@candor/formulas'
import type { PhotoWarning } from '@candor/formulas'
import { bitmapOf, drawnPhoto, jpegOf } from '../../shared/device/index.ts'

/** A photo ready to send, with its warnings. */
export interface PreparedPhoto {
  readonly file: File
  readonly url: string
  readonly warnings: readonly PhotoWarning[]
}

/**
 * Reads and re-encodes a photo, so that its place and time never leave the phone, and measures it as the server will.
 * The caller revokes `url`. Null when this phone cannot open the file.
 */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto | null> {
  const bitmap = await bitmapOf(file)
  if (bitmap === null || bitmap.width === 0 || bitmap.height === 0) return null
  const { width: widthPx, height: heightPx } = bitmap
  const judged = drawnPhoto(bitmap, judgedWidthPx)
  bitmap.close()
  const blob = await jpegOf(file)
  const pixels = judged?.getContext('2d')?.getImageData(0, 0, judged.width, judged.height)
  if (blob === null || pixels === undefined) return null
  const figures = photoQuality(greyOf(pixels.data), pixels.width)
  return {
    file: new File([blob], 'document.jpg', { type: 'image/jpeg' }),
    url: URL.createObjectURL(blob),
    warnings: photoWarnings({ widthPx, heightPx, ...figures }),
  }
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
