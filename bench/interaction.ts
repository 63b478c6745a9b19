import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { registerVerified } from '../e2e/customer.ts'
import { atMost, bench, median } from './figure.ts'
import type { Figure } from './figure.ts'
import { hasMarketPrice, openThrottledPage, withCandorAndBrowser } from './throttled-page.ts'
import type { ThrottledPage } from './throttled-page.ts'

const settledMs = 2_000
/** The browser tells the time of a paint a moment after it. */
const restMs = 400
/** Shorter ones are not told, and times are rounded to 8 ms. */
const leastMs = 16

interface Step {
  touch(page: Page): Promise<void>
  /** What the touch leads to, if only later than the next paint. */
  result(page: Page): Locator
}

const step = (touched: (page: Page) => Locator, result: Step['result'], options: { force?: boolean } = {}): Step => ({
  touch: (page) => touched(page).tap(options),
  result,
})
const stake = (page: Page) => page.getByRole('spinbutton')
const upButton = (page: Page) => page.getByRole('button', { name: /^Up/ })
const buyButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Buy up for/ })
const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })

/** The touches of one visit, in their order. Each goes on where the one before it ended. */
const walk = {
  open: step((page) => page.getByRole('link', { name: /BTC/ }).first(), upButton),
  stake: step(stake, stake),
  typing: { touch: (page) => page.keyboard.press('7'), result: stake },
  // A radio button lies over its label, or under it.
  interval: step((page) => page.getByRole('radio', { name: '5 m', exact: true }), upButton, { force: true }),
  kind: step((page) => page.getByRole('button', { name: /^(Line|Candlestick) chart$/ }), upButton),
  sheet: step(upButton, buyButton),
  buy: step(buyButton, (page) => page.getByRole('timer').first()),
  chart: step((page) => page.getByRole('button', { name: 'Back to chart' }), upButton),
  home: {
    touch: async (page) => {
      // The contract page has no tabs. Only touches are counted, not the way there, on which a toast would change its
      // place: after a touch that is no shift.
      await page.locator('[popover] > [role=status]:empty').waitFor({ state: 'attached' })
      await page.evaluate("location.hash = '/pages/market/market'")
      await tab(page, 'Home').waitFor()
      await page.waitForTimeout(restMs)
      await tab(page, 'Home').tap()
    },
    result: (page) => page.getByRole('link', { name: 'All markets' }),
  },
  market: step(
    (page) => tab(page, 'Market'),
    (page) => page.getByRole('link', { name: /BTC/ }).first(),
  ),
} as const satisfies Record<string, Step>

type Touch = keyof typeof walk
const touches = Object.keys(walk) as Touch[]

interface Visit {
  /** From each touch to the paint that follows it, in milliseconds. */
  readonly paintMs: Readonly<Record<Touch, number>>
  readonly shift: number
}

/**
 * How long a slow phone takes to paint after a touch, on the contract page with live prices and a tab further, by the
 * browser's own event timing. Against what a page without any script needs for a touch.
 */
export const interaction = bench({
  about: 'From a touch to the next paint on the contract page of a slow phone, against a page without scripts',
  sizes: { runs: [5, 1], processor: [4, 1] },
  bars: {
    'interaction-worst': atMost(200),
    'interaction-shift': atMost(0.02),
  },
  run({ runs, processor }) {
    return withCandorAndBrowser(async (candor, browser) => {
      const slow = { network: false, processor }
      const token = await registerVerified(candor, `touch-${randomUUID()}@example.com`)
      const visits: Visit[] = []
      const plain: number[] = []
      for (let run = 0; run < runs; run += 1) {
        plain.push(await withPage(await openThrottledPage(browser, slow), plainTouch))
        visits.push(await withPage(await openThrottledPage(browser, slow), (tab) => visit(tab, candor.address, token)))
      }
      return figures(visits, median(plain))
    })
  },
})

async function withPage<T>(tab: ThrottledPage, work: (tab: ThrottledPage) => Promise<T>): Promise<T> {
  try {
    await tab.page.addInitScript(watcher)
    return await work(tab)
  } finally {
    await tab.close()
  }
}

/** Notes touches and shifts from the first moment. Shifts that follow a touch at once are meant. */
const watcher = `(() => {
  const seen = { touches: [], shift: 0 }
  globalThis.candorTouches = seen
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, durationThreshold: ${leastMs} })
  observe('event', ({ interactionId, startTime, duration }) => {
    if (interactionId > 0) seen.touches.push({ startTime, duration })
  })
  observe('layout-shift', ({ hadRecentInput, value }) => { if (!hadRecentInput) seen.shift += value })
})()`

/** The longest of the events that a touch consists of, until the paint after it. */
async function paintAfter(page: Page, touch: () => Promise<unknown>): Promise<number> {
  const startMs = Number(await page.evaluate('performance.now()'))
  await touch()
  await page.waitForTimeout(restMs)
  const longest = `candorTouches.touches.filter(({ startTime }) => startTime >= ${startMs}).map(({ duration }) => duration)`
  return Number(await page.evaluate(`Math.max(${leastMs}, ...${longest})`))
}

async function plainTouch({ page }: ThrottledPage): Promise<number> {
  await page.goto('about:blank')
  await page.setContent('<button>Touch</button>')
  return paintAfter(page, () => page.getByRole('button').tap())
}

async function visit({ page, until }: ThrottledPage, address: string, token: string): Promise<Visit> {
  await page.addInitScript(`localStorage.setItem('candor.token', '${token}')`)
  await page.goto(`${address}#/pages/market/market`)
  await until(hasMarketPrice)
  await page.getByRole('radio', { name: 'Crypto' }).tap({ force: true })
  await page.waitForTimeout(settledMs)
  const paintMs: Partial<Record<Touch, number>> = {}
  for (const name of touches) {
    const { touch, result }: Step = walk[name]
    paintMs[name] = await paintAfter(page, async () => {
      await touch(page)
      await result(page).waitFor()
    })
  }
  const shift = Number(await page.evaluate('candorTouches.shift'))
  return { paintMs: paintMs as Record<Touch, number>, shift }
}

function figures(visits: readonly Visit[], plainMs: number): Figure[] {
  const against = 'a page without scripts'
  const every = touches.map((touch) => ({ touch, all: visits.map(({ paintMs }) => paintMs[touch]) }))
  const paint = { unit: 'ms', against, againstValue: plainMs }
  return [
    ...every.map(({ touch, all }) => ({ name: `interaction-${touch}`, value: median(all), ...paint })),
    ...every.map(({ touch, all }) => ({
      name: `interaction-${touch}-worst`,
      value: Math.max(...all),
      ...paint,
      barOf: 'interaction-worst',
    })),
    { name: 'interaction-worst', value: Math.max(...every.flatMap(({ all }) => all)), ...paint },
    {
      name: 'interaction-shift',
      value: Math.max(...visits.map(({ shift }) => shift)),
      unit: 'of the screen',
      against: 'what browsers call good',
      againstValue: 0.1,
    },
  ]
}
