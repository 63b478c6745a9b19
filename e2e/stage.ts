import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'

/** A running Candor and a browser, for the tests of one file. */
export interface Stage {
  readonly candor: RunningCandor
  readonly browser: Browser
}

const startMs = 240_000

/**
 * Starts Candor and a browser before the tests of a file, and stops them afterwards. `prepare` runs in between: it
 * registers customers, for example.
 */
export function setStage(
  environment: Readonly<Record<string, string>>,
  prepare: () => Promise<void>,
  { isFirstStart = false }: { readonly isFirstStart?: boolean } = {},
): Stage {
  let candor: RunningCandor | null = null
  let browser: Browser | null = null
  beforeAll(async () => {
    candor = await runCandor(environment, { isFirstStart })
    browser = await openBrowser()
    await prepare()
  }, startMs)
  afterAll(async () => {
    await browser?.close()
    await candor?.remove()
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

function started<Part>(part: Part | null): Part {
  if (part === null) throw new Error('the stage is set only once the tests run')
  return part
}
