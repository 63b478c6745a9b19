import { brotliCompressSync, constants } from 'node:zlib'
import { bundlePath } from '@candor/proof'
import type { Bundle } from '@candor/proof'
import { serialiseRecordFile } from '@candor/proof/encoding'
import type { LogLeaf } from './log-leaf.ts'

/** The folder of the frames' records, beside the bundles of their entries. */
export const recordsFolder = 'records'

/** Written every two seconds: fast rather than small. Neighbouring frames differ little at any quality. */
const quality = 5

/** The path of the records beside a bundle, under which they are served. */
export function recordsPath(bundle: Bundle): string {
  return bundlePath(bundle).replace('tile/entries', recordsFolder)
}

/** The name under which they are stored. */
export function storedRecords(bundle: Bundle): string {
  return `${recordsPath(bundle)}.br`
}

/** The records of a run of leaves, compressed by Brotli. */
export function compressedRecords(leaves: readonly LogLeaf[]): Uint8Array {
  const bytes = serialiseRecordFile(leaves.map(({ records }) => records))
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
