import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import * as z from 'zod/mini'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeResult = z.array(z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** A page whose console and network are watched. */
export interface WatchedPage {
  readonly page: Page
  /** Errors that the page wrote to its console, threw, or met on the network. */
  readonly faults: readonly string[]
  /** Accessibility violations of what is shown now, one line each. */
  axe(): Promise<string[]>
}

/** Opens a page and listens for what must never happen. */
export async function openWatchedPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    const isOurs = !message.text().startsWith('Service Worker registration blocked')
    if (isOurs && (message.type() === 'error' || message.type() === 'warning')) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`answer ${response.status()}: ${response.url()}`)
  })
  return { page, faults, axe: () => violations(page) }
}

async function violations(page: Page): Promise<string[]> {
  // The content policy of the page allows no foreign script; the debugger's own evaluation is exempt from it.
  await page.evaluate(axeSource)
  const found: unknown = await page.evaluate('axe.run().then((result) => result.violations)')
  return z.parse(axeResult, found).map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html.slice(0, 160) ?? ''}`)
}
