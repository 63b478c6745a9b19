/** Which month a list or a sum is of, as a button with its sheet. Its texts are the folder `period`. */
export { monthOf, parseMonth, startOf } from './months.ts'
export { PeriodButton } from './period-button.tsx'
