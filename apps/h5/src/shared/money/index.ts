/**
 * The customer's money: how it is written, what a balance is made of, and whether it is play money. `OwnMoney` and
 * `useOwnMoney` write the customer's amounts, which can be hidden; prices and terms never are. Its parts have doors of
 * their own.
 */
export { AmountLabel } from './amount-label.tsx'
export { heldParts, wholeBalance } from './balance-parts.ts'
export type { HeldFor, HeldPart } from './balance-parts.ts'
export { useAreAmountsHidden } from './hidden-amounts.ts'
export { HideAmountsButton } from './hide-amounts-button.tsx'
export { useMode } from './mode.ts'
export type { Mode } from './mode.ts'
export { Money, OwnMoney, Price, useOwnMoney } from './money.tsx'
export type { MoneyProps, PriceProps } from './money.tsx'
export { SandboxDialog } from './sandbox-dialog.tsx'
