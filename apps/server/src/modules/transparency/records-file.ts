import { brotliCompressSync, constants } from 'node:zlib'
import { bundlePath, tileWidth } from '@candor/proof'
import type { Bundle } from '@candor/proof'
import { serialiseRecordFile } from '@candor/proof/encoding'
import type { LogLeaf } from './log-leaf.ts'

/** The folder of the frames' records, beside the bundles of their entries. */
export const recordsFolder = 'records'

/**
 * A part of a bundle is replaced after two seconds: it is compressed fast, in a quarter of the time. A full one is kept
 * for good, and compressed to two thirds of that.
 */
const quality = { part: 1, full: 5 } as const

/** The path of the records beside a bundle, under which they are served. */
export function recordsPath(bundle: Bundle): string {
  return bundlePath(bundle).replace('tile/entries', recordsFolder)
}

/** The name under which they are stored. */
export function storedRecords(bundle: Bundle): string {
  return `${recordsPath(bundle)}.br`
}

/** A bundle that is not full is written every two seconds: its leaves are serialised once. */
const parts = new WeakMap<LogLeaf, Uint8Array>()

/** A leaf's part of the file, which is that of a file with this leaf alone. */
function partOf(leaf: LogLeaf): Uint8Array {
  const known = parts.get(leaf)
  if (known !== undefined) return known
  const part = serialiseRecordFile([leaf.records])
  parts.set(leaf, part)
  return part
}

/** The records of a run of leaves, compressed by Brotli. */
export function compressedRecords(leaves: readonly LogLeaf[]): Uint8Array {
  const bytes = Buffer.concat(leaves.map(partOf))
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: leaves.length < tileWidth ? quality.part : quality.full,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
