/** The origin of a price. The index is its code in frames: 0 simulated, 1 replay, 2 live. */
export const sourceKinds = ['simulated', 'replay', 'live'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** The kinds of price in frames; the index is its code. An indicative price is live, with too few fresh sources. */
export const priceKinds = [...sourceKinds, 'indicative'] as const
export type PriceKind = (typeof priceKinds)[number]

/** The kind of source behind the code of a price in a frame; null for a code that is none. */
export function sourceKindOf(code: number): SourceKind | null {
  const kind = priceKinds[code] ?? null
  return kind === 'indicative' ? 'live' : kind
}

/**
 * One message of a source about one instrument. Prices and sizes are decimal strings exactly as the source sent them.
 */
export interface FeedTick {
  readonly instrumentId: number
  /** A stable source name such as "oanda". One instrument may have several sources. */
  readonly source: string
  /** When it reached this server, unix ms; a replay moves recorded times to now. */
  readonly timeMs: number
  readonly bid: string | null
  readonly ask: string | null
  readonly last: string | null
  readonly volume: string | null
  /** The age of the price when it arrived, by the source's own time or its measured lag; 0 where left out. */
  readonly lagMs?: number
  /** The source's own time of the price, unix ms, where its message has one. */
  readonly sourceTimeMs?: number
}

/** Receives a feed's output, in time order. */
export interface FeedSink {
  tick(tick: FeedTick): void
  /**
   * Later ticks do not continue earlier ones (a loop, a contract roll, another recording): no contract may span this
   * point.
   */
  seam(instrumentId: number): void
  /** A source disconnected: its newest price no longer describes the market. Its next tick restores it. */
  lost(source: string): void
}

/** Trading hours as a feed knows them; a feed without its own hours leaves them to the calendar. */
export interface FeedSession {
  readonly isOpen: boolean
  readonly closesMs: number | null
  readonly opensMs: number | null
}

/** A source of ticks, read in steps of time: the same code serves the wall clock and virtual time. */
export interface QuoteFeed {
  readonly name: string
  /** The label of an instrument's prices from this feed, or null if it has none. */
  kindOf(instrumentId: number): SourceKind | null
  /** The hours of an instrument at an instant, or null where its calendar decides. */
  session(instrumentId: number, atMs: number): FeedSession | null
  /** A decimal price near which an instrument starts, if the feed knows it beforehand. */
  openingPrice(instrumentId: number): string | null
  /**
   * Hands over every tick from the last call's end up to `untilMs`, the end excluded. The first call starts the feed.
   */
  readUntil(untilMs: number, sink: FeedSink): Promise<void>
  stop(): Promise<void>
}

/** Joins feeds of different instruments: each instrument belongs to the first feed that has it. */
export function joinFeeds(name: string, feeds: readonly QuoteFeed[]): QuoteFeed {
  const owner = (instrumentId: number) => feeds.find((feed) => feed.kindOf(instrumentId) !== null)
  return {
    name,
    kindOf: (instrumentId) => owner(instrumentId)?.kindOf(instrumentId) ?? null,
    session: (instrumentId, atMs) => owner(instrumentId)?.session(instrumentId, atMs) ?? null,
    openingPrice: (instrumentId) => owner(instrumentId)?.openingPrice(instrumentId) ?? null,
    async readUntil(untilMs, sink) {
      for (const feed of feeds)
        await feed.readUntil(
          untilMs,
          sinkOf(sink, (instrumentId) => owner(instrumentId) === feed),
        )
    },
    async stop() {
      await Promise.all(feeds.map((feed) => feed.stop()))
    },
  }
}

/** Forwards only events of instruments accepted by `accepts`: two feeds must never price one instrument by accident. */
export function sinkOf(sink: FeedSink, accepts: (instrumentId: number) => boolean): FeedSink {
  return {
    tick(tick) {
      if (accepts(tick.instrumentId)) sink.tick(tick)
    },
    seam(instrumentId) {
      if (accepts(instrumentId)) sink.seam(instrumentId)
    },
    lost: (source) => sink.lost(source),
  }
}
