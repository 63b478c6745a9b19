import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { playPushService } from '../apps/server/src/modules/push/testing/push-service-played.ts'
import type { PlayedPushService } from '../apps/server/src/modules/push/testing/push-service-played.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { verifyCustomer } from '../apps/launcher/src/sandbox/verify-customer.ts'
import { openBrowser, phone } from './browser.ts'
import { register } from './customer.ts'
import { openFrontProxy } from './front-proxy.ts'
import type { FrontProxy } from './front-proxy.ts'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'
import { openWatchedPage } from './watched-page.ts'

let candor: RunningCandor
let push: PlayedPushService
let front: FrontProxy
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  push = await playPushService()
  candor = await runCandor({ CANDOR_PUSH_ORIGINS: push.origin })
  front = await openFrontProxy(candor.origin)
  browser = await openBrowser()
  context = await openContext('pia@example.com')
})
// A test that failed without a network leaves the next one its network.
afterEach(() => front.cut(false))
afterAll(async () => {
  await browser?.close()
  await front?.close()
  await candor?.remove()
  await push?.close()
})

/** Registers a customer and signs them in on a phone of their own. */
async function openContext(email: string): Promise<BrowserContext> {
  const token = await register(candor, email)
  const opened = await browser.newContext({
    ...phone,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  })
  await opened.addInitScript(`localStorage.getItem('candor.token') ?? localStorage.setItem('candor.token', '${token}')`)
  await opened.addInitScript(playedBrowser(push.subscription))
  return opened
}

/** A script for a browser without its maker's push service: it hands out the address of the played one. */
function playedBrowser({ endpoint, p256dh, auth }: PlayedPushService['subscription']): string {
  return `{
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')),
      (sign) => sign.charCodeAt(0)).buffer
    const getKey = (name) => bytes(name === 'p256dh' ? '${p256dh}' : '${auth}')
    const subscription = { endpoint: '${endpoint}', options: {}, getKey, unsubscribe: () => Promise.resolve(true) }
    const played = { getSubscription: () => Promise.resolve(null), subscribe: () => Promise.resolve(subscription) }
    Object.assign(PushManager.prototype, played)
    // A headless browser denies them regardless of grants.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
  }`
}

