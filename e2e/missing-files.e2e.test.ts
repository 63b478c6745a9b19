import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTexts } from '../apps/h5/vite/message-files.ts'
import { appScreens } from './accessible-screens.ts'
import { openBrowser } from './browser.ts'
import { openPhone } from './phone-app.ts'

// Files of the build that are loaded late, each refused: by a lost network, and after a deployment has removed them. The
// build is served without its API, which refuses every call: screens load their files all the same.

const dist = join(import.meta.dirname, '../apps/h5/dist')
const assets = join(dist, 'assets')
const patienceMs = 20_000
/** A screen has requested its files by then. */
const quietMs = 300
/** How many days it takes until each file has been refused. */
const turnDays = 4
const day = Math.floor(Date.now() / 86_400_000)

let server: Server
let browser: Browser
let address: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const isCall = pathname.startsWith('/api/')
    const file = isCall ? null : builtFile(pathname === '/h5/' ? 'index.html' : pathname.slice('/h5/'.length))
    response.writeHead(isCall || file !== null ? 200 : 404, {
      'content-type': isCall ? 'application/json' : (mediaTypes[extname(pathname)] ?? 'text/html'),
    })
    response.end(isCall ? JSON.stringify({ code: 0, msg: 'Not now', error: 'system-error', data: null }) : file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
  address = `http://127.0.0.1:${bound.port}/h5/`
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

const mediaTypes: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

function builtFile(name: string): Buffer | null {
  try {
    return readFileSync(join(dist, name))
  } catch {
    return null
  }
}

/** A way to make the app load files: a screen, and what is done on it. */
interface Way {
  readonly screen: string
  readonly isVisitor?: boolean
  readonly act?: (page: Page) => Promise<unknown>
}

const languageNames = ['Deutsch', 'Español', 'Français', '日本語', '한국어', 'Português', 'Tiếng Việt', '简体中文']

/** Every screen, and the taps that load more than its own files. */
const ways: readonly Way[] = [
  ...appScreens.map((screen) => ({ screen })),
  ...['/pages/login/login', '/pages/login/forgot', '/pages/login/recover'].map((screen) => ({
    screen,
    isVisitor: true,
  })),
  { screen: '/pages/register/register', isVisitor: true, act: (page) => page.getByLabel('Password').first().fill('a') },
  { screen: '/pages/market/market?list=search' },
  { screen: '/', act: () => sleep(1_500) },
  ...languageNames.map((name) => ({
    screen: '/pages/lang/lang',
    act: (page: Page) => page.getByRole('radio', { name: new RegExp(name) }).check({ force: true }),
  })),
]

/** Parts that load with data, with a tap on it, or to verify it: by `latePart`, `lateLayer` or a query. */
const partsOfData: readonly string[] = [
  'account-events chart commodity-icon contractSheets detail disabled-dialog download-sheet',
  'ed25519-equation esm instrument-search json-value judge-contract judge-movement leaflet-tiles',
  'log-reader market-search ml-dsa note-key own-keys own-log own-verdict places policy position-drawing',
  'proof-sheet proof-sheet.module proof-worker readiness receipt-sheet sealed share-sheet sheets tree',
  'utils verdict-reading verify-receipt',
].flatMap((line) => line.split(' '))

/** The files that the page names, with everything that they cannot run without. */
function firstFiles(): Set<string> {
  const html = readFileSync(join(assets, '../index.html'), 'utf8')
  const found = new Set([...html.matchAll(/(?:src|href)="\/h5\/assets\/([^"]+)"/g)].map(([, name = '']) => name))
  for (const file of found) {
    if (!file.endsWith('.js')) continue
    for (const [, name = ''] of codeOf(file).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) found.add(name)
  }
  return found
}

const codeOf = (file: string) => readFileSync(join(assets, file), 'utf8')
const stemOf = (file: string) => file.replace(/-[\w-]{8}\.\w+$/, '')

const englishTexts = readTexts(join(import.meta.dirname, '../apps/h5/src'), 'en')

/** Whether a file has the texts of a screen in another language. */
function isForeignText(file: string): boolean {
  if (!/^var \w+=JSON\.parse\(/.test(codeOf(file))) return false
  const texts = [...codeOf(file).matchAll(/"([\w.-]+)":\["([^"\\]*)"\]/g)]
  return texts.some(([, key = '', text]) => englishTexts[key] !== text)
}

/** All further files; of the texts of screens the English ones, because each language loads them in the same way. */
function lateFiles(): string[] {
  const first = firstFiles()
  return readdirSync(assets).filter((file) => /\.(js|css)$/.test(file) && !first.has(file) && !isForeignText(file))
}

const fileOf = (address: string) => /\/h5\/assets\/([^/]+\.(?:js|css))$/.exec(new URL(address).pathname)?.[1]
const show = (page: Page, screen: string) => page.evaluate(`location.hash = '#${screen}'`)

/** A phone whose app reminds its owner of the time after a second, not after a minute. */
async function openContext({ isVisitor = false }: Way): Promise<BrowserContext> {
  const context = await openPhone(browser, { token: isVisitor ? undefined : 'a-token' })
  context.setDefaultTimeout(patienceMs)
  await context.addInitScript(`{
    const later = window.setTimeout
    window.setTimeout = (task, ms, ...more) => later(task, ms === 60000 ? 1000 : ms, ...more)
  }`)
  return context
}

/** Goes a way to its end, or as far as it leads without a file. */
async function go(page: Page, { screen, act }: Way): Promise<void> {
  await show(page, screen)
  await page.locator('main :is(h1, h2, p)').first().waitFor({ state: 'attached' })
  await page.evaluate(
    `document.querySelector('main h1, main h2')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))`,
  )
  await act?.(page).catch(() => undefined)
}

/** The first way found to each file. One page goes all ways of a visitor, another those of a customer. */
async function waysToFiles(): Promise<Map<string, Way>> {
  const found = new Map<string, Way>()
  for (const isVisitor of [true, false]) {
    const own = ways.filter((way) => (way.isVisitor ?? false) === isVisitor)
    const context = await openContext({ screen: '/', isVisitor })
    const page = await context.newPage()
    let way: Way = { screen: '/', isVisitor }
    page.on('request', (request) => {
      const file = fileOf(request.url())
      if (file !== undefined && !found.has(file)) found.set(file, way)
    })
    await page.goto(address)
    for (way of own) {
      await go(page, way)
      await page.waitForLoadState('networkidle')
      await sleep(quietMs)
    }
    await context.close()
  }
  return found
}

/** Whether the app shows a screen: words, and the way on from it, which is its head with Back or the tab bar. */
const hasScreen = `(() => {
  const main = document.querySelector('#root main')
  const hasWayOn = document.querySelector('#root nav') !== null || main?.querySelector('header button, header a') != null
  return hasWayOn && main.textContent.trim().length > 10
})()`

/** What goes wrong when a file is refused, or null. */
async function faultWithout(file: string, way: Way): Promise<string | null> {
  const context = await openContext(way)
  const page = await context.newPage()
  let state: 'offline' | 'removed' | 'there' = 'offline'
  let [refusals, loads, isBack] = [0, 0, false]
  page.on('load', () => (loads += 1))
  await page.route(
    (url) => fileOf(url.href) === file,
    async (route) => {
      if (state === 'there') isBack = true
      else refusals += 1
      if (state === 'offline') await route.abort('internetdisconnected')
      else if (state === 'removed') await route.fulfill({ status: 404, body: '' })
      else await route.continue()
    },
  )
  await page.route(
    (url) => url.pathname === '/h5/',
    (route) => (state === 'offline' && route.request().resourceType() === 'fetch' ? route.abort() : route.continue()),
  )
  const until = async (what: string, holds: () => boolean | Promise<boolean>) => {
    const endMs = Date.now() + patienceMs
    while (!(await Promise.resolve(holds()).catch(() => false))) {
      if (Date.now() > endMs) throw new Error(`${stemOf(file)} at ${way.screen}: ${what}`)
      await sleep(50)
    }
  }
  const stands = async () => (await page.evaluate(hasScreen)) === true
  const isPanel = () => page.getByText('We couldn’t open this screen').isVisible()
  /** The network returns: a screen that is missing loads by itself, a part with the next change of screen. */
  const reconnect = async (expectedLoads: number) => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/h5/'))
    const wasPanel = await isPanel()
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await answered
    await sleep(100)
    if (!wasPanel) await show(page, way.screen.includes('market') ? '/pages/lang/lang' : '/pages/market/market')
    await until(`was not loaded again (${expectedLoads})`, () => loads === expectedLoads)
  }
  try {
    await page.goto(`${address}#${way.screen}`)
    await go(page, way)
    await until('was not requested', () => refusals > 0)
    await sleep(200)
    await until('leaves no screen when the network is lost', stands)
    state = 'removed'
    await reconnect(2)
    await go(page, way)
    await until('was not requested again', () => refusals > 1)
    await sleep(300)
    await until('leaves no screen when it was removed', stands)
    if (loads !== 2) throw new Error(`${stemOf(file)} at ${way.screen}: loads the page again and again`)
    state = 'there'
    await reconnect(3)
    await go(page, way)
    await until('does not come back', () => isBack)
    return null
  } catch (error) {
    return String(error).slice(0, 200)
  } finally {
    await context.close()
  }
}

it('leaves a screen with its head when a late file is missing, and brings it back: others each day', async () => {
  const found = await waysToFiles()
  const late = lateFiles()
  expect(
    late
      .filter((file) => !found.has(file))
      .map(stemOf)
      .filter((stem) => !partsOfData.includes(stem)),
  ).toEqual([])
  const faults: (string | null)[] = []
  const asked = [...found].filter(([file]) => late.includes(file))
  for (const [file, way] of asked.filter((_, place) => place % turnDays === day % turnDays))
    faults.push(await faultWithout(file, way))
  expect(faults.filter((fault) => fault !== null)).toEqual([])
  expect(faults.length).toBeGreaterThan(10)
}, 600_000)
