import type { Buffer } from 'node:buffer'
import { SourceError } from './log-source.ts'

/**
 * The first `width` parts of a file, each after its length in 2 bytes (entries) or 4 (records and raw ticks). A file
 * that was read after the log has grown may have more. Throws SourceError for a file with fewer parts, or with half of
 * one.
 */
export function divideFile(file: Buffer, width: number, lengthBytes: 2 | 4, name: string): Buffer[] {
  const parts: Buffer[] = []
  let position = 0
  while (parts.length < width) {
    if (position + lengthBytes > file.length) throw new SourceError(`The ${name} has fewer than ${width} entries.`)
    const length = lengthBytes === 2 ? file.readUInt16BE(position) : file.readUInt32BE(position)
    position += lengthBytes
    if (position + length > file.length) throw new SourceError(`The ${name} ends within an entry.`)
    parts.push(file.subarray(position, position + length))
    position += length
  }
  return parts
}
