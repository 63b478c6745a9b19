/** A line that opens what is folded below it. */
export { Fold } from './fold.tsx'
