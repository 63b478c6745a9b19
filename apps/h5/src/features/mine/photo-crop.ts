/** Side length of the uploaded picture in pixels: the server makes it smaller still. */
const sidePx = 512
const quality = 0.9

/** The square in the middle of a picture, in its own pixels. */
export function middleSquare(size: { readonly width: number; readonly height: number }): {
  x: number
  y: number
  side: number
} {
  const side = Math.min(size.width, size.height)
  return { x: Math.floor((size.width - side) / 2), y: Math.floor((size.height - side) / 2), side }
}

/**
 * Crops the middle of a photo and returns it as a small JPEG, so that the original with its size, place and time never
 * leaves the phone. Null when this phone cannot open the file.
 */
export async function cropPhoto(file: Blob): Promise<File | null> {
  const bitmap = await bitmapOf(file)
  if (bitmap === null || bitmap.width === 0 || bitmap.height === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = sidePx
  canvas.height = sidePx
  const context = canvas.getContext('2d')
  if (context === null) return null
  // JPEG has no transparency: transparent areas become white, not black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, sidePx, sidePx)
  context.imageSmoothingQuality = 'high'
  const { x, y, side } = middleSquare(bitmap)
  context.drawImage(bitmap, x, y, side, side, 0, 0, sidePx, sidePx)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return blob === null ? null : new File([blob], 'photo.jpg', { type: 'image/jpeg' })
}

async function bitmapOf(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch {
    // Whatever the browser's error, the file is not a picture for this phone.
    return null
  }
}
