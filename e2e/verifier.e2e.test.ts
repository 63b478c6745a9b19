import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseTrustedFile, verifyReceipt } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readStaticApp } from '../apps/server/src/platform/http/servers.ts'
import { openHttpServer } from '../apps/server/test/http-server.ts'
import { randomOf } from '../packages/proof/src/testing/random.ts'
import type { Random } from '../packages/proof/src/testing/random.ts'
import { openTestBrowser, phone } from './browser.ts'
import { shownVerdicts, verifierAddress, verifierFolder } from './verifier-page.ts'
import { openWatchedPage } from './watched-page.ts'

// The verifier as it is built: one file, opened from the disk by a browser without a network.

const root = join(import.meta.dirname, '..')
const vector = (name: string) => join(root, 'packages/proof/vectors', name)
const wide = { viewport: { width: 1280, height: 800 } } as const
const onPhone = { viewport: phone.viewport, isMobile: true, hasTouch: true } as const

let browser: Browser
let receipt: string
let trusted: Trusted

beforeAll(async () => {
  browser = await openTestBrowser()
  receipt = await readFile(vector('contract-receipt.json'), 'utf8')
  trusted = parseTrustedFile(await readFile(vector('trusted.json'), 'utf8'))
})

afterAll(() => browser.close())

async function openVerifier(options: BrowserContextOptions = {}, { at = verifierAddress, script = '' } = {}) {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...options })
  await context.addInitScript(script)
  const watched = await openWatchedPage(context)
  const requested: string[] = []
  watched.page.on('request', (request) => requested.push(request.url()))
  await watched.page.goto(at)
  await watched.page.locator('h1').waitFor()
  return { ...watched, requested, close: () => context.close() }
}

const give = (page: Page, ...names: readonly string[]) => page.setInputFiles('#files', names.map(vector))
const giveText = (page: Page, text: string, name = 'changed.json') =>
  page.setInputFiles('#files', { name, mimeType: 'application/json', buffer: Buffer.from(text) })
const slowImport = `{
  const importKey = crypto.subtle.importKey.bind(crypto.subtle)
  crypto.subtle.importKey = async (...key) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    setTimeout(() => (globalThis.isImported = true))
    return importKey(...key)
  }
}`
const verdictIs = (page: Page, state: string) => page.locator(`#verdict[data-verdict=${state}]`).waitFor()

