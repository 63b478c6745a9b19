import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '@candor/api'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod/mini'
import { routes } from '../apps/h5/src/shared/page/routes.ts'
import { cutTexts } from './cut-texts.ts'
import { openPhone } from './phone-app.ts'
import { openWatchedPage } from './watched-page.ts'

/** The address parameters that screens need to show something. */
const parameters: Readonly<Record<string, string>> = {
  '/pages/contract/contract': '?symbol=BTCUSDT',
  '/pages/invest/info': '?type=instrument&id=BTCUSDT',
}
/** Every screen that exists, and a help article, which looks unlike its list. */
export const appScreens: readonly string[] = [
  ...Object.values(routes).map(({ path }) => path + (parameters[path] ?? '')),
  `${routes.help.path}?id=withdrawal`,
]
/** Somebody who is signed in is led on from these. */
const visitorScreens = new Set<string>([routes.login.path, routes.register.path])
const settledMs = 400
const screensAtOnce = 3

/** How a screen is looked at. */
export interface Look {
  readonly language: Language
  readonly theme: 'light' | 'dark'
  /** A reader's browser setting: text of twice the size, or forced colours. */
  readonly setting: 'none' | 'large-text' | 'forced-colours'
}

/** A running Candor with a customer, and a browser. */
export interface SeenWorld {
  readonly browser: Browser
  readonly address: string
  readonly token: string
}

/** The faults of these screens under a reader's settings, one line each. */
export async function faultsOfScreens(world: SeenWorld, look: Look, screens: readonly string[]): Promise<string[]> {
  const { own, visitors } = byVisitor(screens)
  return [...(await faultsAs(world.token, world, look, own)), ...(await faultsAs(undefined, world, look, visitors))]
}

/** The screens of a customer, and those of a visitor. */
export function byVisitor(screens: readonly string[]) {
  const isVisitors = (screen: string) => visitorScreens.has(screen)
  return { own: screens.filter((screen) => !isVisitors(screen)), visitors: screens.filter(isVisitors) }
}

async function faultsAs(
  token: string | undefined,
  world: SeenWorld,
  look: Look,
  screens: readonly string[],
): Promise<string[]> {
  if (screens.length === 0) return []
  const context = await openPhone(world.browser, {
    look,
    token,
    forcedColors: look.setting === 'forced-colours' ? 'active' : 'none',
  })
  const left = [...screens]
  const failures: string[] = []
  const walk = async (): Promise<void> => {
    const watched = await openWatchedPage(context)
    if (look.setting === 'large-text') await enlargeText(watched.page)
    for (let screen = left.shift(); screen !== undefined; screen = left.shift()) {
      await watched.page.goto(`${world.address}#${screen}`)
      await watched.page.locator('h1, h2').first().waitFor()
      await sleep(settledMs)
      const found = look.setting === 'large-text' ? await lostInLargeText(watched.page) : await watched.axe()
      failures.push(...found.map((fault) => `${screen}: ${fault}`))
    }
  }
  await Promise.all(Array.from({ length: screensAtOnce }, walk))
  await context.close()
  return failures
}

/** As a reader sets it in the browser: 16 px is the usual size. */
async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

/** What a reader of large text misses: clipped texts, and horizontal scrolling. */
async function lostInLargeText(page: Page): Promise<string[]> {
  const overflow = z.parse(z.number(), await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  // In the tab bar a word may then take two lines.
  const cut = (await cutTexts(page)).filter((fault) => !fault.endsWith('in the tab bar'))
  return [...cut, ...(overflow > 0 ? [`${overflow} px wider than the phone`] : [])]
}
