/** How instruments and their prices are named, signed and put into words on every screen. */
export { DirectionMark } from './direction-mark.tsx'
export { InstrumentGlyph } from './instrument-glyph.tsx'
export { instrumentDetail, instrumentTitle } from './instrument-text.ts'
export type { NamedInstrument } from './instrument-text.ts'
export { shortSourceLabel, sourceLabel } from './price-source.ts'
export { priceMove } from './price-move.ts'
export { ageText, changeText, directionOf, opensText, spokenChange } from './quote-words.ts'
export { useInstrument, useInstruments } from './use-instruments.ts'
