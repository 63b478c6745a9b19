/** The house's open payouts, and its terms. */
export { RiskPage, useRiskCount } from './risk-page.tsx'
