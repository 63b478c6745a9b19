import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playPushService } from '../apps/server/src/modules/push/testing/push-service-played.ts'
import type { PlayedPushService } from '../apps/server/src/modules/push/testing/push-service-played.ts'
import { verifyCustomer } from '../scripts/sandbox/verify-customer.ts'
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
let token: string

beforeAll(async () => {
  push = await playPushService()
  candor = await runCandor({ CANDOR_PUSH_ORIGINS: push.origin })
  front = await openFrontProxy(candor.origin)
  browser = await openBrowser()
  token = await register(candor, 'pia@example.com')
  context = await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'allow' })
  await context.grantPermissions(['notifications'], { origin: front.origin })
  await context.addInitScript(
    ([key = '', value = '']) => localStorage.getItem(key) ?? localStorage.setItem(key, value),
    ['candor.token', token],
  )
  await context.addInitScript(playedBrowser, push.subscription)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await front?.close()
  await candor?.remove()
  await push?.close()
})

/** A browser without the maker's push service: its address is that of the played one. Runs in the page. */
function playedBrowser({ endpoint, p256dh, auth }: PlayedPushService['subscription']): void {
  const bytes = (text: string) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer
  const subscription = {
    endpoint,
    options: {},
    getKey: (name: string) => bytes(name === 'p256dh' ? p256dh : auth),
    unsubscribe: () => Promise.resolve(true),
  }
  Object.assign(PushManager.prototype, { getSubscription: () => Promise.resolve(null), subscribe: () => Promise.resolve(subscription) })
}

async function open(route = ''): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${front.address}${route}`)
  return page
}

/** Opens the app, touches it, and waits until the worker has what it needs to open without a network. */
async function openUntilKept(): Promise<Page> {
  const page = await open()
  await page.getByText('Available to you').or(page.getByText('USDT').first()).first().waitFor()
  await page.locator('main').dispatchEvent('pointerdown')
  await page.waitForFunction(
    () =>
      caches
        .match('/h5/', { ignoreVary: true })
        .then((kept) => kept !== undefined)
        .catch(() => false),
    undefined,
    { timeout: 60_000 },
  )
  return page
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
})
