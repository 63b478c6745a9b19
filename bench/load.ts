import { languages } from '@candor/api'
import * as z from 'zod/mini'
import { atMost, bench, median } from './figure.ts'
import type { Figure } from './figure.ts'
import { openSlowLine } from './slow-line.ts'
import {
  hasFirstContractPrice,
  hasFirstPrice,
  hasMarketPrice,
  hasPrice,
  openThrottledPage,
  slow4G,
  withCandorAndBrowser,
} from './throttled-page.ts'
import type { ThrottledPage } from './throttled-page.ts'

const screens = { market: '#/pages/market/market', contract: '#/pages/contract/contract?symbol=BTCUSDT' } as const
/** Less than the two seconds after which the app loads what a first visit does not need (`untilUsed`). */
const settledMs = 1_500

/** The lightest peer that was measured with these throttles, on another machine: champion-trader's production build. */
const peer = { against: 'champion-trader (recorded)', codeKb: 1_029, requests: 24, blockedMs: 1_400 } as const

interface Load {
  readonly codeKb: number
  readonly requests: number
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly livePriceMs: number
  /** The app is there: its own list or page shows the price. */
  readonly appMs: number
  readonly blockedMs: number
  /** The language's own file, and how long after the code it is there. */
  readonly textsKb: number
  readonly textsLateMs: number
}

interface Repeat {
  /** When the page itself began to arrive: from the network, since the worker never prefers its copy. */
  readonly pageMs: number
  readonly firstPaintMs: number
  readonly livePriceMs: number
  readonly appMs: number
}

/**
 * First visit with an empty cache on a slow phone and slow 4G, compared with the paint times of a plain text page.
 * `repeat` is the market again, from the files that the service worker of the first visit has cached, over a line that
 * is as slow for the worker.
 * `--languages` also measures the market in other languages, as a returning customer; each must hold the bars of the
 * first visit.
 */
export const load = bench({
  about: 'First visit on a slow phone and slow 4G: paints, requests and bytes',
  sizes: { runs: [5, 1], processor: [4, 1] },
  bars: {
    // The design's, in kB: the browser test holds smaller ones.
    'load-market-code': atMost(95),
    'load-contract-code': atMost(160),
    'load-market-requests': atMost(10),
    'load-market-fcp': atMost(600),
    'load-market-lcp': atMost(1_400),
    'load-market-live': atMost(1_400),
    'load-contract-live': atMost(1_000),
    'load-market-blocked': atMost(250),
    'load-repeat-live': atMost(600),
  },
  choices: { languages },
  run({ runs, processor }, { languages: chosen = [] } = {}) {
    return withCandorAndBrowser(async (candor, browser) => {
      const line = await openSlowLine(candor.origin, {
        latency: slow4G.latency,
        downloadBytesPerSecond: slow4G.downloadThroughput,
      })
      try {
        const slow = { network: true, processor }
        const plain: number[] = []
        const repeats: Repeat[] = []
        const visits = [
          ...(['market', 'contract'] as const).map((screen) => ({ screen, language: null, loads: [] as Load[] })),
          ...chosen.map((language) => ({ screen: 'market' as const, language, loads: [] as Load[] })),
        ]
        for (let run = 0; run < runs; run += 1) {
          plain.push(await withPage(await openThrottledPage(browser, slow), (tab) => plainPaint(tab, candor.origin)))
          for (const { screen, language, loads } of visits)
            loads.push(
              await withPage(await openThrottledPage(browser, slow), (tab) =>
                loadOnce(tab, candor.address + screens[screen], language),
              ),
            )
          repeats.push(
            await withPage(await openThrottledPage(browser, { network: false, processor }), (tab) =>
              loadAgain(tab, `${line.origin}/h5/${screens.market}`),
            ),
          )
        }
        return [
          ...visits.flatMap(({ screen, language, loads }) => {
            const figures = figuresOf(screen, loads, median(plain))
            return language === null
              ? figures
              : figures.map((figure) => ({ ...figure, name: `${figure.name}-${language}`, barOf: figure.name }))
          }),
          ...repeatFigures(repeats, median(plain)),
        ]
      } finally {
        await line.close()
      }
    })
  },
})

async function withPage<T>(tab: ThrottledPage, work: (tab: ThrottledPage) => Promise<T>): Promise<T> {
  try {
    return await work(tab)
  } finally {
    await tab.close()
  }
}

async function plainPaint({ page, times, until }: ThrottledPage, origin: string): Promise<number> {
  await page.goto(`${origin}/healthz`)
  await until('candorBench.firstPaintMs > 0')
  return (await times()).firstPaintMs
}

