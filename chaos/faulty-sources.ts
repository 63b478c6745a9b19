import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import {
  krakenSource,
  oandaSource,
  openLiveFeed,
  twelveDataSource,
} from '../apps/server/src/modules/quote-feeds/index.ts'
import type { FeedSink, LiveSource } from '../apps/server/src/modules/quote-feeds/index.ts'
import { oandaPrice, openFakeOanda } from '../apps/server/src/modules/quote-feeds/testing/fake-oanda.ts'
import { krakenTicker, openFakeSource } from '../apps/server/src/modules/quote-feeds/testing/fake-source.ts'

export const sourceNames = ['kraken', 'oanda', 'twelve-data'] as const
export type SourceName = (typeof sourceNames)[number]

/** A quote in the fifth decimal. */
export interface PlayedQuote {
  readonly bid: number
  readonly ask: number
}

/** A local server in a source's protocol, and the real connection to it. */
export interface FaultySource {
  readonly name: SourceName
  /** Sends a quote with the current or another time, and waits until it was accepted or dropped. */
  quote(quote: PlayedQuote, timeMs?: number): Promise<void>
  garbage(): Promise<void>
  /** Cuts the connection in the middle of a message, and waits until it has reconnected. */
  cut(): Promise<void>
  readUntil(untilMs: number, sink: FeedSink): Promise<void>
  close(): Promise<void>
}

const waitMs = 5_000
const patience = {
  connectMs: 2_000,
  silenceMs: 60_000,
  sendEveryMs: 1,
  retry: { firstMs: 4, longestMs: 8, steadyMs: 60_000 },
}
const pair = (theirs: string) => [{ symbol: 'EURUSD', theirs, basis: 'own' as const, shift: 0 }]
const decimal = (fifths: number) => (fifths / 100_000).toFixed(5)

/** The local server behind a source. */
interface Stage {
  readonly source: LiveSource
  say(text: string): void
  text(quote: PlayedQuote, timeMs: number): string
  cutInside(text: string): void
  openCount(): number
  close(): Promise<void>
}

/** Opens all sources of EUR/USD; `nowMs` is the time that ticks are stamped with. */
export async function openFaultySources(nowMs: () => number): Promise<FaultySource[]> {
  return [
    await connect('kraken', await krakenStage(), nowMs),
    await connect('oanda', await oandaStage(), nowMs),
    await connect('twelve-data', await twelveStage(), nowMs),
  ]
}

async function krakenStage(): Promise<Stage> {
  const fake = await openFakeSource()
  const text = ({ bid, ask }: PlayedQuote) => krakenTicker('EUR/USD', { bid: decimal(bid), ask: decimal(ask) })
  return { ...fake, source: krakenSource(fake.url, patience), text }
}

async function oandaStage(): Promise<Stage> {
  const fake = await openFakeOanda({ instruments: ['EUR_USD'] })
  const access = { url: fake.url, token: 'the-right-token', account: '1' }
  return {
    source: oandaSource(access, pair('EUR_USD'), patience),
    say: (text) => fake.write(text),
    text: ({ bid, ask }, timeMs) =>
      oandaPrice('EUR_USD', { bid: decimal(bid), ask: decimal(ask), time: new Date(timeMs).toISOString() }),
    cutInside(text) {
      fake.write(text.slice(0, text.length / 2))
      fake.cut()
    },
    openCount: fake.openCount,
    close: fake.close,
  }
}

async function twelveStage(): Promise<Stage> {
  const fake = await openFakeSource()
  const text = ({ bid, ask }: PlayedQuote, timeMs: number) =>
    `{"event":"price","symbol":"EUR/USD","type":"Physical Currency","timestamp":${Math.floor(timeMs / 1_000)},"price":${decimal(bid)},"bid":${decimal(bid)},"ask":${decimal(ask)}}`
  return { ...fake, source: twelveDataSource({ url: fake.url, key: 'key' }, pair('EUR/USD'), patience), text }
}

async function connect(name: SourceName, stage: Stage, nowMs: () => number): Promise<FaultySource> {
  const instrumentIds = new Map([['EURUSD', 1]])
  const source = { ...stage.source, symbols: new Map([['EURUSD', stage.source.symbols.get('EURUSD') ?? '']]) }
  let taken = 0
  const feed = openLiveFeed({
    source,
    instrumentIds,
    nowMs: () => (taken++, nowMs()),
    random: () => 0,
    logger: pino({ level: 'silent' }),
  })
  let faults = 0
  const look = () => {
    const health = feed.takeHealth()
    for (const count of Object.values(health.faults)) faults += count
    return health.state
  }
  const until = async (isMet: () => boolean): Promise<void> => {
    const giveUpMs = performance.now() + waitMs
    while (!isMet()) {
      if (performance.now() > giveUpMs) throw new Error(`${name} does not answer`)
      await sleep(1)
    }
  }
  await until(() => stage.openCount() === 1)
  // Every quote reads the clock once, whether it is accepted or dropped.
  const said = async (text: string): Promise<void> => {
    const before = taken
    stage.say(text)
    await until(() => taken > before)
  }
  return {
    name,
    quote: (quote, timeMs = nowMs()) => said(stage.text(quote, timeMs)),
    async garbage() {
      look()
      const before = faults
      stage.say('{"x":[}\n')
      await until(() => (look(), faults > before))
    },
    async cut() {
      look()
      const before = faults
      stage.cutInside(stage.text({ bid: 1, ask: 2 }, nowMs()))
      await until(() => (look(), faults > before))
      await until(() => stage.openCount() === 1)
    },
    readUntil: (untilMs, sink) => feed.readUntil(untilMs, sink),
    async close() {
      await feed.stop()
      await stage.close()
    },
  }
}
