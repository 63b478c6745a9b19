/** What a balance is made of: what is available, and what is held and for what. */
export { heldParts, wholeBalance } from './balance-parts.ts'
export type { HeldFor, HeldPart } from './balance-parts.ts'