async function loadOnce(
  { page, times, traffic, until }: ThrottledPage,
  address: string,
  language: string | null,
): Promise<Load> {
  // A returning customer has also chosen the price colours, which Chinese asks for.
  if (language !== null)
    await page.addInitScript(
      `localStorage.setItem('candor.language', '${language}'); localStorage.setItem('candor.updown', 'green-up')`,
    )
  await page.goto(address, { waitUntil: 'commit' })
  const isMarket = address.endsWith(screens.market)
  const livePriceMs = await until(isMarket ? hasFirstPrice : hasFirstContractPrice)
  const appMs = await until(isMarket ? hasMarketPrice : hasPrice)
  await page.waitForTimeout(settledMs)
  const seen = await times()
  const texts = z.parse(textsSchema, await page.evaluate(arrivalOfTexts(language ?? 'en')))
  return {
    codeKb: traffic.codeBytes / 1_000,
    requests: traffic.requests,
    firstPaintMs: seen.firstPaintMs,
    largestPaintMs: seen.largestPaintMs,
    livePriceMs,
    appMs,
    blockedMs: seen.blockedMs,
    textsKb: texts.bytes / 1_000,
    textsLateMs: Math.max(0, texts.endMs - texts.codeEndMs),
  }
}

async function loadAgain({ page, times, until }: ThrottledPage, address: string): Promise<Repeat> {
  await page.goto(address, { waitUntil: 'commit' })
  await until(hasMarketPrice)
  await page.evaluate(hasCachedFiles)
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  const livePriceMs = await until(hasFirstPrice)
  const appMs = await until(hasMarketPrice)
  const { firstPaintMs } = await times()
  const pageMs = Number(await page.evaluate("performance.getEntriesByType('navigation')[0].responseStart"))
  return { pageMs, firstPaintMs, livePriceMs, appMs }
}

/** Waits until the service worker is active and has cached the files that the visit loaded. */
const hasCachedFiles = `(async () => {
  const isCached = async ({ name }) => (await caches.match(name, { ignoreVary: true })) !== undefined
  for (;;) {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/h5/assets/'))
    const cached = await Promise.all(files.map(isCached))
    if (navigator.serviceWorker.controller !== null && cached.every(Boolean)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
})()`

const textsSchema = z.object({ bytes: z.number(), endMs: z.number(), codeEndMs: z.number() })

/** When the texts of a language were there, and when the code was that shows them. */
const arrivalOfTexts = (language: string): string => `(() => {
  const arrived = (pattern) => performance.getEntriesByType('resource').find(({ name }) => pattern.test(name))
  const texts = arrived(/\\/assets\\/${language}-[^/]+\\.js$/)
  return { bytes: texts.encodedBodySize, endMs: texts.responseEnd, codeEndMs: arrived(/\\/assets\\/app-[^/]+\\.js$/).responseEnd }
})()`

function repeatFigures(repeats: readonly Repeat[], plainMs: number): Figure[] {
  const paint = { unit: 'ms', against: 'a page of plain text', againstValue: plainMs }
  return [
    { name: 'load-repeat-page', value: median(repeats.map((one) => one.pageMs)), ...paint },
    { name: 'load-repeat-fcp', value: median(repeats.map((one) => one.firstPaintMs)), ...paint },
    { name: 'load-repeat-live', value: median(repeats.map((one) => one.livePriceMs)), ...paint },
    { name: 'load-repeat-app', value: median(repeats.map((one) => one.appMs)), ...paint },
  ]
}

function figuresOf(screen: string, loads: readonly Load[], plainMs: number): Figure[] {
  const middle = (pick: (load: Load) => number) => median(loads.map(pick))
  const paint = { unit: 'ms', against: 'a page of plain text', againstValue: plainMs }
  return [
    {
      name: `load-${screen}-code`,
      value: middle((one) => one.codeKb),
      unit: 'kB',
      against: peer.against,
      againstValue: peer.codeKb,
    },
    {
      name: `load-${screen}-requests`,
      value: middle((one) => one.requests),
      unit: 'requests',
      against: peer.against,
      againstValue: peer.requests,
    },
    {
      name: `load-${screen}-texts`,
      value: middle((one) => one.textsKb),
      unit: 'kB',
      against: 'the code',
      againstValue: middle((one) => one.codeKb),
    },
    { name: `load-${screen}-texts-late`, value: middle((one) => one.textsLateMs), ...paint },
    { name: `load-${screen}-fcp`, value: middle((one) => one.firstPaintMs), ...paint },
    { name: `load-${screen}-lcp`, value: middle((one) => one.largestPaintMs), ...paint },
    { name: `load-${screen}-live`, value: middle((one) => one.livePriceMs), ...paint },
    { name: `load-${screen}-app`, value: middle((one) => one.appMs), ...paint },
    {
      name: `load-${screen}-blocked`,
      value: middle((one) => one.blockedMs),
      unit: 'ms',
      against: peer.against,
      againstValue: peer.blockedMs,
    },
  ]
}