async function open(route = ''): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${front.address}${route}`)
  return page
}

/** Opens the app, touches it, and waits until it works offline: its files and last known data are stored. */
async function openUntilKept(): Promise<Page> {
  const page = await open()
  await page.getByText('Your play money').first().waitFor()
  await touch(page)
  await show(page, '#/pages/mine/mine')
  await expect.poll(async () => (await knownPaths(page)).includes('user/info')).toBe(true)
  await show(page, '#/pages/market/market')
  await expect.poll(async () => (await knownPaths(page)).includes('market/quotes')).toBe(true)
  await expect.poll(async () => (await keptFiles(page)).some((file) => file.includes('/late-parts-'))).toBe(true)
  return page
}

const touch = (page: Page) =>
  page.evaluate(`document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))`)
const show = (page: Page, hash: string) => page.evaluate(`location.hash = '${hash}'`)
const texts = z.array(z.string())
const keys = z.array(z.tuple([z.string(), z.unknown()]))
const manifestSchema = z.looseObject({
  id: z.string(),
  lang: z.string(),
  shortcuts: z.array(z.looseObject({ name: z.string() })),
})

/** The files stored by the worker. */
async function keptFiles(page: Page): Promise<string[]> {
  return z.parse(
    texts,
    await page.evaluate(`(async () => {
      const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return kept.flat().map(({ url }) => url)
    })()`),
  )
}

/** The paths of the server responses stored by the app. */
async function knownPaths(page: Page): Promise<string[]> {
  return (await knownKeys(page)).map(([path]) => path)
}

/** The server responses stored by the app: path and form of each. */
async function knownKeys(page: Page): Promise<[path: string, form: unknown][]> {
  return z.parse(
    keys,
    // To open it before the app does would be to make it.
    await page.evaluate(`indexedDB.databases().then((made) => made.length > 0 && new Promise((resolve) => {
      const opened = indexedDB.open('candor')
      // Before the app has made it: made here, it would be without its store for good.
      opened.onupgradeneeded = () => opened.transaction.abort()
      opened.onerror = () => resolve([])
      opened.onsuccess = () => {
        const all = opened.result.transaction('known').objectStore('known').getAll()
        all.onsuccess = () => resolve(all.result.map(({ key }) => [key[0], key[1]]))
        opened.result.close()
      }
    }))`),
  )
}

describe('the installed app', () => {
  test('can be installed from home, market and a contract page', async () => {
    const page = await open()
    const session: CDPSession = await context.newCDPSession(page)
    for (const route of ['', '#/pages/market/market', '#/pages/contract/contract?symbol=BTCUSDT']) {
      await page.goto(`${front.address}${route}`)
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
      // The test's own windows are private ones, which never install anything.
      expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
    }
    const { errors, url, data } = await session.send('Page.getAppManifest')
    expect({ errors, url }).toEqual({ errors: [], url: `${front.origin}/h5/manifest.webmanifest` })
    expect(JSON.parse(data ?? '{}')).toMatchObject({ id: '/h5/', scope: '/h5/', display: 'standalone' })
    await page.close()
  })

  test('is installed in the customer’s language, which may change while it runs', async () => {
    const page = await open()
    const session = await context.newCDPSession(page)
    const manifest = async () =>
      z.parse(manifestSchema, JSON.parse((await session.send('Page.getAppManifest')).data ?? '{}'))
    await page.evaluate(`localStorage.setItem('candor.language', 'de')`)
    await page.reload()
    // The app may begin to listen after the page has loaded.
    const touchedManifest = async () => {
      await touch(page)
      return manifest()
    }
    await expect.poll(async () => (await touchedManifest()).lang === 'de').toBe(true)
    expect(await manifest()).toMatchObject({
      id: '/h5/',
      shortcuts: [{ name: 'Markt' }, { name: 'Kontrakte' }, { name: 'Nachrichten' }],
    })
    await show(page, '#/pages/lang/lang')
    await page.getByRole('radio', { name: /Français/ }).click()
    await expect.poll(async () => (await manifest()).lang === 'fr').toBe(true)
    expect((await session.send('Page.getAppManifest')).errors).toEqual([])
    await page.getByRole('radio', { name: /English/ }).click()
    await expect.poll(async () => (await manifest()).lang === 'en').toBe(true)
    await page.close()
  })

  test('has trade, orders, receipt, Mine and help without a network after a first visit of five seconds', async () => {
    const visitor = await openContext('short@example.com')
    const first = await visitor.newPage()
    await first.goto(front.address)
    await first.getByText('Your play money').first().waitFor()
    // Nothing is touched meanwhile.
    await sleep(5_000)
    front.cut(true)
    const again = await visitor.newPage()
    await again.goto(front.address)
    for (const page of [first, again])
      for (const screen of [
        '/pages/contract/contract?symbol=BTCUSDT',
        '/pages/bill/contract',
        '/pages/bill/contract?id=1',
        '/pages/mine/mine',
        '/pages/help/help?id=swap',
      ]) {
        await show(page, `#${screen}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForFunction(`!/Loading/.test(document.querySelector('main').innerText)`)
        expect([screen, await page.getByText('We couldn’t open this screen').count()]).toEqual([screen, 0])
      }
    await again.getByRole('heading', { name: 'Swapping USD and USDT' }).waitFor()
    await show(again, '#/pages/help/help?text=recovery%20codes')
    await again.getByText('1 article').waitFor()
    await show(again, '#/pages/mine/mine')
    await again.getByText('short@example.com').waitFor()
    front.cut(false)
    await visitor.close()
  })

  test('opens without a network to what was last known, and says how old it is', async () => {
    const kept = await openUntilKept()
    // Other markets close, and a closed market's price has no age.
    await kept.getByRole('radio', { name: 'Crypto' }).check({ force: true })
    const isKept = async () =>
      (await knownKeys(kept)).some(
        ([path, form]) => path === 'market/quotes' && JSON.stringify(form).includes('crypto'),
      )
    await expect.poll(isKept).toBe(true)
    await kept.close()
    front.cut(true)
    const { page, faults, axe } = await openWatchedPage(context)
    await page.goto(`${front.address}#/pages/market/market`)
    await page.getByText(/You’ve been offline since .*Prices are out of date, and trading is paused/).waitFor()
    await page.getByRole('radio', { name: 'Crypto' }).check({ force: true })
    const row = page.locator('a[data-direction]').filter({ hasText: 'BTC/USDT' })
    await row.filter({ hasText: /old/ }).waitFor()
    expect(await row.getAttribute('data-state')).not.toBe('open')
    await show(page, '#/pages/mine/mine')
    await page.getByText(/You’re offline. Last updated \d+ \w+,? (at )?\d\d:\d\d/).waitFor()
    await page.getByText('pia@example.com').waitFor()
    expect(await axe()).toEqual([])
    // The browser's own errors about the missing network are not the page's.
    expect(faults.filter((fault) => !/net::ERR|WebSocket|Failed to load resource/.test(fault))).toEqual([])
    front.cut(false)
    await page.getByText(/Last updated/).waitFor({ state: 'detached' })
    await page.close()
  })

  test('makes the first calls of a screen while its page is on the way, and no call twice', async () => {
    const market = '#/pages/market/market'
    const before = await open(market)
    await touch(before)
    const isKept = `caches.match('/h5/first-calls?' + new URLSearchParams({ screen: '${market}' })).then(Boolean)`
    await expect.poll(() => before.evaluate(isKept)).toBe(true)
    await before.close()
    const since = front.requested.length
    const calls = () => front.requested.slice(since).filter((path) => /market.(instruments|quotes)$/.test(path))
    const release = front.holdPage()
    const opened = open(market)
    await expect.poll(calls).toEqual(['/api/market/instruments', '/api/market/quotes'])
    release()
    const page = await opened
    await page.locator('a[data-direction]').first().waitFor()
    expect(calls()).toEqual(['/api/market/instruments', '/api/market/quotes'])
    await page.close()
  })

  test('waits with a newer version until the customer wants it, and opens it then', async () => {
    const page = await openUntilKept()
    front.renewWorker()
    await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => null)')
    await page.getByText('A new version is ready.').waitFor()
    const endReplaced = await watchWorkers(page)
    let isOpened = false
    page.once('load', () => (isOpened = true))
    await page.getByRole('button', { name: 'Update' }).click()
    await expect
      .poll(
        async () => {
          await endReplaced()
          return isOpened
        },
        { interval: 1_000 },
      )
      .toBe(true)
    await page.locator('a[data-direction]').first().waitFor()
    expect(await page.getByText('A new version is ready.').count()).toBe(0)
    await page.close()
  })

  test('forgets with the login what was the customer’s', async () => {
    const page = await openUntilKept()
    await show(page, '#/pages/mine/mine')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Sign out' }).click()
    await expect
      .poll(async () => (await knownPaths(page)).every((path) => /^(market|contract\/terms|system)/.test(path)))
      .toBe(true)
    expect(await knownPaths(page)).toContain('market/quotes')
    await page.close()
  })
})

