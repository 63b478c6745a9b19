import { slotMs, slotStartMs } from '@candor/formulas'

/** The half-year (UTC) of an instant, such as `2026h2`: a log has a tree of its own for each. */
export function shardAt(ms: number): string {
  const date = new Date(ms)
  return `${date.getUTCFullYear()}h${date.getUTCMonth() < 6 ? 1 : 2}`
}

/** The instant with which the half-year after a shard begins, in unix milliseconds. */
export function shardEndMs(shard: string): number {
  const [year, half] = shard.split('h').map(Number)
  if (year === undefined || half === undefined) throw new Error(`${shard} is no half-year`)
  return half === 1 ? Date.UTC(year, 6) : Date.UTC(year + 1, 0)
}

/** The first slot that begins at or after an instant. */
export function firstSlotFrom(ms: number, genesisMs: number): number {
  return Math.ceil((ms - genesisMs) / slotMs)
}

/** The first slot of a half-year that is not in the shard any more. */
export function shardEndSlot(shard: string, genesisMs: number): number {
  return firstSlotFrom(shardEndMs(shard), genesisMs)
}

/** The shard of a slot: that of the slot's first instant. */
export function shardOfSlot(slot: number, genesisMs: number): string {
  return shardAt(slotStartMs(slot, genesisMs))
}
