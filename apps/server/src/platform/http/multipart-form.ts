import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import { ok, refuse } from '../result.ts'
import type { Result } from '../result.ts'

/** What a form with files may hold. Files that the operation does not name are skipped. */
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
 * Reads a multipart form off a request into memory, within limits of size, parts and time. A file that is too large is refused
 * (`invalid`, its field `too-large`) as soon as it is. After any refusal, and when the sender leaves, nothing is kept.
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
      // What is still on its way is read and dropped, so that the sender hears the answer.
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
        // A stream's error that nobody listens for would end the process: a skipped file may be cut like any other.
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
    // No boundary, or none that can be: the header is the sender's.
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
