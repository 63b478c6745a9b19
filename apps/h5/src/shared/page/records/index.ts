/**
 * Lists of the customer's records, page by page, and how to share or copy a record. Its texts are the folder `records`.
 */
export { CopiedCode } from './copied-code.tsx'
export { copyText } from './copy-text.ts'
export { dayHeading } from './day-heading.ts'
export { pageWithRecords } from './page-with-records.tsx'
export { RecordList, Records } from './record-list.tsx'
export { recordsPage } from './records-page.tsx'
export type { SharingContext, StepsContext } from './record-context.ts'
export { RecordHead, RecordState, RecordSteps, RecordTimeline } from './record-screen.tsx'
export type { RecordStep } from './record-screen.tsx'
export { StartedRecords } from './started-records.tsx'
export { ShareButton } from './share-button.tsx'
export { usePages, useWholeList } from './use-pages.ts'
export { useRecord } from './use-record.ts'
export { useSharing } from './use-sharing.tsx'
