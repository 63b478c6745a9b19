/** Customer service as agents see it: who waits, several conversations at once, canned answers and notes. */
export { SupportPage } from './support-page.tsx'
export { useSupportCount } from './use-desk.ts'
