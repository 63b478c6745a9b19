import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const brotli = promisify(brotliCompress)

/** Shorter texts cost more to compress than to send. */
const leastLength = 1_024
/** A catalogue of 28 kB becomes 2.5 kB in half a millisecond; the next quality takes twice as long for no gain. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** The text compressed by Brotli; null where it is short, or the browser does not take it. */
export async function compressed(text: string, acceptEncoding: string): Promise<Buffer | null> {
  if (text.length < leastLength || !/\bbr\b/.test(acceptEncoding)) return null
  return brotli(text, quality)
}
