import type { QuoteFeed, SourceKind } from '../quote-feed.ts'

/** A feed with one tick of each of its instruments whenever it is read, with a seam behind it where that is wanted. */
export function tickingFeed(
  name: string,
  kind: SourceKind,
  instrumentIds: readonly number[],
  { hasSeams = false } = {},
): QuoteFeed {
  return {
    name,
    kindOf: (id) => (instrumentIds.includes(id) ? kind : null),
    session: () => null,
    openingPrice: () => null,
    readUntil(untilMs, sink) {
      for (const instrumentId of instrumentIds) {
        sink.tick({ instrumentId, source: name, timeMs: untilMs - 1, bid: '1', ask: '2', last: null, volume: null })
        if (hasSeams) sink.seam(instrumentId)
      }
      return Promise.resolve()
    },
    stop: () => Promise.resolve(),
  }
}
