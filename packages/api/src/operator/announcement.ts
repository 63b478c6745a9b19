import * as z from 'zod/mini'
import { page, timeMs, wholeNumber } from '../fields.ts'
import { longFormBytes, operatorOperation } from '../operation.ts'
import { freeText, idText, nested, operatorName } from './operator-fields.ts'
import { operatorList } from './records.ts'

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
  /** When the announced work begins and ends; both null for an announcement of other things. */
  workFromMs: z.nullable(timeMs),
  workUntilMs: z.nullable(timeMs),
})
export type AnnouncementView = z.output<typeof announcementView>

export const operatorAnnouncements = operatorList('operator/announcements', 'any', {
  summary: 'Every announcement, newest first.',
  filters: {},
  output: page(announcementView),
})

export const operatorAnnouncementCreate = operatorOperation('operator/announcement_create', announcers, {
  summary:
    'Shows every customer a text on home, from now or from a time on: `texts` by language, with English for everybody without one. With the times of planned work the public status page shows it, too, until that is over; without `untilMs` it ends with the work.',
  maxFormBytes: longFormBytes,
  input: z.object({
    texts: nested(announcementTexts),
    fromMs: z.optional(wholeNumber),
    untilMs: z.optional(wholeNumber),
    workFromMs: z.optional(wholeNumber),
    workUntilMs: z.optional(wholeNumber),
  }),
  output: announcementView,
  refusals: ['invalid'],
})

export const operatorAnnouncementEnd = operatorOperation('operator/announcement_end', announcers, {
  summary: 'Takes an announcement away.',
  input: z.object({ id: idText }),
  output: announcementView,
  refusals: ['not-found', 'already-decided'],
})
