/** What the house stands to pay, and the terms it offers. */
export { RiskPage, useRiskCount } from './risk-page.tsx'
