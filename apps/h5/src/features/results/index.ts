/** Results of own contracts, shown on every screen: each once on this device, in whichever tab is in front. */
export { ResultChip } from './result-chip.tsx'
