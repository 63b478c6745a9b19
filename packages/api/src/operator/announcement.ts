import * as z from 'zod/mini'
import { page, symbolText, timeMs, wholeNumber } from '../fields.ts'
import { announcementKind } from '../message.ts'
import { operatorOperation } from '../operation.ts'
import { decisionFields, flag, freeText, nested, noteText, operatorName } from './operator-fields.ts'
import { operatorConfirm, operatorReject, proposalList, proposalState } from './proposal.ts'
import { operatorList, operatorNotedAct } from './records.ts'

/** A title and a text in each of nine languages, at three bytes a character and three characters a byte. */
const announcementFormBytes = 49_152

const announcers = ['support', 'lead'] as const
const readers = ['support', 'lead', 'auditor'] as const

/**
 * Whom an announcement addresses: visitors and every customer; verified ones; those who traded in the 30 days before it
 * or since; those with interest orders since; approved merchants.
 */
export const announcementAudience = z.enum(
  ['everyone', 'verified', 'traders', 'interest', 'merchants'],
  'unknown-value',
)
export type AnnouncementAudience = z.output<typeof announcementAudience>

/** The screens to which an announcement may lead. */
export const announcementPage = z.enum(
  ['market', 'instrument', 'recharge', 'withdrawal', 'swap', 'interest', 'floor', 'identity', 'terms', 'risks', 'help'],
  'unknown-value',
)
export type AnnouncementPage = z.output<typeof announcementPage>

/** Where an announcement leads. `symbol` names the instrument of the page `instrument`, and is null for the others. */
const announcementLink = z.object({ page: announcementPage, symbol: z.nullable(z.string()) })
export type AnnouncementLink = z.output<typeof announcementLink>

const addressed = {
  audience: announcementAudience,
  link: z.nullable(announcementLink),
}

/** The longest title and text of an announcement, in characters. */
export const announcementLengths = { title: 60, text: 400 } as const

/** A text by language. Languages without a text use English. */
function byLanguage(max: number) {
  const text = freeText({ min: 3, max })
  const own = z.optional(text)
  return z.object({ en: text, pt: own, es: own, de: own, fr: own, vi: own, zh: own, ko: own, ja: own })
}

export const announcementTexts = byLanguage(announcementLengths.text)
const announcementTitles = byLanguage(announcementLengths.title)
export type AnnouncementTexts = z.output<typeof announcementTexts>

const workTimes = {
  /** When the announced work begins and ends; both null for an announcement of other things. */
  workFromMs: z.nullable(timeMs),
  workUntilMs: z.nullable(timeMs),
}

/** An announcement on home. */
export const announcementView = z.object({
  id: z.string(),
  kind: announcementKind,
  /** Null for announcements from before they had titles. */
  ...addressed,
  titles: z.nullable(announcementTitles),
  texts: announcementTexts,
  fromMs: timeMs,
  /** Null means until it is called back. */
  untilMs: z.nullable(timeMs),
  createdBy: operatorName,
  /** The second person; null for announcements from before two were needed. */
  publishedBy: z.nullable(operatorName),
  createdMs: timeMs,
  endedMs: z.nullable(timeMs),
  endedBy: z.nullable(operatorName),
  endedNote: z.nullable(z.string()),
  ...workTimes,
})
export type AnnouncementView = z.output<typeof announcementView>

/** An announcement that one operator wrote, and a second one publishes. */
const announcementProposalView = z.object({
  id: z.string(),
  kind: announcementKind,
  ...addressed,
  titles: announcementTitles,
  texts: announcementTexts,
  /** Null: from the moment that it is published. */
  fromMs: z.nullable(timeMs),
  untilMs: z.nullable(timeMs),
  ...workTimes,
  note: z.string(),
  state: proposalState,
  ...decisionFields,
})
export type AnnouncementProposalView = z.output<typeof announcementProposalView>

export const operatorAnnouncements = operatorList('operator/announcements', 'any', {
  summary: 'Every published announcement, newest first.',
  filters: {},
  output: page(announcementView),
})

export const operatorAnnouncementProposals = {
  list: proposalList(
    'operator/announcement_proposals',
    readers,
    'Proposed announcements, newest first.',
    announcementProposalView,
  ),
  propose: operatorOperation('operator/announcement_propose', announcers, {
    summary:
      'Proposes to tell customers something on home and in their messages: a title and a text in each language, from its publication or a later time on, and a screen to which it leads (`linkSymbol` names the instrument of the page `instrument`). Nobody reads it until another operator publishes it. A missing language is refused unless `withEnglish` says that its readers get English. The kind `work` names the times of the work and addresses everyone; the public status page shows it, too, until that is over, and without `untilMs` it ends with the work.',
    maxFormBytes: announcementFormBytes,
    input: z.object({
      kind: announcementKind,
      audience: announcementAudience,
      linkPage: z.optional(announcementPage),
      linkSymbol: z.optional(symbolText),
      titles: nested(announcementTitles),
      texts: nested(announcementTexts),
      withEnglish: z.optional(flag),
      fromMs: z.optional(wholeNumber),
      untilMs: z.optional(wholeNumber),
      workFromMs: z.optional(wholeNumber),
      workUntilMs: z.optional(wholeNumber),
      note: noteText,
    }),
    output: announcementProposalView,
    refusals: ['invalid'],
  }),
  confirm: operatorConfirm('operator/announcement_confirm', announcers, {
    summary: 'Publishes an announcement that another operator wrote, from its time or from now on.',
    output: announcementProposalView,
    refusals: ['announcement-over'],
  }),
  reject: operatorReject('operator/announcement_reject', announcers, {
    summary: 'Rejects a proposed announcement, or takes back one’s own.',
    output: announcementProposalView,
  }),
}

/** From so many customers of an audience on, they are no longer counted. */
export const mostCountedCustomers = 10_000

export const operatorAnnouncementReach = operatorOperation('operator/announcement_reach', announcers, {
  summary: 'How many customers an announcement from now on would address: 10000 stands for 10000 or more.',
  input: z.object({ audience: announcementAudience }),
  output: z.object({ customers: z.int() }),
})

export const operatorAnnouncementEnd = operatorNotedAct('operator/announcement_end', announcers, {
  summary: 'Calls an announcement back at once, before its beginning or later. One operator suffices.',
  output: announcementView,
  refusals: ['already-decided'],
})
