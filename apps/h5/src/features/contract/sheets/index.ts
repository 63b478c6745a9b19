/**
 * Sheets of the contract page that open on demand. Loaded by `late-sheet.tsx`, with their own texts: do not import them
 * otherwise.
 */
export { CandleTable } from './candle-table.tsx'
export { ChartOptions } from './chart-options.tsx'
export { ConfirmSheet } from './confirm-sheet.tsx'
export type { Offer } from './confirm-sheet.tsx'
export { InstrumentSwitcher } from './instrument-switcher.tsx'
export { OddsSheet } from './odds-sheet.tsx'
export { PracticeSheet } from './practice-sheet.tsx'
