import { promisify } from 'node:util'
import { brotliCompress, constants, inflateRaw } from 'node:zlib'
import { bundlePath, equalBytes, nullIfMalformed, parseBundlePath } from '@candor/proof'
import type { Bundle } from '@candor/proof'
import { decodeTickEntry, noTicksDigest, serialiseRawTicksFile, ticksDigestOf } from '@candor/proof/encoding'

/** The folder of the ticks that frames are made of, beside the bundles of their entries. */
export const rawFolder = 'raw'

const suffix = '.br'
const inflated = promisify(inflateRaw)
const compressed = promisify(brotliCompress)
const quality = 5
/** More than the encoding of 65,535 ticks with the longest texts takes. */
const mostBytes = 64_000_000

/** The name under which the raw ticks beside a bundle are stored. */
export function storedRawTicks(bundle: Bundle): string {
  return `${bundlePath(bundle).replace('tile/entries', rawFolder)}${suffix}`
}

/** The bundle of a stored name; null for a name that no bundle has, such as that of an unfinished file. */
export function bundleOfRawTicks(name: string): Bundle | null {
  if (!name.endsWith(suffix)) return null
  return nullIfMalformed(() => parseBundlePath(name.slice(0, -suffix.length).replace(rawFolder, 'tile/entries')))
}

/**
 * The file of raw ticks beside a bundle, compressed by Brotli. What does not have the digest that the sealed entry
 * commits to is left out, and its slot returned in `wrong`.
 */
export async function rawTicksFile(
  entries: readonly Uint8Array[],
  deflatedOf: ReadonlyMap<number, Uint8Array>,
): Promise<{ readonly file: Uint8Array; readonly wrong: readonly number[] }> {
  const wrong: number[] = []
  const ticks: (Uint8Array | null)[] = []
  for (const bytes of entries) {
    const entry = decodeTickEntry(bytes)
    const deflated = deflatedOf.get(entry.slot)
    if (deflated === undefined || entry.kind === 'missing' || equalBytes(entry.ticksDigest, noTicksDigest)) {
      ticks.push(null)
      continue
    }
    const raw = await inflate(deflated)
    const isSealed = raw !== null && equalBytes(ticksDigestOf(raw), entry.ticksDigest)
    if (!isSealed) wrong.push(entry.slot)
    ticks.push(isSealed ? raw : null)
  }
  const file = serialiseRawTicksFile(ticks)
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: file.length }
  return { file: await compressed(file, { params }), wrong }
}

/** Null for bytes that are no deflated ticks. */
async function inflate(deflated: Uint8Array): Promise<Uint8Array | null> {
  try {
    return Uint8Array.from(await inflated(deflated, { maxOutputLength: mostBytes }))
  } catch (error) {
    // zlib's errors: damaged data, or more of it than a record can have.
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
