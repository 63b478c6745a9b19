/** An interest product's description, shared by its form and its page. */
export { InterestWarning } from './interest-warning.tsx'
export { rateText, termMoment, termText } from './term-labels.ts'
