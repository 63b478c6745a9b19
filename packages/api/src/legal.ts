import * as z from 'zod/mini'
import { noData, timeMs, wholeNumber } from './fields.ts'
import { customerOperation } from './operation.ts'
import { languages } from './languages.ts'

export const legalName = z.enum(['terms', 'risks', 'privacy', 'imprint'], 'unknown-value')
export type LegalName = z.output<typeof legalName>

const languageName = z.enum(languages, 'unknown-value')

/** A version of a document. */
const legalVersion = z.object({ version: z.int(), publishedMs: timeMs })

const legalDocument = z.object({
  name: legalName,
  ...legalVersion.shape,
  /** Customers agree to it when they register, and again to a newer version that says so. */
  needsConsent: z.boolean(),
})
export type LegalDocument = z.output<typeof legalDocument>

/** The documents that a customer saw, by name and version: `privacy.1,risks.1,terms.2`. */
export const legalDocumentList = z
  .string('required')
  .check(z.regex(/^[a-z]{5,7}\.\d{1,4}(,[a-z]{5,7}\.\d{1,4}){0,9}$/, 'wrong-format'))

export const legalDocuments = customerOperation('legal/documents', 'public', {
  summary: 'The terms, the risks, the privacy notice and the imprint: the newest version of each that is published.',
  output: z.object({ items: z.array(legalDocument) }),
})

export const legalText = customerOperation('legal/text', 'public', {
  summary:
    'The text of a document in Markdown: its newest version, or the one that is named. Without a translation it is English, and `language` says so.',
  input: z.object({
    name: legalName,
    language: languageName,
    version: z.optional(wholeNumber.check(z.gte(1, 'too-small'), z.lte(9999, 'too-large'))),
  }),
  output: z.object({
    name: legalName,
    ...legalVersion.shape,
    language: languageName,
    body: z.string(),
    /** SHA-256 of the body in UTF-8, in hexadecimal. */
    digest: z.string(),
    /** Every version, the newest first. */
    versions: z.array(legalVersion),
  }),
  refusals: ['not-found'],
})

export const legalConsents = customerOperation('legal/consents', 'login', {
  summary: 'The documents that the customer has agreed to, and those to agree to before trading on.',
  output: z.object({
    owed: z.array(legalName),
    given: z.array(
      z.object({ name: legalName, version: z.int(), language: languageName, digest: z.string(), agreedMs: timeMs }),
    ),
  }),
})

export const legalAgree = customerOperation('legal/agree', 'login', {
  summary:
    'Agrees to the newest version of every document that needs consent. `documents` names what the customer saw; `terms-changed` where one of them is missing or has been replaced.',
  input: z.object({ documents: legalDocumentList }),
  output: noData,
  refusals: ['terms-changed'],
})