describe('notifications', () => {
  test('are chosen by kind, come once, and open what they are about', async () => {
    context = await openContext('nora@example.com')
    const { page, axe, faults } = await openWatchedPage(context)
    await page.goto(`${front.address}#/pages/msg/notifications`)
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    const withdrawals = page.getByRole('switch', { name: 'Withdrawals' })
    await withdrawals.click()
    await page.getByRole('switch', { name: 'Withdrawals', checked: false }).waitFor()
    expect(await page.getByRole('switch', { checked: true }).count()).toBe(5)
    expect(await axe()).toEqual([])
    // The server has it so, and not only the screen.
    await page.reload()
    await page.getByRole('switch', { name: 'Withdrawals', checked: false }).waitFor()
    expect(await page.getByRole('switch', { checked: true }).count()).toBe(5)
    const token = await page.evaluate(`localStorage.getItem('candor.token')`)
    await verifyCustomer({ origin: candor.origin, token: z.parse(z.string(), token) })
    await expect.poll(() => Promise.resolve(push.received.length > 0)).toBe(true)
    expect(push.received.map(({ note }) => note)).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/^m\d+$/),
        title: 'We’ve decided on your identity check',
        text: 'Open Candor to read it.',
      }),
    ])
    expect(faults).toEqual([])
    expect(await deliver(page, push.received[0]?.note)).toEqual({
      shown: {
        title: 'We’ve decided on your identity check',
        body: 'Open Candor to read it.',
        tag: expect.stringMatching(/^m\d+$/),
      },
      opened: expect.stringMatching(/^\/h5\/#\/pages\/msg\/msg_detail\?id=m\d+$/),
    })
    await page.close()
  })

  test('follow the language of the app and the address of the browser', async () => {
    const page = await open('#/pages/lang/lang')
    await touch(page)
    const told = page.waitForRequest(
      (asked) => asked.url().endsWith('/api/push/subscribe') && asked.headers()['lang'] === 'de',
    )
    await page.getByRole('radio', { name: /Deutsch/ }).click()
    await (await told).response()
    const worker = context.serviceWorkers().find((one) => one.url().startsWith(front.origin))
    const kept = `caches.match('/h5/push-address').then((found) => found?.json() ?? null)`
    await expect.poll(async () => z.parse(keptSchema, await worker?.evaluate(kept)).language === 'de').toBe(true)
    // The first change brings the new address along. The second does not, as in some browsers: the worker subscribes
    // again.
    for (const [endpoint, auth, brought] of [
      [`${push.origin}/browser-2`, 'A'.repeat(22), 'newSubscription'],
      [`${push.origin}/browser-3`, push.subscription.auth, 'nothing'],
    ] as const) {
      await worker?.evaluate(`{
        const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')),
          (sign) => sign.charCodeAt(0)).buffer
        const getKey = (name) => bytes(name === 'p256dh' ? '${push.subscription.p256dh}' : '${auth}')
        const ${brought} = { endpoint: '${endpoint}', getKey }
        PushManager.prototype.subscribe = () => Promise.resolve(${brought})
        self.dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), { ${brought} }))
      }`)
      await expect.poll(async () => z.parse(keptSchema, await worker?.evaluate(kept)).endpoint === endpoint).toBe(true)
      // The server's response is the same for any browser: its table shows whether it knew this one.
      expect(await toldAddresses()).toContain(endpoint)
    }
    await page.close()
  })
})

