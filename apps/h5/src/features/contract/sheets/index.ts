/** What lies over the contract page once it is asked for. Loaded by `late-sheet.tsx`, with its own texts: nothing here may be imported otherwise. */
export { CandleTable } from './candle-table.tsx'
export { ChartOptions } from './chart-options.tsx'
export { ConfirmSheet } from './confirm-sheet.tsx'
export type { Offer } from './confirm-sheet.tsx'
export { InstrumentSwitcher } from './instrument-switcher.tsx'
export { OddsSheet } from './odds-sheet.tsx'
