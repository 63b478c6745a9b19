import type { Browser, CDPSession, Page } from 'playwright-core'
import * as z from 'zod/mini'
import { openBrowser, phone } from '../e2e/browser.ts'
import { runCandor } from '../e2e/running-candor.ts'
import type { RunningCandor } from '../e2e/running-candor.ts'

/** Slow 4G as Chromium's own tools define it here: 150 ms of latency, 1.6 Mbit/s down, 0.75 Mbit/s up. */
export const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

const giveUpMs = 30_000

/**
 * The market's first row shows a price, in the page's skeleton or in the app's list: digits with a fraction, which no
 * name has.
 */
export const hasFirstPrice = String.raw`/\d[.,]\d/.test(document.querySelector('.start-view li, a[data-direction]')?.textContent ?? '')`
/** True for the app's own list, whose prices are live from then on. */
export const hasMarketPrice = String.raw`/\d[.,]\d/.test(document.querySelector('a[data-direction]')?.textContent ?? '')`
/** The first price of a contract page: written by the page itself, or the app's own. */
export const hasFirstContractPrice = String.raw`/\d[.,]\d\d/.test(document.querySelector('.start-contract, main')?.textContent ?? '')`
/** A screen of the app shows a price anywhere. */
export const hasPrice = String.raw`/\d[.,]\d\d/.test(document.querySelector('main')?.textContent ?? '')`

/** Bytes and requests received over the network. */
export interface Traffic {
  requests: number
  /** Bytes of scripts and styles as they were sent, without their headers: HTTP/2 sends those but once. */
  codeBytes: number
}

/** A phone's page with a slow processor. */
export interface ThrottledPage {
  readonly page: Page
  readonly traffic: Traffic
  /** Paint and blocking times since the navigation began, in milliseconds. */
  times(): Promise<PageTimes>
  /**
   * Waits until an expression holds and is painted, checking once per frame. Returns the time in milliseconds since the
   * navigation started.
   */
  until(condition: string): Promise<number>
  /** Chromium's own counters, such as `ScriptDuration` in seconds. */
  counter(name: string): Promise<number>
  close(): Promise<void>
}

export type PageTimes = z.output<typeof timesSchema>
const timesSchema = z.object({
  firstPaintMs: z.number(),
  largestPaintMs: z.number(),
  blockedMs: z.number(),
  longTasks: z.number(),
})

/** Observes from the first moment, unknown to the page's own code. */
const watcher = `(() => {
  const seen = { firstPaintMs: 0, largestPaintMs: 0, blockedMs: 0, longTasks: 0 }
  globalThis.candorBench = seen
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.firstPaintMs = entry.startTime })
  observe('largest-contentful-paint', (entry) => { seen.largestPaintMs = entry.startTime })
  observe('longtask', (entry) => { seen.longTasks += 1; seen.blockedMs += Math.max(0, entry.duration - 50) })
})()`

/** A Candor and a browser. */
interface Ground {
  readonly candor: RunningCandor
  readonly browser: Browser
  close(): Promise<void>
}

let shared: Ground | null = null

/** Works with a Candor and a browser of its own, and closes both, or with the shared ones. */
export async function withCandorAndBrowser<T>(
  work: (candor: RunningCandor, browser: Browser) => Promise<T>,
): Promise<T> {
  const ground = shared ?? (await openGround())
  try {
    return await work(ground.candor, ground.browser)
  } finally {
    if (ground !== shared) await ground.close()
  }
}

/**
 * Opens a Candor and a browser for all benchmarks, and returns how to close them. A start takes longer than the
 * smallest sizes, at which it does not matter what ran before.
 */
export async function shareCandorAndBrowser(): Promise<() => Promise<void>> {
  const ground = await openGround()
  shared = ground
  return async () => {
    shared = null
    await ground.close()
  }
}

async function openGround(): Promise<Ground> {
  const candor = await runCandor()
  const browser = await openBrowser()
  return {
    candor,
    browser,
    close: async () => {
      await browser.close()
      await candor.remove()
    },
  }
}

/** Opens a page in a new context with an empty cache. */
export async function openThrottledPage(
  browser: Browser,
  slow: { network: boolean; processor: number },
): Promise<ThrottledPage> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.addInitScript(watcher)
  const session = await context.newCDPSession(page)
  const traffic = await watchTraffic(session)
  if (slow.network) await session.send('Network.emulateNetworkConditions', slow4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processor })
  await session.send('Performance.enable')
  return {
    page,
    traffic,
    times: async () => z.parse(timesSchema, await page.evaluate('candorBench')),
    until: async (condition) => Number(await page.evaluate(untilHolds(condition))),
    counter: async (name) => {
      const { metrics } = await session.send('Performance.getMetrics')
      const metric = metrics.find((candidate) => candidate.name === name)
      if (metric === undefined) throw new Error(`Chromium counts no ${name}`)
      return metric.value
    },
    close: () => context.close(),
  }
}

/**
 * A state seen in an animation frame is painted with it, and the next task runs after the paint. The page's policy
 * forbids evaluating text, except for the debugger.
 */
const untilHolds = (condition: string): string => `new Promise((resolve, reject) => {
  const look = () => {
    if (${condition}) setTimeout(() => resolve(performance.now()))
    else if (performance.now() > ${giveUpMs}) reject(new Error('the page never came so far'))
    else requestAnimationFrame(look)
  }
  look()
})`

async function watchTraffic(session: CDPSession): Promise<Traffic> {
  const traffic: Traffic = { requests: 0, codeBytes: 0 }
  /** Bytes of the header of each response with code. */
  const headerBytes = new Map<string, number>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.url.startsWith('data:')) return
    traffic.requests += 1
    if (type === 'Script' || type === 'Stylesheet') headerBytes.set(requestId, response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const header = headerBytes.get(requestId)
    if (header !== undefined) traffic.codeBytes += encodedDataLength - header
  })
  return traffic
}
