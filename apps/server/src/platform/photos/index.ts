/** Photos from customers: decoded within bounds and re-encoded, so that nothing but pixels remains. */
export { loadPictureLibrary } from './picture-library.ts'
export { createPhotos } from './photos.ts'
export type { PhotoFigures, Photos, PhotoShape } from './photos.ts'
