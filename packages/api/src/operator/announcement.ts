import * as z from 'zod/mini'
import { cursorText, listLimit, page, timeMs, wholeNumber } from '../fields.ts'
import { freeText, idText, nested, operatorName } from './operator-fields.ts'
import { operatorOperation } from './operator-operation.ts'

const announcers = ['support', 'lead'] as const
const text = freeText({ min: 3, max: 300 })
const own = z.optional(text)

/** A text by language. Languages without a text use English. */
export const announcementTexts = z.object({
  en: text,
  pt: own,
  es: own,
  de: own,
  fr: own,
  vi: own,
  zh: own,
  ko: own,
  ja: own,
})
export type AnnouncementTexts = z.output<typeof announcementTexts>

/** An announcement on home. */
export const announcementView = z.object({
  id: z.string(),
  texts: announcementTexts,
  fromMs: timeMs,
  /** Null means until it is ended. */
  untilMs: z.nullable(timeMs),
  createdBy: operatorName,
  createdMs: timeMs,
  endedMs: z.nullable(timeMs),
})
export type AnnouncementView = z.output<typeof announcementView>

export const operatorAnnouncements = operatorOperation({
  path: 'operator/announcements',
  summary: 'Every announcement, newest first.',
  roles: 'any',
  input: z.object({ cursor: z.optional(cursorText), limit: listLimit }),
  output: page(announcementView),
  refusals: [],
})

export const operatorAnnouncementCreate = operatorOperation({
  path: 'operator/announcement_create',
  summary:
    'Tells every customer something on home, from now or from a time on: `texts` by language, with English for everybody without one.',
  roles: announcers,
  input: z.object({
    texts: nested(announcementTexts),
    fromMs: z.optional(wholeNumber),
    untilMs: z.optional(wholeNumber),
  }),
  output: announcementView,
  refusals: ['invalid'],
})

export const operatorAnnouncementEnd = operatorOperation({
  path: 'operator/announcement_end',
  summary: 'Takes an announcement away.',
  roles: announcers,
  input: z.object({ id: idText }),
  output: announcementView,
  refusals: ['not-found', 'already-decided'],
})
