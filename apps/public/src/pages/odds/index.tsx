/** What contracts came to: who lost, what came back, and what chance alone would give. */
export { OddsPage as Page } from './odds-page.tsx'
