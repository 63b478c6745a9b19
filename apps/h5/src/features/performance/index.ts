/** What the customer's contracts came to: in all, beside chance and break-even, by market and by day. */
export { PerformanceCard } from './performance-card.tsx'
export { PerformancePage } from './performance-page.tsx'
