import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { patienceMs } from './browser.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeResult = z.array(
  z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
)

/** A page whose console and network are watched. */
export interface WatchedPage {
  readonly page: Page
  /** Errors that the page wrote to its console, threw, or met on the network. */
  readonly faults: readonly string[]
  /** Accessibility violations of the current content, one line each. */
  axe(): Promise<string[]>
  /** Resolves once the page's requests are done and drawn: no request for a fifth of a second, and nothing busy. */
  settled(): Promise<void>
  /** Expects that the page met no fault, and closes its browser context. */
  closeWithoutFault(): Promise<void>
}

const quietMs = 200
const isDrawn = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.querySelector('[aria-busy="true"]') === null))))`

/** A partial file of the log is removed once a longer one has replaced it, which the reader requests then. */
const partialLogFile = /\/log\/.+\.p\/\d+$/

/** Opens a page and records events that must never happen. */
export async function openWatchedPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    const isOurs = !message.text().startsWith('Service Worker registration blocked')
    if (partialLogFile.test(message.location().url)) return
    const isResource = message.text().startsWith('Failed to load resource')
    if (isOurs && (message.type() === 'error' || message.type() === 'warning'))
      faults.push(`console: ${message.text()}${isResource ? ` (${message.location().url})` : ''}`)
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`answer ${response.status()}: ${response.url()}`)
  })
  return {
    page,
    faults,
    axe: () => violations(page),
    settled: settledOf(page),
    closeWithoutFault: async () => {
      expect(faults).toEqual([])
      await context.close()
    },
  }
}

/** Waits for a dialog that has just closed: it still goes back over its history entry, which undoes a move. */
export async function untilNoDialogIsLeft(page: Page): Promise<void> {
  await page.waitForFunction('!(history.state?.layers > 0)')
}

function settledOf(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  let lastMs = 0
  const heard = (isAsked: boolean) => (request: Request) => {
    if (isAsked) asked.add(request)
    else asked.delete(request)
    lastMs = performance.now()
  }
  page.on('request', heard(true))
  page.on('requestfinished', heard(false))
  page.on('requestfailed', heard(false))
  return async () => {
    const sinceMs = performance.now()
    while (performance.now() - sinceMs < patienceMs) {
      const quietSinceMs = Math.max(sinceMs, lastMs)
      if (asked.size === 0 && performance.now() - quietSinceMs >= quietMs && (await page.evaluate(isDrawn)) === true)
        return
      await sleep(quietMs / 4)
    }
    throw new Error(`the page was still busy after ${patienceMs / 1_000} s: ${page.url()}`)
  }
}

/**
 * Loads axe where the document has not got it yet, and names only violations: selectors of what is sound take half the
 * time.
 */
async function violations(page: Page): Promise<string[]> {
  // The content policy of the page allows no foreign script; the debugger's own evaluation is exempt from it.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axeSource)
  const found: unknown = await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)`,
  )
  return z.parse(axeResult, found).map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html.slice(0, 160) ?? ''}`)
}
