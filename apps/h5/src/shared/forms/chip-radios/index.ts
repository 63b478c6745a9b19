/** One choice of a few as chips. It has no texts, so the contract page loads none with it. */
export { ChipRadios } from './chip-radios.tsx'
