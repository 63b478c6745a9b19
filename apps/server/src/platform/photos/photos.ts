import { judgedWidthPx, photoQuality } from '@candor/formulas'
import type { PhotoQuality } from '@candor/formulas'
import { refuse } from '../result.ts'
import type { Result } from '../result.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { QueueLimits } from '../work-queue.ts'
import { photoFormatOf } from './photo-format.ts'
import { loadPictureLibrary } from './picture-library.ts'

/** The target shape of a photo: `cover` crops the middle to exactly this size, `inside` scales it to fit. */
export interface PhotoShape {
  readonly widthPx: number
  readonly heightPx: number
  readonly fit: 'cover' | 'inside'
}

/** The size of a photo, and its measurable properties. */
export interface PhotoFigures extends PhotoQuality {
  readonly widthPx: number
  readonly heightPx: number
}

/** Decodes and re-encodes photos. */
export interface Photos {
  /**
   * Converts a JPEG, PNG or WebP into an upright sRGB WebP of the given shape, without metadata or trailing data.
   * Refuses with `photo-invalid` when the input is something else, damaged, or has too many pixels.
   */
  reencode(bytes: Uint8Array, shape: PhotoShape): Promise<Result<Buffer, 'photo-invalid' | 'frequent-operations'>>
  /** Judges a photo that `reencode` made. */
  judge(reencoded: Uint8Array): Promise<PhotoFigures>
}

/** A phone's photo has 12 or 24 million pixels. A file of 10 MB can claim many thousand times as many. */
const maxPixels = 32_000_000
const maxSeconds = 10
const quality = 82

/** Creates the decoder: at most two photos at a time, and eight waiting callers, each of whom holds a file. */
export function createPhotos(limits: QueueLimits = { maxRunning: 2, maxWaiting: 8 }): Photos {
  const inTurn = createWorkQueue(limits)
  return {
    async reencode(bytes, shape) {
      if (photoFormatOf(bytes) === null) return refuse('photo-invalid')
      const made = await inTurn(() => encode(bytes, shape))
      if (!made.ok) return made
      return made.value === null ? refuse('photo-invalid') : { ok: true, value: made.value }
    },
    judge,
  }
}

async function judge(reencoded: Uint8Array): Promise<PhotoFigures> {
  const sharp = await loadPictureLibrary()
  const { width, height } = await sharp(reencoded).metadata()
  const { data, info } = await sharp(reencoded)
    .resize(judgedWidthPx, judgedWidthPx, { fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { widthPx: width, heightPx: height, ...photoQuality(data, info.width) }
}

/** Null when the bytes cannot be decoded, whatever the reason. */
async function encode(bytes: Uint8Array, { widthPx, heightPx, fit }: PhotoShape): Promise<Buffer | null> {
  const sharp = await loadPictureLibrary()
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 })
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize(widthPx, heightPx, { fit, withoutEnlargement: fit === 'inside' })
      .toColourspace('srgb')
      .webp({ quality })
      .toBuffer()
  } catch {
    // A decoding error is the sender's by definition: the bytes are the only input.
    return null
  }
}
