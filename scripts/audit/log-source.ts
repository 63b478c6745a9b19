import { Buffer } from 'node:buffer'
import { brotliDecompressSync } from 'node:zlib'
import * as z from 'zod/mini'

/** The log cannot be read, or its server misbehaves: the audit ends without a verdict. The message is one sentence. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** A file as it came in: records and raw ticks may be compressed. */
export interface StoredFile {
  readonly bytes: Uint8Array
  readonly isBrotli: boolean
}

/** A shard as a source lists it. A folder knows no keys. */
export interface ListedShard {
  readonly log: 'ticks' | 'events'
  readonly shard: string
  readonly vkey: string | null
  readonly firstSlot: number | null
}

/** Where a log is read from: a served installation or a folder with its files. */
export interface LogSource {
  /** The URL or the folder. */
  readonly name: string
  /** All shards of both logs, oldest first. Throws SourceError. */
  shards(): Promise<readonly ListedShard[]>
  /**
   * A file below `/log/`; null where there is none. Throws SourceError for more than `maxBytes`, and where the log
   * cannot be read.
   */
  read(path: string, maxBytes: number): Promise<StoredFile | null>
  /** Calls an operation and returns its parsed JSON data. A source without a server returns null. */
  call(path: string, form?: Readonly<Record<string, string>>): Promise<unknown>
}

/** What a server publishes by an operation; null for a source without a server. Throws SourceError for another form. */
export async function readPublished<Output extends z.core.$ZodType>(
  source: LogSource,
  { path, output }: { readonly path: string; readonly output: Output },
  what: string,
): Promise<z.output<Output> | null> {
  const data = await source.call(path)
  if (data === null) return null
  const published = z.safeParse(output, data)
  if (!published.success) throw new SourceError(`${source.name} publishes ${what} in another form than the API's.`)
  return published.data
}

/** The bytes of a file, at most `maxBytes`. Throws SourceError for more, and for bytes that are not compressed. */
export function plainBytes({ bytes, isBrotli }: StoredFile, maxBytes: number, name: string): Buffer {
  if (!isBrotli) {
    if (bytes.length > maxBytes) throw tooLarge(name, maxBytes)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  try {
    return brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(name, maxBytes)
    throw new SourceError(`${name} is not compressed as it says.`)
  }
}

export function tooLarge(name: string, maxBytes: number): SourceError {
  return new SourceError(`${name} has more than ${maxBytes} bytes, which no such file of a log has.`)
}
