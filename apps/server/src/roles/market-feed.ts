import { parseDecimal } from '@candor/money'
import type { Instrument } from '../modules/market/index.ts'
import type { Frame } from '../platform/bus/index.ts'
import {
  binanceSource,
  coinbaseSource,
  createAutoFeed,
  createLiveOnlyFeed,
  createSimulatedFeed,
  joinFeeds,
  krakenSource,
  openLiveFeed,
  oandaSource,
  openReplayFeed,
  parseFeedSetting,
  readFeedSymbols,
  seedNumber,
  sourceKindOf,
  twelveDataSource,
} from '../modules/quote-feeds/index.ts'
import type {
  LiveSource,
  OandaAccess,
  QuoteFeed,
  SecretSeeds,
  SimulatedInstrument,
  SourceHealth,
  TwelveDataAccess,
} from '../modules/quote-feeds/index.ts'
import { sourceOff } from '../platform/config/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Logger } from '../platform/logger.ts'

/** How long a live source has to give a first price before its instruments are simulated. */
const probeMs = 3_000

/** Addresses of the live sources by name; a source without one is not used. */
export type LiveUrls = Partial<Record<keyof typeof sourceMakers, string>>

const sourceMakers = { kraken: krakenSource, binance: binanceSource, coinbase: coinbaseSource }

/** Access to the sources that need a key; a source without it is not used. */
export interface KeyedAccess {
  readonly oanda?: OandaAccess
  readonly twelveData?: TwelveDataAccess
}

/** The live sources of the settings, and the access to them. */
export function feedAccess(config: Config): { liveUrls: LiveUrls; keyed: KeyedAccess } {
  const urls = { kraken: config.krakenUrl, binance: config.binanceUrl, coinbase: config.coinbaseUrl }
  const { oandaToken: token, oandaAccount: account, twelveDataKey: key } = config
  return {
    liveUrls: Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== sourceOff)),
    keyed: {
      ...(token === '' ? {} : { oanda: { url: config.oandaUrl, token, account } }),
      ...(key === '' ? {} : { twelveData: { url: config.twelveDataUrl, key } }),
    },
  }
}

export interface FeedOptions {
  /** The setting CANDOR_FEED. */
  readonly setting: string
  readonly liveUrls: LiveUrls
  readonly keyed: KeyedAccess
  readonly instruments: readonly Instrument[]
  /** The newest stored frame: a simulation continues from it, whatever the source of its prices. */
  readonly last: Frame | null
  readonly isOpen: (instrumentId: number, atMs: number) => boolean
  readonly nowMs: () => number
  /** Called where prices are simulated from seeds that nobody can foresee. */
  readonly openSeeds: () => Promise<SecretSeeds>
  readonly logger: Logger
}

/** A feed and the health of its live sources. */
export interface OpenedFeed {
  readonly feed: QuoteFeed
  /** Settles when it is decided which instruments are live. */
  readonly probed: Promise<void>
  takeHealth(): SourceHealth[]
}

/** Opens the configured feed. Instruments without a recording or a live source are simulated and labelled so. */
export async function openFeed(options: FeedOptions): Promise<OpenedFeed> {
  const setting = parseFeedSetting(options.setting)
  if (setting === null) throw new Error(`not a feed: ${options.setting}`)
  const instrumentIds = new Map(options.instruments.map((instrument) => [instrument.symbol, instrument.id]))
  if (setting.kind === 'live') {
    const feed = createLiveOnlyFeed({ live: openLiveFeeds(options, instrumentIds), probeMs })
    return { feed, probed: feed.probed, takeHealth: feed.takeHealth }
  }
  const simulated = createSimulatedFeed({
    // Without a seed of its own a simulation must not be foreseeable: a customer could compute its future.
    seed: setting.kind === 'simulated' && setting.seed !== null ? seedNumber(setting.seed) : await options.openSeeds(),
    instruments: options.instruments.map((instrument) => simulatedInstrument(instrument, options.last)),
    isOpen: options.isOpen,
  })
  if (setting.kind === 'auto') return openAutoFeed(options, simulated, instrumentIds)
  if (setting.kind === 'simulated') return alone(simulated)
  const { folder, speed } = setting
  const replay = await openReplayFeed({ folder, speed, instrumentIds, startMs: options.nowMs() })
  return alone(joinFeeds('replay', [replay, simulated]))
}

function alone(feed: QuoteFeed): OpenedFeed {
  return { feed, probed: Promise.resolve(), takeHealth: () => [] }
}

function openAutoFeed(
  options: FeedOptions,
  simulated: QuoteFeed,
  instrumentIds: ReadonlyMap<string, number>,
): OpenedFeed {
  const { last, logger } = options
  const live = openLiveFeeds(options, instrumentIds)
  const kindBefore = (id: number) => sourceKindOf(last?.sourceKinds[id - 1] ?? -1)
  const feed = createAutoFeed({
    live,
    simulated,
    instrumentIds: [...instrumentIds.values()],
    probeMs,
    kindBefore,
    logger,
  })
  return { feed, probed: feed.probed, takeHealth: feed.takeHealth }
}

function openLiveFeeds(options: FeedOptions, instrumentIds: ReadonlyMap<string, number>) {
  const { logger, nowMs } = options
  return liveSources(options).map((source) =>
    openLiveFeed({ source, instrumentIds, nowMs, random: Math.random, logger }),
  )
}

/** The symbols of the instruments that at least two of the configured live sources provide. */
export function doublySourced(config: Config): ReadonlySet<string> {
  const symbols = liveSources(feedAccess(config)).flatMap((source) => [...source.symbols.keys()])
  return new Set(symbols.filter((symbol, index) => symbols.indexOf(symbol) !== index))
}

function liveSources({ liveUrls, keyed }: Pick<FeedOptions, 'liveUrls' | 'keyed'>): LiveSource[] {
  const sources: LiveSource[] = []
  for (const name of ['kraken', 'binance', 'coinbase'] as const) {
    const url = liveUrls[name]
    if (url !== undefined) sources.push(sourceMakers[name](url))
  }
  const symbols = readFeedSymbols()
  if (keyed.oanda !== undefined) sources.push(oandaSource(keyed.oanda, symbols.oanda))
  if (keyed.twelveData !== undefined) sources.push(twelveDataSource(keyed.twelveData, symbols['twelve-data']))
  return sources
}

function simulatedInstrument(instrument: Instrument, last: Frame | null): SimulatedInstrument {
  const { simulation, tickUnits, tickDecimals } = instrument
  // Official prices have one digit more than the exchange tick.
  const officialPerTick = 10 * Number(tickUnits)
  const levelTicks =
    Number(parseDecimal(simulation.price, 2 * tickDecimals + 2) ?? 0n) / 10 ** (tickDecimals + 2) / Number(tickUnits)
  const lastTicks = Number(last?.prices[instrument.id - 1] ?? 0n) / officialPerTick
  return {
    id: instrument.id,
    tickDecimals,
    tickUnits,
    levelTicks,
    startTicks: lastTicks > 0 ? lastTicks : levelTicks,
    sigma30sTicks: simulation.sigma30sTicks,
    spreadTicks: simulation.spreadTicks,
    tradeUnits: Number(parseDecimal(simulation.tradeSize, 6) ?? 0n),
  }
}
