/** The accepted photo formats. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp'

const jpegStart = [0xff, 0xd8, 0xff]
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const riffStart = [0x52, 0x49, 0x46, 0x46]
const webpMark = [0x57, 0x45, 0x42, 0x50]

/** The format by the first bytes: names and media types are only claims. Null for everything else. */
export function photoFormatOf(bytes: Uint8Array): PhotoFormat | null {
  if (hasAt(bytes, 0, jpegStart)) return 'jpeg'
  if (hasAt(bytes, 0, pngStart)) return 'png'
  return hasAt(bytes, 0, riffStart) && hasAt(bytes, 8, webpMark) ? 'webp' : null
}

function hasAt(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[offset + index] === byte)
}
