/** An interest product's description, shared by its form and its page. */
export { InterestWarning, ShortInterestWarning } from './interest-warning.tsx'
export { RateValue } from './rate-value.tsx'
export { dailyRateText, termMoment, termText, yearlyRateText } from './term-labels.ts'
