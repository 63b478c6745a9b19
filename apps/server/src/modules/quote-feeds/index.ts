/** Turns sources of prices into ticks: recorded ones, simulated ones, and later live ones. */
export { joinFeeds, sourceKinds } from './quote-feed.ts'
export type { FeedSession, FeedSink, FeedTick, QuoteFeed, SourceKind } from './quote-feed.ts'
export { parseFeedSetting, seedNumber } from './feed-setting.ts'
export { openReplayFeed } from './replay-feed.ts'
export { createSimulatedFeed } from './simulated-feed.ts'
export type { SimulatedInstrument } from './simulated-feed.ts'
export { randomAt, standardNormal } from './random.ts'
