import type { PublishedFrame } from '../index.ts'

/** A frame without instruments. */
export function emptyFrame(slot: number): PublishedFrame {
  return { slot, publishedMs: 0, prices: [], agesMs: [], states: [], epochs: [], sourceKinds: [], volumes: [] }
}