describe('the verifier as one file', () => {
  test('verifies a receipt from the disk, offline, and names the keys that it trusted', async () => {
    const { page, faults, requested, close } = await openVerifier({ offline: true })
    await give(page, 'contract-receipt.json', 'trusted.json')
    await verdictIs(page, 'passed')
    expect(await page.locator('h1').textContent()).toBe('This receipt is genuine')
    expect(await page.locator('.ring-passed').count()).toBe(1)
    expect(await page.locator('.step.passed').count()).toBe(7)
    const keys = await page.locator('#keys').textContent()
    expect(keys).toContain('candor.example/ticks/2026h1 8e9ba404')
    expect(keys).toContain('85ef 98ca 9959 843a f7f0 d27e fea3 992b 80c8 67e9 72b2 03fe ab69 ca3d 4338 f41b')
    expect(await page.locator('.ticket').textContent()).toContain('−25.25')
    expect(requested.filter((url) => !url.startsWith('data:'))).toEqual([verifierAddress])
    expect(faults).toEqual([])
    expect(await page.locator('a, iframe, form').count()).toBe(0)
    await close()
  })

  test('waits for keys before it judges, and never closes the ring for an acceptance', async () => {
    const { page, faults, close } = await openVerifier()
    await give(page, 'acceptance.json')
    await verdictIs(page, 'needs-keys')
    await give(page, 'trusted.json')
    await verdictIs(page, 'passed')
    expect(await page.locator('h1').textContent()).toBe('Genuine so far')
    expect(await page.locator('.ring-passed').count()).toBe(0)
    await page.getByRole('button', { name: 'Check another' }).click()
    await page.getByRole('button', { name: 'Paste text' }).click()
    await page.keyboard.insertText(receipt)
    await page.getByRole('button', { name: 'Check this text' }).click()
    await page.locator('.ring-passed').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  test('shows what differs, what it means and what to do, and saves evidence that repeats the check', async () => {
    const { page, close } = await openVerifier()
    await give(page, 'trusted.json')
    await giveText(page, rechecked(receipt.replace('"index":4', '"index":3')))
    await verdictIs(page, 'failed')
    const failed = page.locator('.found[data-state=failed]')
    expect(await failed.getAttribute('data-step')).toBe('acceptance')
    expect(await failed.locator('.difference dd').allTextContents()).toEqual([
      expect.stringMatching(/^[\w+/]{43}=$/),
      expect.stringMatching(/^[\w+/]{43}=$/),
    ])
    expect(await page.locator('.step.not-judged').count()).toBe(5)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the evidence' }).click()
    const saved = z.parse(
      z.object({ verdict: z.string(), file: z.object({ base64: z.string() }) }),
      JSON.parse(await readFile(await (await downloading).path(), 'utf8')),
    )
    const again = await verifyReceipt(Buffer.from(saved.file.base64, 'base64').toString(), trusted)
    expect([again.verdict, saved.verdict]).toEqual(['failed', 'failed'])
    await close()
  })

  test('shows no earlier verdict beside a file that it cannot verify', async () => {
    const { page, close } = await openVerifier()
    await give(page, 'contract-receipt.json', 'trusted.json')
    await verdictIs(page, 'passed')
    // Without its format it seems to be a file of keys.
    await giveText(page, rechecked(receipt.replace('"format"', '"gormat"')))
    await page.locator('.notice').waitFor()
    expect(await page.locator('#verdict').count()).toBe(0)
    await give(page, 'contract-receipt.json')
    await verdictIs(page, 'passed')
    await close()
  })

  test('says that it computes signatures itself where the browser has none, with the same verdict', async () => {
    const { page, close } = await openVerifier()
    await page.addInitScript('delete Crypto.prototype.subtle')
    await page.reload()
    await page.getByText('Your browser doesn’t offer Ed25519 here').waitFor()
    await give(page, 'contract-receipt.json', 'trusted.json')
    await verdictIs(page, 'passed')
    await giveText(page, rechecked(receipt.replace(/(\/ticks\/2026h1 .{20})./, '$1A')))
    await verdictIs(page, 'failed')
    expect(await page.locator('.found[data-state=failed]').getAttribute('data-step')).toBe('signatures')
    await close()
  })

  test('works as served, under the policy of the server', async () => {
    const server = await openHttpServer({ app: null, verifier: readStaticApp(verifierFolder) })
    const served = await server.listen({ port: 0, host: '127.0.0.1' })
    const { page, faults, close } = await openVerifier({}, { at: `${served}/verify/` })
    await give(page, 'contract-receipt.json', 'trusted.json')
    await verdictIs(page, 'passed')
    const reached = await page.evaluate(`fetch('/verify/').then(() => 'reached', () => 'refused')`)
    expect(reached).toBe('refused')
    expect(faults.filter((fault) => !fault.includes('Content Security Policy'))).toEqual([])
    await close()
    await server.close()
  })

  test('speaks nine languages, and is accessible on a phone and wide, in light and dark', async () => {
    for (const [size, colorScheme] of [
      [onPhone, 'light'],
      [wide, 'dark'],
    ] as const) {
      const { page, axe, faults, close } = await openVerifier({ ...size, colorScheme, locale: 'de-AT' })
      expect(await page.locator('html').getAttribute('lang')).toBe('de')
      expect(await axe()).toEqual([])
      for (const language of ['en', 'pt', 'es', 'de', 'fr', 'vi', 'zh', 'ko', 'ja']) {
        await page.selectOption('#language', language)
        for (const names of [['contract-receipt.json', 'trusted.json'], ['trusted.json']] as const) {
          await give(page, ...names)
          await page.locator('#verdict').waitFor()
          const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
          expect({ language, width }).toEqual({ language, width: 0 })
        }
        expect(await page.locator('#page').textContent()).not.toMatch(/\{\w+\}|undefined/)
      }
      expect(await axe()).toEqual([])
      await giveText(page, receipt.slice(1))
      await verdictIs(page, 'failed')
      expect(await axe()).toEqual([])
      expect(faults).toEqual([])
      await close()
    }
  })

  test('is used by keyboard alone, in a browser that is slow to say what it can', async () => {
    const { page, close } = await openVerifier({}, { script: slowImport })
    const reach = async (name: string) => {
      for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press('Tab')
        if ((await page.evaluate('document.activeElement.textContent')) === name) return
      }
      throw new Error(`${name} is not reached`)
    }
    // Playwright takes choosers over once somebody waits for one, which takes the browser a moment.
    const choosing = page.waitForEvent('filechooser')
    await reach('Choose files')
    await page.waitForFunction('globalThis.isImported')
    await page.keyboard.press('Enter')
    await (await choosing).setFiles([vector('contract-receipt.json'), vector('trusted.json')])
    await verdictIs(page, 'passed')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.locator('details[open]').count()).toBe(1)
    await close()
  })
})

describe('the verifier and the package in Node', () => {
  test('agree on 400 changed receipts: the same verdict, and the same step that fails', async () => {
    const { page, faults, close } = await openVerifier()
    await give(page, 'trusted.json')
    await page.locator('#keys dl').waitFor()
    const random = randomOf(71)
    const samples = Array.from({ length: 400 }, (_, at) => changedReceipt(at, random))
    const inPage = await shownVerdicts(page, samples)
    const inNode = await Promise.all(samples.map(outcomeInNode))
    expect(inPage).toEqual(inNode)
    const steps = new Set(inNode)
    for (const step of ['format', 'acceptance', 'placed-in-log', 'frames-in-log', 'signatures', 'witnesses'])
      expect([...steps]).toContain(`failed ${step}`)
    expect([...steps].filter((outcome) => outcome.startsWith('passed'))).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})

/**
 * One changed bit of a character below 128; in three of four with a check sum that fits, so that later steps find it.
 */
function changedReceipt(at: number, random: Random): string {
  const plain = Array.from(receipt).flatMap((character, index) => (character.charCodeAt(0) < 128 ? [index] : []))
  const index = plain[random.below(plain.length)] ?? 0
  const changed = String.fromCharCode(receipt.charCodeAt(index) ^ (1 << random.below(7)))
  const text = receipt.slice(0, index) + changed + receipt.slice(index + 1)
  // A change of the check sum itself would be undone by a fitting one.
  return at % 4 === 0 || rechecked(text) === receipt ? text : rechecked(text)
}

/** The text with the check sum of its content. */
function rechecked(text: string): string {
  const body = text.slice(0, text.lastIndexOf(',"check":"'))
  return `${body},"check":"${createHash('sha256').update(body).digest().subarray(0, 12).toString('base64')}"}`
}

async function outcomeInNode(text: string): Promise<string> {
  const { verdict, steps } = await verifyReceipt(text, { ...trusted, nowMs: Date.now() })
  return `${verdict} ${steps.find(({ state }) => state === 'failed')?.name ?? ''}`
}
