/** Length of a slot in milliseconds. Everything that decides money is named by a slot. */
export const slotMs = 500

/** The old rule takes the exit price from the first open frame within this many slots after the exit slot (10 s). */
export const exitWaitSlots = 20

/** A buy whose `seenSlot` is older than this is refused: a retry must not trade at another time. */
export const maxSeenAgeSlots = 10

/** The slot that contains the instant `unixMs`, counted from `genesisMs`. */
export function slotAt(unixMs: number, genesisMs: number): number {
  return Math.floor((unixMs - genesisMs) / slotMs)
}

/** The first instant of a slot, in unix milliseconds. */
export function slotStartMs(slot: number, genesisMs: number): number {
  return genesisMs + slot * slotMs
}

/** The instant at which a slot is over and its frame may be published. */
export function slotEndMs(slot: number, genesisMs: number): number {
  return slotStartMs(slot + 1, genesisMs)
}
