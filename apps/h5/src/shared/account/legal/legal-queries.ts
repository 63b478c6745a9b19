import { legalDocuments, legalText } from '@candor/api'
import type { Language, LegalDocument, LegalName } from '@candor/api'
import { queryFor } from '../../api/index.ts'

/** What is published. Versions are published when the server starts, so it is rarely outdated. */
export const legalDocumentsQuery = queryFor(legalDocuments, {})

/** A text in a language: its newest version, or another one. */
export const legalTextQuery = (name: LegalName, language: Language, version?: number) =>
  queryFor(legalText, { name, language, ...(version === undefined ? {} : { version: String(version) }) })

/** The documents that a customer saw, as the calls name them: `terms.2,risks.1`. */
export function documentList(documents: readonly LegalDocument[]): string {
  return documents
    .filter(({ needsConsent }) => needsConsent)
    .map(({ name, version }) => `${name}.${version}`)
    .join(',')
}
