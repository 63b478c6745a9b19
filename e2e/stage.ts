import type { Browser } from 'playwright-core'
import { afterAll, beforeEach } from 'vitest'
import type { TestError } from 'vitest'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'
import { sharing } from './worker-parts.ts'

/** A running Candor and a browser, for the tests of one file. */
export interface Stage {
  readonly candor: RunningCandor
  readonly browser: Browser
}

const startMs = 240_000

/** How the Candor of a stage differs from others. */
export interface StageOptions {
  /** For files that change what every customer sees, that stop Candor, or that need one without any data. */
  readonly isOwn?: boolean
  /** Starts without the prepared database, as the very first start does. */
  readonly isFirstStart?: boolean
}

/**
 * Opens a running Candor and a browser for the tests of a file. `prepare` runs afterwards: it registers customers, for
 * example. The files of a worker use one browser. They use one Candor, too, unless `environment` or `options` ask for
 * an own one: each start takes five seconds of a processor. So every file has e-mail addresses of its own, and counts
 * nothing that other files add to.
 */
export function setStage(
  environment: Readonly<Record<string, string>>,
  prepare: () => Promise<void>,
  { isOwn = false, isFirstStart = false }: StageOptions = {},
): Stage {
  const isShared = !isOwn && !isFirstStart && Object.keys(environment).length === 0
  let candor: RunningCandor | null = null
  let browser: Browser | null = null
  sharing.beforeAll(async ({ parts }) => {
    candor = isShared ? await parts.candor() : await runCandor(environment, { isFirstStart })
    browser = await parts.browser()
    await prepare()
  }, startMs)
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async ({ task }) => {
      task.result?.errors?.push(...(await openPages(started(browser))))
    })
  })
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
    if (!isShared) await candor?.remove()
  })
  return {
    get candor() {
      return started(candor)
    },
    get browser() {
      return started(browser)
    },
  }
}

const shownLetters = 800

/** What the open pages show, one each: a failure that happens once in a hundred runs is found by nothing else. */
async function openPages(browser: Browser): Promise<TestError[]> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  return Promise.all(
    pages.map(async (page) => {
      const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
      return { name: 'OpenPage', message: `${page.url()} shows\n${shown.slice(0, shownLetters)}` }
    }),
  )
}

function started<Part>(part: Part | null): Part {
  if (part === null) throw new Error('the stage is set only once the tests run')
  return part
}
