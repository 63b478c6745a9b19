/** Times of the team's one clock (UTC), money as its currency writes it. Numbers are at `@candor/ui/format`. */
export { money } from './money.ts'
export { utcDate, utcDateTime, utcPromise, utcTime } from './times.ts'
