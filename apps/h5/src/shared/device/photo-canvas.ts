/** The server's maximum. */
const longSidePx = 2_000
const quality = 0.9

/**
 * Re-encodes a photo as a JPEG, so that its place and time never leave the phone. Null when this phone cannot open the
 * file.
 */
export async function jpegOf(file: Blob): Promise<Blob | null> {
  const bitmap = await bitmapOf(file)
  if (bitmap === null || bitmap.width === 0 || bitmap.height === 0) return null
  const canvas = drawnPhoto(bitmap, longSidePx)
  bitmap.close()
  return canvas === null ? null : jpegOfCanvas(canvas)
}

function jpegOfCanvas(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
}

/** The picture on a canvas whose longer side has at most so many pixels. */
export function drawnPhoto(bitmap: ImageBitmap, maxSidePx: number): HTMLCanvasElement | null {
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // JPEG has no transparency: transparent areas become grey, which does not count as glare.
  context.fillStyle = 'gray'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The picture in a file; null where this phone cannot open it. */
export async function bitmapOf(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch {
    // Whatever the browser's error, the file is not a picture for this phone.
    return null
  }
}
