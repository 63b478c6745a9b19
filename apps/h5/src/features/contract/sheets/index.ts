/**
 * Sheets of the contract page that open on demand, its chips of positions, what its ticket has in wide windows, and its
 * state for an unknown instrument.
 * Loaded by `late-sheet.tsx`, with their own texts: do not import them otherwise.
 */
export { AlertButton } from './alert-sheet.tsx'
export { CandleTable } from './candle-table.tsx'
export { ChartOptions } from './chart-options.tsx'
export { ConfirmSheet } from './confirm-sheet.tsx'
export type { Offer } from './confirm-sheet.tsx'
export { InstrumentSwitcher } from './instrument-switcher.tsx'
export { OddsSheet } from './odds-sheet.tsx'
export { PositionChips } from './position-chips.tsx'
export { PracticeSheet } from './practice-sheet.tsx'
export { StakeInput } from './stake-input.tsx'
export { TicketLog } from './ticket-log.tsx'
export { TicketOutcomes } from './ticket-outcomes.tsx'
export { UnknownInstrument } from './unknown-instrument.tsx'
