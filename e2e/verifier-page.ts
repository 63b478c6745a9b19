import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod/mini'

/** The verifier as it is built: one file, opened from the disk. */
export const verifierFolder = join(import.meta.dirname, '../apps/verifier/dist')
export const verifierAddress = pathToFileURL(join(verifierFolder, 'index.html')).href

/** Receipts handed to the page at once: some megabytes. */
const chunk = 500

/** Opens the verifier with a file of keys. The caller closes the page. */
export async function openVerifierPage(browser: Browser, trusted: string): Promise<Page> {
  const page = await browser.newPage({ offline: true, locale: 'en', reducedMotion: 'reduce' })
  await page.goto(verifierAddress)
  const buffer = Buffer.from(trusted)
  await page.setInputFiles('#files', { name: 'trusted.json', mimeType: 'application/json', buffer })
  await page.locator('#keys dl').waitFor()
  return page
}

/**
 * Gives each receipt to the page, and returns the verdict that it shows with the step that failed. A receipt that is
 * taken for a broken file of keys has a notice and no verdict: it fails by its form.
 */
export async function shownVerdicts(page: Page, texts: readonly string[]): Promise<string[]> {
  const outcomes: string[] = []
  for (let at = 0; at < texts.length; at += chunk) {
    const given = JSON.stringify(texts.slice(at, at + chunk))
    outcomes.push(...z.parse(z.array(z.string()), await page.evaluate(`(${verdictsInPage})(${given})`)))
  }
  return outcomes
}

/** Drops each text on the page and reads what the page then shows. */
const verdictsInPage = `async (texts) => {
  const outcomes = []
  for (const text of texts) {
    document.querySelector('#verdict')?.removeAttribute('id')
    document.querySelector('.notice')?.remove()
    const dropped = new DataTransfer()
    dropped.items.add(new File([text], 'receipt.json'))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true }))
    let shown = null
    while (shown === null) {
      await new Promise((resolve) => setTimeout(resolve))
      shown = document.querySelector('.notice') ?? document.querySelector('#verdict')
    }
    if (shown.matches('.notice')) {
      outcomes.push('failed format')
      continue
    }
    const failed = document.querySelector('.found[data-state=failed]')
    outcomes.push(shown.dataset.verdict + ' ' + (failed?.dataset.step ?? ''))
  }
  return outcomes
}`
