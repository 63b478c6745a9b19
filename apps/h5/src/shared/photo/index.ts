/** Photos of this phone, before they leave it. */
export { bitmapOf, drawnPhoto, jpegOf } from './photo-canvas.ts'
