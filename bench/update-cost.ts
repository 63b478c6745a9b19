import { atLeast, atMost, bench, median } from './figure.ts'
import type { Figure } from './figure.ts'
import { hasMarketPrice, openThrottledPage, withCandorAndBrowser } from './throttled-page.ts'
import type { ThrottledPage } from './throttled-page.ts'

/** Two frames a second change up to 110 rows. */
interface Cost {
  /** Milliseconds a second. */
  readonly script: number
  readonly mainThread: number
  readonly longTasks: number
}

/**
 * The cost of the live market list on a slow phone, at rest and while scrolling, above a frozen copy of the same list.
 */
export const updateCost = bench({
  about: 'What the live market list costs a slow phone, against a frozen copy of it',
  sizes: { runs: [5, 1], seconds: [10, 1], processor: [4, 1] },
  bars: {
    'update-script': atMost(10),
    'update-main-thread': atMost(40),
    'update-long-tasks': atMost(0),
    'update-scroll': atLeast(58),
  },
  run({ runs, seconds, processor }) {
    return withCandorAndBrowser(async (candor, browser) => {
      const live: Cost[] = []
      const still: Cost[] = []
      const framesLive: number[] = []
      const framesStill: number[] = []
      const tab = await openThrottledPage(browser, { network: false, processor })
      await tab.page.goto(`${candor.address}#/pages/market/market`)
      await tab.until(hasMarketPrice)
      await tab.page.waitForTimeout(Math.min(3_000, seconds * 1_000))
      for (let run = 0; run < runs; run += 1) {
        live.push(await costOf(tab, seconds))
        framesLive.push(await scrollFrames(tab))
      }
      const frozen = await openThrottledPage(browser, { network: false, processor })
      // The watcher starts with a navigation.
      await frozen.page.goto('about:blank')
      await frozen.page.setContent(String(await tab.page.evaluate(frozenCopy)))
      await tab.close()
      for (let run = 0; run < runs; run += 1) {
        still.push(await costOf(frozen, seconds))
        framesStill.push(await scrollFrames(frozen))
      }
      await frozen.close()
      return figuresOf({ live, still, framesLive, framesStill })
    })
  },
})

/** The current page, with its styles and without its scripts. */
const frozenCopy = `(() => {
  const styles = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join(' ')
  const copy = document.documentElement.cloneNode(true)
  copy.querySelectorAll('script, link, style, meta[http-equiv]').forEach((one) => one.remove())
  copy.querySelector('head').append(Object.assign(document.createElement('style'), { textContent: styles }))
  return copy.outerHTML
})()`

async function costOf({ page, counter, times }: ThrottledPage, seconds: number): Promise<Cost> {
  const before = {
    script: await counter('ScriptDuration'),
    task: await counter('TaskDuration'),
    longTasks: (await times()).longTasks,
  }
  await page.waitForTimeout(seconds * 1_000)
  return {
    script: ((await counter('ScriptDuration')) - before.script) * (1_000 / seconds),
    mainThread: ((await counter('TaskDuration')) - before.task) * (1_000 / seconds),
    longTasks: (await times()).longTasks - before.longTasks,
  }
}

/** Frames a second while the list scrolls for two seconds. */
async function scrollFrames({ page }: ThrottledPage): Promise<number> {
  const frames: unknown = await page.evaluate(`new Promise((resolve) => {
    const scroller = [...document.querySelectorAll('*')].find((one) => one.scrollHeight > one.clientHeight + 200 && /auto|scroll/.test(getComputedStyle(one).overflowY)) ?? document.scrollingElement
    let frames = 0
    const startMs = performance.now()
    const step = () => {
      frames += 1
      scroller.scrollTop = Math.abs(((performance.now() - startMs) * 1.5) % 4000 - 2000)
      const elapsedMs = performance.now() - startMs
      if (elapsedMs < 2000) requestAnimationFrame(step)
      else resolve(frames / elapsedMs * 1000)
    }
    requestAnimationFrame(step)
  })`)
  return Number(frames)
}

function figuresOf(runs: {
  live: readonly Cost[]
  still: readonly Cost[]
  framesLive: readonly number[]
  framesStill: readonly number[]
}): Figure[] {
  const against = 'a frozen copy of the list'
  const middle = (costs: readonly Cost[], pick: (cost: Cost) => number) => median(costs.map(pick))
  const above = (pick: (cost: Cost) => number) => ({
    value: Math.max(0, middle(runs.live, pick) - middle(runs.still, pick)),
    againstValue: middle(runs.still, pick),
  })
  return [
    { name: 'update-script', unit: 'ms/s', against, ...above((cost) => cost.script) },
    { name: 'update-main-thread', unit: 'ms/s', against, ...above((cost) => cost.mainThread) },
    {
      name: 'update-long-tasks',
      unit: 'tasks',
      against,
      value: middle(runs.live, (cost) => cost.longTasks),
      againstValue: middle(runs.still, (cost) => cost.longTasks),
    },
    {
      name: 'update-scroll',
      unit: 'frames/s',
      against,
      value: median(runs.framesLive),
      againstValue: median(runs.framesStill),
    },
  ]
}
