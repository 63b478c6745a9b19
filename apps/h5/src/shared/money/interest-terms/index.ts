/** What an interest product is, in words that its form and its page share. */
export { InterestWarning } from './interest-warning.tsx'
export { rateText, termMoment, termText } from './term-words.ts'
