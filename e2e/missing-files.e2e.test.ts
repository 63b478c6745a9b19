import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { openPhone } from './phone-app.ts'

// Files of the build that are loaded late, each refused: by a lost network, and after a deployment has removed them. The
// build is served without its API, which refuses every call: screens load their files all the same.

const dist = join(import.meta.dirname, '../apps/h5/dist')
const patienceMs = 20_000

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

/** The stem of a built file's name: of "/h5/assets/mine-D0Hml2lj.js" it is "mine". */
const stemOf = (address: string) => /\/h5\/assets\/([\w.-]+)-[\w-]{8}\.(?:js|css)$/.exec(new URL(address).pathname)?.[1]
const show = (page: Page, screen: string) => page.evaluate(`location.hash = '#${screen}'`)

/** Opens a screen, and touches it: that loads the parts of the frame. */
async function visit(page: Page, screen: string): Promise<void> {
  await show(page, screen)
  await page.locator('main :is(h1, h2, p)').first().waitFor({ state: 'attached' })
  await page.evaluate(`document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))`)
}

/** Whether the app shows a screen: words, and the way on from it, which is its head with Back or the tab bar. */
const hasScreen = `(() => {
  const main = document.querySelector('#root main')
  const hasWayOn = document.querySelector('#root nav') !== null || main?.querySelector('header button, header a') != null
  return hasWayOn && main.textContent.trim().length > 10
})()`

/** What goes wrong when the files of a stem are refused, or null. */
async function faultWithout(stem: string, screen: string): Promise<string | null> {
  const context = await openPhone(browser, { token: 'a-token' })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  let state: 'offline' | 'removed' | 'there' = 'offline'
  let [refusals, loads, isBack] = [0, 0, false]
  page.on('load', () => (loads += 1))
  await page.route(
    (url) => stemOf(url.href) === stem,
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
      if (Date.now() > endMs) throw new Error(`${stem} at ${screen}: ${what}`)
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
    if (!wasPanel) await show(page, screen.includes('market') ? '/pages/lang/lang' : '/pages/market/market')
    await until(`was not loaded again (${expectedLoads})`, () => loads === expectedLoads)
  }
  try {
    await page.goto(`${address}#${screen}`)
    await visit(page, screen)
    await until('was not requested', () => refusals > 0)
    await sleep(200)
    await until('leaves no screen when the network is lost', stands)
    state = 'removed'
    await reconnect(2)
    await visit(page, screen)
    await until('was not requested again', () => refusals > 1)
    await sleep(300)
    await until('leaves no screen when it was removed', stands)
    if (loads !== 2) throw new Error(`${stem} at ${screen}: loads the page again and again`)
    state = 'there'
    await reconnect(3)
    await visit(page, screen)
    await until('does not come back', () => isBack)
    return null
  } catch (error) {
    return String(error).slice(0, 200)
  } finally {
    await context.close()
  }
}

it.each([
  ['the code of a screen', 'further-pages', '/pages/bill/bill'],
  ['the late parts of the frame', 'late-parts', '/'],
])('keeps a screen when %s cannot be loaded, reloads once, and brings it back', async (_what, stem, screen) => {
  expect(await faultWithout(stem, screen)).toBeNull()
})
