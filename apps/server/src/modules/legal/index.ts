/**
 * The terms, the risks, the privacy notice and the imprint: their versions and languages, and which customer agreed to
 * which text.
 */
import type { Database } from '../../platform/transaction.ts'
import { readLegalFiles } from './legal-files.ts'
import { publishTexts } from './legal-store.ts'

export { LegalTextsError } from './legal-files.ts'
export { legalRoutes } from './legal-routes.ts'
export { createConsents } from './legal-service.ts'
export type { Consents } from './legal-service.ts'

/** Publishes the texts of the operator's folder, or the sandbox's placeholders. Throws LegalTextsError. */
export async function seedLegalTexts(owner: Database, folder: string, mode: 'sandbox' | 'live'): Promise<void> {
  await publishTexts(owner, readLegalFiles(folder, mode))
}
