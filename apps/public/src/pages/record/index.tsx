/** What was promised and how it was kept, what went wrong, and the rules that are published. */
export { RecordPage as Page } from './record-page.tsx'
