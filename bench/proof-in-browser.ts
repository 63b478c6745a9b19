import type { Browser } from 'playwright-core'
import * as z from 'zod/mini'
import { openBrowser } from '../e2e/browser.ts'
import { openModulePage } from '../e2e/module-page.ts'

const script = `
import { verifyReceipt } from '/packages/proof/src/receipt/index.ts'

globalThis.verifyAll = async (receipts, trusted) => {
  const startMs = performance.now()
  const outcomes = []
  for (const receipt of receipts) {
    const { verdict, steps } = await verifyReceipt(receipt, trusted)
    outcomes.push(verdict + ' ' + (steps.find(({ state }) => state === 'failed')?.name ?? ''))
  }
  return { outcomes, ms: performance.now() - startMs }
}
globalThis.isReady = true
`

const answer = z.object({ outcomes: z.array(z.string()), ms: z.number() })
/** Receipts handed to the page at once: some megabytes. */
const chunk = 500

/** The keys of receipts, as JSON has them. */
export interface TextKeys {
  readonly ticks: readonly string[]
  readonly events: readonly string[]
  readonly acceptance: readonly string[]
}

/** What Chromium found: for each receipt its verdict and the step that failed, and the time that it took. */
export interface BrowserVerdicts {
  readonly outcomes: readonly string[]
  readonly ms: number
}

/** Verifies receipts in Chromium, by the modules of the verifier. */
export async function verifyInBrowser(receipts: readonly string[], trusted: TextKeys): Promise<BrowserVerdicts> {
  const browser = await openBrowser()
  try {
    return await verifyIn(browser, receipts, trusted)
  } finally {
    await browser.close()
  }
}

async function verifyIn(browser: Browser, receipts: readonly string[], trusted: TextKeys): Promise<BrowserVerdicts> {
  const { page } = await openModulePage(browser, script)
  await page.waitForFunction('globalThis.isReady === true')
  const outcomes: string[] = []
  let ms = 0
  for (let at = 0; at < receipts.length; at += chunk) {
    const given = JSON.stringify(receipts.slice(at, at + chunk))
    const found = z.parse(answer, await page.evaluate(`verifyAll(${given}, ${JSON.stringify(trusted)})`))
    outcomes.push(...found.outcomes)
    ms += found.ms
  }
  return { outcomes, ms }
}
