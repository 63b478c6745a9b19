export const categories = ['futures', 'forex', 'crypto'] as const
export type Category = (typeof categories)[number]

/** The category to open before the customer has chosen one: the first in which a market is open, else the first. */
export function firstOpenCategory(
  instruments: readonly { readonly category?: unknown; readonly state?: unknown }[],
): Category {
  const found = categories.find((category) =>
    instruments.some((item) => item.category === category && item.state === 'open'),
  )
  return found ?? 'futures'
}
