/** Photos that strangers send: decoded in a bounded way and written anew, so that nothing but pixels remains. */
export { createPhotos } from './photos.ts'
export type { PhotoFigures, Photos, PhotoShape } from './photos.ts'
