import { openBrowser } from '../e2e/browser.ts'
import { runCandor } from '../e2e/running-candor.ts'
import { atMost, bench, median } from './figure.ts'
import type { Figure } from './figure.ts'
import { hasMarketPrice, hasPrice, openThrottledPage } from './throttled-page.ts'
import type { ThrottledPage } from './throttled-page.ts'

const screens = { market: '#/pages/market/market', contract: '#/pages/contract/contract?symbol=BTCUSDT' } as const
const settledMs = 2_000

/** The lightest peer that was measured with these throttles, on another machine: champion-trader's production build. */
const peer = { against: 'champion-trader (recorded)', codeKb: 1_029, requests: 24, blockedMs: 1_400 } as const

interface Load {
  readonly codeKb: number
  readonly requests: number
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly livePriceMs: number
  readonly blockedMs: number
}

/** First visit with an empty cache on a slow phone and slow 4G; paints against those of a page of plain text. */
export const load = bench({
  sizes: { runs: 5, processor: 4 },
  smokeSizes: { runs: 1, processor: 1 },
  bars: {
    'load-market-code': atMost(95),
    'load-contract-code': atMost(160),
    'load-market-requests': atMost(10),
    'load-market-fcp': atMost(600),
    'load-market-lcp': atMost(1_400),
    'load-market-live': atMost(1_400),
    'load-market-blocked': atMost(250),
  },
  async run({ runs, processor }) {
    const candor = await runCandor()
    const browser = await openBrowser()
    try {
      const slow = { network: true, processor }
      const plain: number[] = []
      const loads = { market: [] as Load[], contract: [] as Load[] }
      for (let run = 0; run < runs; run += 1) {
        plain.push(await withPage(await openThrottledPage(browser, slow), (tab) => plainPaint(tab, candor.origin)))
        for (const screen of ['market', 'contract'] as const)
          loads[screen].push(
            await withPage(await openThrottledPage(browser, slow), (tab) => loadOnce(tab, candor.address + screens[screen])),
          )
      }
      return [...figuresOf('market', loads.market, median(plain)), ...figuresOf('contract', loads.contract, median(plain))]
    } finally {
      await browser.close()
      await candor.remove()
    }
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

async function loadOnce({ page, times, traffic, until }: ThrottledPage, address: string): Promise<Load> {
  await page.goto(address, { waitUntil: 'commit' })
  const livePriceMs = await until(address.endsWith(screens.market) ? hasMarketPrice : hasPrice)
  await page.waitForTimeout(settledMs)
  const seen = await times()
  return {
    codeKb: traffic.codeBytes / 1_000,
    requests: traffic.requests,
    firstPaintMs: seen.firstPaintMs,
    largestPaintMs: seen.largestPaintMs,
    livePriceMs,
    blockedMs: seen.blockedMs,
  }
}

function figuresOf(screen: string, loads: readonly Load[], plainMs: number): Figure[] {
  const middle = (pick: (load: Load) => number) => median(loads.map(pick))
  const paint = { unit: 'ms', against: 'a page of plain text', againstValue: plainMs }
  return [
    { name: `load-${screen}-code`, value: middle((one) => one.codeKb), unit: 'kB', against: peer.against, againstValue: peer.codeKb },
    {
      name: `load-${screen}-requests`,
      value: middle((one) => one.requests),
      unit: 'requests',
      against: peer.against,
      againstValue: peer.requests,
    },
    { name: `load-${screen}-fcp`, value: middle((one) => one.firstPaintMs), ...paint },
    { name: `load-${screen}-lcp`, value: middle((one) => one.largestPaintMs), ...paint },
    { name: `load-${screen}-live`, value: middle((one) => one.livePriceMs), ...paint },
    {
      name: `load-${screen}-blocked`,
      value: middle((one) => one.blockedMs),
      unit: 'ms',
      against: peer.against,
      againstValue: peer.blockedMs,
    },
  ]
}
