import type { Operation } from '@candor/api'
import { maxFileBytes } from '@candor/api'
import type { FastifyRequest } from 'fastify'
import { toJSONSchema } from 'zod/mini'
import { siteOf } from '../rate-limit/index.ts'
import { refuse } from '../result.ts'
import type { Result } from '../result.ts'
import { readMultipart } from './multipart-form.ts'
import type { MultipartForm, MultipartRefusal } from './multipart-form.ts'
import { createUploadSlots } from './upload-slots.ts'

/** Less than the server's own time-out, which would cut the connection. */
const maxUploadMs = 45_000
/** Each upload may hold a file in memory. */
const places = { total: 8, perNetwork: 4 }

/** Reads the form with files of a request that has passed the gates. */
export type UploadReader = (
  request: FastifyRequest,
  fileFields: readonly string[],
) => Promise<Result<MultipartForm, MultipartRefusal | 'frequent-operations'>>

/** Creates the reader of uploads, with its memory slots. */
export function uploadReader(): UploadReader {
  const slots = createUploadSlots(places)
  return async (request, fileFields) => {
    const giveBack = slots.take(siteOf(request.ip))
    if (giveBack === null) return refuse('frequent-operations')
    try {
      return await readMultipart(request.raw, { fileFields, maxFileBytes, maxMs: maxUploadMs })
    } finally {
      giveBack()
    }
  }
}

/** The fields of an operation that are files. */
export function fileFieldsOf({ input }: Pick<Operation, 'input'>): string[] {
  const { properties = {} } = toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties)
    .filter(([, schema]) => typeof schema === 'object' && schema.format === 'binary')
    .map(([name]) => name)
}
