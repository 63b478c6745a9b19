import type { CDPSession } from 'playwright-core'
import { fastClock, openFastFeed } from './fast-feed.ts'
import type { FastFeed } from './fast-feed.ts'
import { atMost, bench } from './figure.ts'
import type { Figure } from './figure.ts'
import { hasMarketPrice, hasPrice, openThrottledPage, withCandorAndBrowser } from './throttled-page.ts'
import type { ThrottledPage } from './throttled-page.ts'

const screens = {
  market: { hash: '#/pages/market/market', isThere: hasMarketPrice },
  contract: { hash: '#/pages/contract/contract?symbol=BTCUSDT', isThere: hasPrice },
} as const
type Screen = keyof typeof screens
const settledMs = 2_000

/** What a page holds after a collection. */
interface Held {
  readonly heapMb: number
  readonly nodes: number
  readonly listeners: number
}

/**
 * Whether a tab that shows prices for eight hours holds more than before. The page draws each frame, and its own time
 * passes by half a second with each, so that eight hours take a quarter of one. The first part of the frames fills
 * caches and is left out.
 */
export const memory = bench({
  about: 'What a tab holds after eight hours of prices, against what it held after the first of them',
  isOnlyNamed: true,
  sizes: { frames: [57_600, 60], marks: [8, 2] },
  bars: {
    'memory-market-growth': atMost(5),
    'memory-market-nodes': atMost(200),
    'memory-market-listeners': atMost(20),
    'memory-contract-growth': atMost(5),
    'memory-contract-nodes': atMost(200),
    'memory-contract-listeners': atMost(20),
  },
  run({ frames, marks }) {
    return withCandorAndBrowser(async (candor, browser) => {
      const figures: Figure[] = []
      for (const screen of Object.keys(screens) as Screen[]) {
        const feed = await openFastFeed(candor.origin)
        const tab = await openThrottledPage(browser, { network: false, processor: 1 })
        const held = await heldBy(tab, feed, { screen, frames, marks })
        await tab.close()
        await feed.close()
        figures.push(...figuresOf(screen, held))
      }
      return figures
    })
  },
})

async function heldBy(
  { page, until }: ThrottledPage,
  feed: FastFeed,
  { screen, frames, marks }: { screen: Screen; frames: number; marks: number },
): Promise<Held[]> {
  const { hash, isThere } = screens[screen]
  const session = await page.context().newCDPSession(page)
  await page.addInitScript(fastClock)
  await page.goto(`${feed.origin}/h5/${hash}`)
  await until(isThere)
  await page.waitForTimeout(settledMs)
  feed.hold()
  await page.evaluate('candorClock.hold()')
  const held: Held[] = []
  for (let mark = 0; mark < marks; mark += 1) {
    await feed.send(Math.ceil(frames / marks))
    held.push(await heldNow(session))
  }
  return held
}

async function heldNow(session: CDPSession): Promise<Held> {
  // What one collection finalises, the next one frees.
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners }
}

function figuresOf(screen: Screen, held: readonly Held[]): Figure[] {
  const figure = (name: string, unit: string, of: (one: Held) => number): Figure => {
    const [first = 0, ...later] = held.map(of)
    return {
      name: `memory-${screen}-${name}`,
      value: Math.max(0, (later.at(-1) ?? first) - first),
      unit,
      against: 'held after the first part',
      againstValue: first,
    }
  }
  return [
    figure('growth', 'MB', ({ heapMb }) => heapMb),
    figure('nodes', 'nodes', ({ nodes }) => nodes),
    figure('listeners', 'listeners', ({ listeners }) => listeners),
  ]
}
