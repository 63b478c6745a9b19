import type { Browser } from 'playwright-core'
import * as z from 'zod/mini'
import { openModulePage } from '../e2e/module-page.ts'

const script = `
import { parseTrustedFile, verifyReceipt } from '/packages/proof/src/receipt/index.ts'

globalThis.verifyAll = async (receipts, trustedFile) => {
  const trusted = { ...parseTrustedFile(trustedFile), nowMs: Date.now() }
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

/** What Chromium found: for each receipt its verdict and the step that failed, and the time that it took. */
export interface BrowserVerdicts {
  readonly outcomes: readonly string[]
  readonly ms: number
}

/** Verifies receipts in Chromium by the modules that the app has, each by itself, by a file of keys. */
export async function verifyInBrowser(
  browser: Browser,
  receipts: readonly string[],
  trusted: string,
): Promise<BrowserVerdicts> {
  const { page } = await openModulePage(browser, script)
  await page.waitForFunction('globalThis.isReady === true')
  const outcomes: string[] = []
  let ms = 0
  for (let at = 0; at < receipts.length; at += chunk) {
    const given = JSON.stringify(receipts.slice(at, at + chunk))
    const call = `verifyAll(${given}, ${JSON.stringify(trusted)})`
    const found = z.parse(answer, await page.evaluate(call))
    outcomes.push(...found.outcomes)
    ms += found.ms
  }
  await page.close()
  return { outcomes, ms }
}
