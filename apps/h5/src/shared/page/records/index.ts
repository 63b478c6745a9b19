/**
 * Lists of the customer's records, page by page, and how to share or copy a record. Its texts are the folder `records`.
 */
export { CopiedCode } from './copied-code.tsx'
export { copyText } from './copy-text.ts'
export { dayHeading } from './day-heading.ts'
export { RecordList, Records } from './record-list.tsx'
export { recordsPage } from './records-page.tsx'
export { RecordHead, RecordState, RecordSteps } from './record-screen.tsx'
export { ShareButton } from './share-button.tsx'
export { usePages } from './use-pages.ts'
export { useSharing } from './use-sharing.tsx'