/**
 * Returns a function that ends the worker in use where another waits. A browser does so itself once the worker is idle,
 * but not while a debugger is attached, as Playwright's is, if a call came in between.
 */
async function watchWorkers(page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page)
  const statuses = new Map<string, string>()
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) =>
    versions.forEach(({ versionId, status }) => statuses.set(versionId, status)),
  )
  await session.send('ServiceWorker.enable')
  return async () => {
    if (![...statuses.values()].includes('installed')) return
    for (const [versionId, status] of statuses)
      if (status === 'activated') await session.send('ServiceWorker.stopWorker', { versionId })
  }
}

/** The server's subscribed device addresses. */
async function toldAddresses(): Promise<string[]> {
  const owner = createPool(candor.database.ownerUrl, 'test-owner')
  const { rows } = await owner.query<{ endpoint: string }>('select endpoint from push.subscription')
  await owner.end()
  return rows.map(({ endpoint }) => endpoint)
}

const keptSchema = z.object({ endpoint: z.string(), language: z.string() })

/**
 * Delivers a push to the browser as its vendor's service would, presses the notification, and returns what was shown
 * and opened.
 */
async function deliver(page: Page, note: unknown): Promise<unknown> {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(front.origin))
      if (found !== undefined) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const worker = context.serviceWorkers().find((one) => one.url().startsWith(front.origin))
  if (worker === undefined) throw new Error('there is no worker')
  // The app notifies by itself while it is visible, and opens things in the window that it has.
  await page.goto('about:blank')
  const windows = `self.clients.matchAll({ type: 'window' }).then((open) => open.length)`
  await expect.poll(() => worker.evaluate(windows)).toBe(0)
  // A headless browser can neither show a notification nor open it: the worker's calls are recorded.
  await worker.evaluate(`
    self.seen = {}
    self.registration.showNotification = async (title, { body, tag }) => void (self.seen.shown = { title, body, tag })
    self.clients.openWindow = async (address) => void (self.seen.opened = address)
    null`)
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: front.origin,
    registrationId,
    data: JSON.stringify(note),
  })
  await expect.poll(() => worker.evaluate('self.seen.shown !== undefined')).toBe(true)
  const press = async () => {
    await worker.evaluate(`self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
      notification: { tag: self.seen.shown.tag, close: () => undefined },
    }))`)
    await expect.poll(() => worker.evaluate('self.seen.opened !== undefined')).toBe(true)
    return worker.evaluate('{ const { opened } = self.seen; delete self.seen.opened; opened }')
  }
  const opened = await press()
  // A window that is just closing.
  await worker.evaluate(`{
    const closing = { navigate: () => Promise.reject(new TypeError('the window is closing')) }
    self.clients.matchAll = () => Promise.resolve([closing])
  }`)
  expect(await press()).toBe(opened)
  return { shown: await worker.evaluate('self.seen.shown'), opened }
}
