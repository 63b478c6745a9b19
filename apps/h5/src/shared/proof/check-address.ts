import type { OrderView } from '@candor/api'

/**
 * The public page that recalculates both prices of an order from the log. It names neither the customer nor an amount.
 */
export function checkAddress(
  origin: string,
  { symbol, entrySlot, exitSlot, entryWindowSlots, exitWindowSlots }: OrderView,
): string {
  const query = new URLSearchParams({
    instrument: symbol,
    entry: `${entrySlot}`,
    exit: `${exitSlot}`,
    entryWindow: `${entryWindowSlots}`,
    exitWindow: `${exitWindowSlots}`,
  })
  return `${origin}/check/?${query.toString()}`
}
