import * as z from 'zod/mini'
import { fieldErrorNames } from './refusals.ts'

/**
 * The envelope of every response. `code` 1 means success; a refusal names its `error` and carries the text in `msg`.
 */
export const responseEnvelope = z.object({
  code: z.int(),
  msg: z.string(),
  error: z.optional(z.string()),
  data: z.optional(z.unknown()),
})

/** `data` of the refusal `invalid`, or of one named like its only fault (`wrong-mobile`): the error of each field. */
export const invalidFields = z.record(z.string(), z.enum(fieldErrorNames))

/** Parses a text as JSON; null if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Such as a proxy's error page: every schema rejects null.
    return null
  }
}
