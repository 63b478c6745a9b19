/** Swaps: the quote with its countdown, and what was swapped. */
export { SwapPage } from './swap-page.tsx'
export { SwapRecordsPage } from './swap-records-page.tsx'
