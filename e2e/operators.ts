import { operatorLogin } from '@candor/api/operator'
import type { OperatorRole } from '@candor/api/operator'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { totpCode } from '../apps/server/src/platform/totp.ts'
import { addOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { openDataFolder } from '../apps/launcher/src/data-folder.ts'
import { createPool, withPool } from '../apps/server/src/platform/postgres/pool.ts'
import type { RunningCandor } from './running-candor.ts'
import { openWatchedPage, untilNoDialogIsLeft } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

/** The viewport and settings of an operator's screen. */
export const desktop = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 } as const

export interface Look {
  readonly theme: 'light' | 'dark'
  readonly width?: number
}

/** An operator's own browser context, not signed in yet. */
export interface Desk extends WatchedPage {
  readonly context: BrowserContext
  /** Opens another screen, and waits until it is ready. */
  goTo(screen: string): Promise<void>
}

/** Makes an operator of a running Candor, as the owner of its database does. */
export async function hire(candor: RunningCandor, name: string, roles: readonly OperatorRole[]): Promise<TestOperator> {
  const owner = createPool(candor.database.ownerUrl, 'test-owner')
  try {
    const { secrets } = await openDataFolder(candor.dataFolder)
    return await addOperator(owner, { name, roles }, secrets.serverKey)
  } finally {
    await owner.end()
  }
}

/** Runs one statement as the owner of the database, for setups that no customer can do. */
export async function asOwner(candor: RunningCandor, sql: string, values: unknown[] = []): Promise<void> {
  await withPool(candor.database.ownerUrl, 'test-owner', (owner) => owner.query(sql, values))
}

/** Opens the console in a browser context of its own. */
export async function openDesk(
  browser: Browser,
  candor: RunningCandor,
  { theme, width = 1440 }: Look = { theme: 'light' },
): Promise<Desk> {
  const context = await browser.newContext({ ...desktop, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  await context.addInitScript((chosen) => localStorage.setItem('candor.theme', chosen), theme)
  const watched = await openWatchedPage(context)
  await watched.page.goto(`${candor.consoleOrigin}/`)
  const goTo = async (screen: string): Promise<void> => {
    await untilNoDialogIsLeft(watched.page)
    await watched.page.evaluate(`location.hash = '/${screen}'`)
    await watched.settled()
  }
  return { ...watched, context, goTo }
}

/**
 * Signs in by the form. A code opens once, and a test signs in more often than every half minute: the used ones are
 * forgotten.
 */
export async function signIn(page: Page, candor: RunningCandor, operator: TestOperator): Promise<void> {
  await asOwner(candor, 'update operator.account set totp_step = 0')
  await page.getByLabel('Operator name').fill(operator.name)
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByLabel('Code of your authenticator').fill(totpCode(operator.totpSecret, Date.now()))
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(operatorLogin.path)),
    page.getByRole('button', { name: 'Sign in' }).click(),
  ])
}

/** Opens the console in a browser context of its own, signed in. */
export async function openSignedIn(
  { browser, candor }: { readonly browser: Browser; readonly candor: RunningCandor },
  operator: TestOperator,
  look?: Look,
): Promise<Desk> {
  const opened = await openDesk(browser, candor, look)
  await signIn(opened.page, candor, operator)
  await opened.page.getByRole('navigation', { name: 'Screens' }).waitFor()
  return opened
}

/** Opens a screen of an operator, who signs in for it. */
export async function openScreen(
  stage: { readonly browser: Browser; readonly candor: RunningCandor },
  operator: TestOperator,
  screen: string,
): Promise<Desk> {
  const desk = await openSignedIn(stage, operator)
  await desk.goTo(screen)
  return desk
}

/** Opens the support desk of an operator who is signed in, and goes on duty. */
export async function goOnDuty(page: Page): Promise<void> {
  // The start page links to it as well where a case waits.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Support/ })
    .click()
  await page.getByRole('button', { name: 'Go on duty' }).click()
}
