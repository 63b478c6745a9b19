/** Swaps: the quote with its countdown, and past swaps. */
export { SwapPage } from './swap-page.tsx'
export { SwapRecordsPage } from './swap-records-page.tsx'
