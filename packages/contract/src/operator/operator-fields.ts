import * as z from 'zod/mini'

/** The id of something an operator acts on. */
export const idText = z.string('required').check(z.regex(/^\d{1,18}$/, 'wrong-format'))

/** What an operator says to an act, kept in the audit. */
export const noteText = z.string('required').check(z.minLength(3, 'too-short'), z.maxLength(500, 'too-long'))

/** An operator as the author of something. */
export const operatorName = z.object({ operatorId: z.string(), name: z.string() })

/** Yes or no, which a form sends as text. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'], 'unknown-value')], 'required'),
  z.transform((value) => value === true || value === 'true'),
)
