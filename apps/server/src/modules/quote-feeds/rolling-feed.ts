import type { QuoteFeed } from './quote-feed.ts'

/** When instruments roll to another contract. */
export interface Rolls {
  /** The instruments that roll after `fromMs`, at `untilMs` at the latest. */
  between(fromMs: number, untilMs: number): readonly number[]
  /** Until when prices were published before; later rolls are marked at once. Null if none were published. */
  readonly sinceMs: number | null
}

/** Restarts an instrument's epoch at every roll: no contract may span one, whatever the source. */
export function withRolls(feed: QuoteFeed, rolls: Rolls): QuoteFeed {
  let fromMs = rolls.sinceMs
  return {
    name: feed.name,
    kindOf: (id) => feed.kindOf(id),
    session: (id, atMs) => feed.session(id, atMs),
    openingPrice: (id) => feed.openingPrice(id),
    async readUntil(untilMs, sink) {
      const rolled = fromMs === null ? [] : rolls.between(fromMs, untilMs)
      fromMs = Math.max(fromMs ?? untilMs, untilMs)
      for (const id of rolled) sink.seam(id)
      await feed.readUntil(untilMs, sink)
    },
    stop: () => feed.stop(),
  }
}
