import * as z from 'zod/mini'
import { idText, requestId } from './fields.ts'
import { supportTextLength, supportThing } from './support.ts'

// Apart from what is read, so that the app, which only writes it, carries none of its rules.

// Line breaks and tabs are text. Other control characters and unpaired surrogates, which no database stores, are not.
const isPlain = (text: string) => !/[^\P{Cc}\n\t]|\p{Cs}/u.test(text)

/** A text in a message, a note or a canned reply: trimmed, without control characters. */
export function supportText(maxLength: number) {
  return z.pipe(
    z.pipe(
      z.string('required'),
      z.transform((text) => text.replaceAll('\r\n', '\n').trim()),
    ),
    z.string().check(z.minLength(1, 'required'), z.maxLength(maxLength, 'too-long'), z.refine(isPlain, 'wrong-format')),
  )
}

export const supportClientId = requestId
export const supportImagePattern = /^[0-9a-f]{32}$/
export const supportImageId = z.string('required').check(z.regex(supportImagePattern, 'wrong-format'))
const latitude = z.number('wrong-format').check(z.gte(-90, 'too-small'), z.lte(90, 'too-large'))
const longitude = z.number('wrong-format').check(z.gte(-180, 'too-small'), z.lte(180, 'too-large'))

/**
 * A customer's outgoing message. The server adds the subject's facts, and refuses (`not-found`) subjects of other
 * customers.
 */
export const supportDraft = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('text'), text: supportText(supportTextLength) }),
    z.object({ kind: z.literal('image'), imageId: supportImageId }),
    z.object({
      kind: z.literal('location'),
      lat: latitude,
      lng: longitude,
      label: z.string().check(z.maxLength(200, 'too-long'), z.refine(isPlain, 'wrong-format')),
    }),
    z.object({
      kind: z.literal('thing'),
      thing: supportThing,
      id: idText,
    }),
  ],
  'unknown-value',
)
export type SupportDraft = z.output<typeof supportDraft>
