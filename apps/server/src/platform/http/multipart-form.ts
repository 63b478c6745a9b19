import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import { ok, refuse } from '../result.ts'
import type { Result } from '../result.ts'

/** The limits of a form with files. Files that the operation does not name are skipped. */
export interface MultipartLimits {
  readonly fileFields: readonly string[]
  readonly maxFileBytes: number
  readonly maxMs: number
}

export type MultipartForm = Readonly<Record<string, string | File>>
export type MultipartRefusal = 'malformed' | 'invalid' | 'system-timeout'

const maxFields = 20
const maxFieldBytes = 4_096
const maxNameBytes = 64
const maxHeaders = 16

/**
 * Reads a multipart form from a request into memory, within limits of size, parts and time. A file that is too large is
 * refused (`invalid`, its field `too-large`) as soon as it exceeds the limit. After a refusal or a disconnect, nothing
 * is kept.
 */
export function readMultipart(
  request: IncomingMessage,
  limits: MultipartLimits,
): Promise<Result<MultipartForm, MultipartRefusal>> {
  const parser = openParser(request, limits)
  if (parser === null) return Promise.resolve(refuse('malformed'))
  return new Promise((resolve) => {
    const fields = new Map<string, string | File>()
    let isSettled = false
    const settle = (result: Result<MultipartForm, MultipartRefusal>) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      request.unpipe(parser)
      // Drains the rest of the request, so that the sender receives the response.
      request.resume()
      fields.clear()
      resolve(result)
    }
    const malformed = () => settle(refuse('malformed'))
    const timer = setTimeout(() => settle(refuse('system-timeout')), limits.maxMs)
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) malformed()
      else fields.set(name, value)
    })
    parser.on('file', (name, stream, fileName, _encoding, type) => {
      if (!limits.fileFields.includes(name)) {
        // An unhandled stream error would end the process, and a skipped file may be cut off like any other.
        stream.on('error', () => undefined)
        stream.resume()
        return
      }
      collect(stream, {
        onTooLarge: () => settle(refuse('invalid', { [name]: 'too-large' })),
        onEnd: (chunks) => fields.set(name, new File(chunks, fileName, { type })),
      })
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit', 'error'] as const) parser.on(limit, malformed)
    parser.on('finish', () => settle(ok(Object.fromEntries(fields))))
    request.on('aborted', malformed)
    request.on('error', malformed)
    request.pipe(parser)
  })
}

function openParser(request: IncomingMessage, limits: MultipartLimits): BusboyInstance | null {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        files: limits.fileFields.length,
        fileSize: limits.maxFileBytes,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        fieldNameSize: maxNameBytes,
        parts: maxFields + limits.fileFields.length,
        headerPairs: maxHeaders,
      },
    })
  } catch {
    // The boundary is missing or invalid: the header comes from the sender.
    return null
  }
}

interface Collecting {
  onTooLarge(): void
  onEnd(chunks: Buffer<ArrayBuffer>[]): void
}

function collect(stream: BusboyFileStream, { onTooLarge, onEnd }: Collecting): void {
  let chunks: Buffer<ArrayBuffer>[] = []
  stream.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk))
  stream.on('limit', () => {
    chunks = []
    onTooLarge()
  })
  // A part that is cut ends with an error of the stream and of the parser; the parser's is the one that counts.
  stream.on('error', () => {
    chunks = []
  })
  stream.on('end', () => {
    if (!stream.truncated) onEnd(chunks)
  })
}
