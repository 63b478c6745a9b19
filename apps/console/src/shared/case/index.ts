/** What every case on the desk is made of. */
export { initials } from './initials.ts'
