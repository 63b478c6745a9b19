import * as z from 'zod/mini'
import { isStorableText, timeMs } from '../fields.ts'

export { idText } from '../fields.ts'

/** Free text with a minimum and a maximum length. */
export function freeText({ min, max }: { readonly min: number; readonly max: number }) {
  return z
    .string('required')
    .check(
      z.minLength(min, min === 1 ? 'required' : 'too-short'),
      z.maxLength(max, 'too-long'),
      z.refine(isStorableText, 'wrong-format'),
    )
}

/** An operator's note on an act, kept in the audit. */
export const noteText = freeText({ min: 3, max: 500 })

/** An operator as the author of something. */
export const operatorName = z.object({ operatorId: z.string(), name: z.string() })

/**
 * The first operator, who proposed something, and the second, who confirmed or rejected it; null while none has. The
 * second decides without knowing the first: until then, only the author reads a name in `proposedBy`, others null.
 */
export const decisionFields = {
  proposedBy: z.nullable(operatorName),
  proposedMs: timeMs,
  decidedBy: z.nullable(operatorName),
  decidedMs: z.nullable(timeMs),
}

/** Yes or no, which a form sends as text. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'], 'unknown-value')], 'required'),
  z.transform((value) => value === true || value === 'true'),
)

/** A nested value, which a form sends as JSON text and JSON as it is. */
export function nested<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.pipe(z.transform(parsedJson), schema)
}

function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value, onlyStorable)
  } catch {
    // Not JSON: the schema behind reports the error.
    return null
  }
}

function onlyStorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && !isStorableText(value)) throw new SyntaxError('no database stores this text')
  return value
}
