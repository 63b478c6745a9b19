/** The customer's money: what a balance is made of, and whether it is play money. Its parts have doors of their own. */
export { heldParts, wholeBalance } from './balance-parts.ts'
export type { HeldFor, HeldPart } from './balance-parts.ts'
export { useMode } from './mode.ts'
export type { Mode } from './mode.ts'
export { SandboxDialog } from './sandbox-dialog.tsx'
