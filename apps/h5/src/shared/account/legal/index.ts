/**
 * The legal texts: `<LegalText name />` draws one, `<LegalSheet name onClose />` opens it over a form, and
 * `legalDocumentsQuery` lists what is published. Its texts are the folder `legal`.
 */
export { documentList, legalDocumentsQuery, legalTextQuery } from './legal-queries.ts'
export { LegalSheet } from './legal-sheet.tsx'
export { LegalText } from './legal-text.tsx'
