/** Times of the team's one clock (UTC). Numbers are at `@candor/ui/format`. */
export { utcDateTime, utcPromise, utcTime } from './times.ts'
