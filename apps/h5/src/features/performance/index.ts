/** What the customer's contracts came to: in all, beside chance and break-even, by market and by day. */
export { PerformancePage } from './performance-page.tsx'
