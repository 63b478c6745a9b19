import type sharp from 'sharp'

type PictureLibrary = typeof sharp

let loading: Promise<PictureLibrary> | null = null

/**
 * Loads what decodes and draws pictures, at the first picture: loading costs 70 ms of a processor, which a start would
 * pay without a picture.
 */
export function loadPictureLibrary(): Promise<PictureLibrary> {
  loading ??= import('sharp').then(({ default: library }) => {
    // A disabled decoder cannot be attacked: only these three formats are read in this process.
    library.block({ operation: ['VipsForeignLoad'] })
    library.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    // Pictures are processed once: caching is useless.
    library.cache(false)
    return library
  })
  return loading
}
