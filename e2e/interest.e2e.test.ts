import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDueTerm } from '../apps/server/src/modules/ledger/testing/open-due-term.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { openBrowser, phone } from './browser.ts'
import { registerVerified } from './customer.ts'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

/** So long is an order looked at before it is paid back; a busy machine pays it back a little later. */
const lookMs = 15_000
const email = 'interest@example.com'

let candor: RunningCandor
let browser: Browser
let token: string

beforeAll(async () => {
  candor = await runCandor()
  browser = await openBrowser()
  token = await registerVerified(candor, email)
}, 240_000)

afterAll(async () => {
  await browser.close()
  await candor.remove()
})

async function open(theme: string, language: string): Promise<{ context: BrowserContext; watched: WatchedPage }> {
  const context = await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  await context.addInitScript(
    ([ownToken, ownTheme, ownLanguage]) => {
      localStorage.setItem('candor.token', ownToken)
      localStorage.setItem('candor.theme', ownTheme)
      localStorage.setItem('candor.language', ownLanguage)
      localStorage.setItem('candor.updown', 'green-up')
    },
    [token, theme, language] as const,
  )
  return { context, watched: await openWatchedPage(context) }
}

/** Opens an order of the customer for a minute that began earlier. */
async function openDue(units: bigint, dueMs: number): Promise<string> {
  const owner = createPool(candor.database.ownerUrl, 'test-owner', { maxConnections: 1 })
  try {
    const { rows } = await owner.query<{ id: bigint }>(
      'select customer_id as id from identity.customer where email = $1',
      [email],
    )
    return await openDueTerm(owner, { customerId: rows[0]?.id ?? 0n, units, dueMs })
  } finally {
    await owner.end()
  }
}

describe('the interest wallet', () => {
  let context: BrowserContext
  let watched: WatchedPage
  let page: Page
  const go = (hash: string) => page.goto(`${candor.address}#${hash}`)
  const findNoFault = async () => expect(await watched.axe()).toEqual([])

  beforeAll(async () => {
    const opened = await open('light', 'en')
    context = opened.context
    watched = opened.watched
    page = watched.page
  })

  afterAll(() => context.close())

  it('is reached from home, and says what an amount earns before it is put in', async () => {
    await go('/')
    await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Interest' }).click()
    await page.getByRole('button', { name: 'Enter an amount' }).waitFor()
    await page.getByText('Left to cover interest').waitFor()
    await findNoFault()
    const amount = page.getByLabel('Amount in USDT')
    await amount.fill('99')
    await page.getByRole('button', { name: 'The minimum is 100.00 USDT' }).waitFor()
    await amount.fill('999999')
    await page.getByRole('button', { name: 'The maximum is 5,000.00 USDT' }).waitFor()
    await amount.fill('1000')
    await page.getByRole('radio', { name: /30 days/ }).check({ force: true })
    await page.getByText('+6.00 USDT').waitFor()
    await page.getByText('money back, no interest').waitFor()
    await findNoFault()
  })

  it('tells about an offer, and goes on to the form of just this offer', async () => {
    await page.getByRole('link', { name: 'About this offer' }).click()
    await page.getByRole('heading', { name: 'About USDT for 30 days' }).waitFor()
    await page.getByText('1,000.00 USDT earn').waitFor()
    await findNoFault()
    const id = new URLSearchParams(page.url().split('?')[1]).get('id') ?? ''
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('Amount in USDT').waitFor()
    // A shared link: the form opens with its values instead of the defaults.
    await go(`/pages/invest/info?type=interest&id=${id}`)
    await page.reload()
    await page.getByRole('button', { name: 'Put in USDT' }).click()
    await page.getByRole('radio', { name: /30 days/, checked: true }).waitFor()
    await page.getByLabel('Amount in USDT').fill('1000')
    await go('/pages/invest/info?type=interest&id=999999')
    await page.getByText('This is not offered any more').waitFor()
    await findNoFault()
    await page.goBack()
    await page.getByLabel('Amount in USDT').fill('1000')
    await page.getByRole('radio', { name: /30 days/ }).check({ force: true })
  })

  it('takes an amount out again early, once it was said that the interest is lost', async () => {
    await page.getByRole('button', { name: 'Invest 1,000.00 USDT' }).click()
    await page.getByText('Earns for another 30 days').waitFor()
    await findNoFault()
    await page.getByRole('button', { name: 'Take out early' }).press('Enter')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('The interest of +6.00 USDT is lost').waitFor()
    await findNoFault()
    await dialog.getByRole('button', { name: 'Take out, lose the interest' }).press('Enter')
    await page.getByText('Taken out early and paid back, without interest.').waitFor()
    expect(await page.getByRole('button', { name: 'Take out early' }).count()).toBe(0)
    await findNoFault()
  })

  it('pays an amount back with its interest while one looks at it', async () => {
    const id = await openDue(5_000_000_000n, Date.now() + lookMs)
    await go(`/pages/interest/interest_order?id=${id}`)
    await page.getByText(/Earns for another 0:\d\d/).waitFor()
    await page.getByText('Earning', { exact: true }).waitFor()
    await page.getByText('Expired', { exact: true }).waitFor({ timeout: 4 * lookMs })
    await page.getByText('Paid back, with +0.000694 USDT of interest.').waitFor()
    await findNoFault()
  })

  it('lists what earns and what has expired, and sums it up', async () => {
    await go('/pages/interest/interest')
    await page.getByText('+0.000694 USDT').waitFor()
    await page.getByLabel('Amount in USDT').fill('500')
    await page.getByRole('radio', { name: /7 days/ }).check({ force: true })
    await page.getByRole('button', { name: 'Invest 500.00 USDT' }).click()
    await page.getByText('Earns for another 7 days').waitFor()
    await go('/pages/interest/interest')
    await page.getByRole('button', { name: 'Records' }).click()
    await page.getByRole('link', { name: /Expired/ }).waitFor()
    await page.getByRole('link', { name: /Taken out/ }).waitFor()
    await findNoFault()
    await page.getByRole('radio', { name: 'Earning' }).check({ force: true })
    await page.getByRole('link', { name: /Expired/ }).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('link', { name: /Earning/ }).count()).toBe(1)
    await findNoFault()
  })

  it('hides its amounts with all others', async () => {
    await page.evaluate(() => localStorage.setItem('candor.amounts', 'hidden'))
    for (const screen of [
      '/pages/interest/interest',
      '/pages/interest/interest_order',
      '/pages/interest/interest_order?id=1',
    ]) {
      await go(screen)
      await page.reload()
      await page.getByText('••••').first().waitFor()
      const shown = `${await page.locator('main').textContent()} ${await page.locator('main').ariaSnapshot()}`
      expect({ screen, shown: /\b(500|1,000|5,000)\.00|0\.000694/.test(shown) }).toEqual({ screen, shown: false })
    }
    await page.evaluate(() => localStorage.setItem('candor.amounts', 'shown'))
    expect(watched.faults).toEqual([])
  })
})

const screens = [
  '/pages/interest/interest',
  '/pages/interest/interest_order',
  '/pages/interest/interest_order?id=1',
  '/pages/interest/interest_order?id=999999',
  '/pages/invest/info?type=interest&id=1',
]

describe.each([
  ['light', 'en'],
  ['dark', 'en'],
  ['light', 'zh'],
  ['dark', 'zh'],
])('its screens, %s, %s', (theme, language) => {
  it('are without a fault', { timeout: 120_000 }, async () => {
    const { context } = await open(theme, language)
    const folder = process.env['CANDOR_SHOTS']
    const faultsOf = async (screen: string, index: number) => {
      const { page, axe, faults } = await openWatchedPage(context)
      await page.goto(`${candor.address}#${screen}`)
      await page.locator('main h1').waitFor()
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      await page.waitForLoadState('networkidle')
      const found = [...(await axe()), ...faults].map((fault) => `${screen} ${fault}`)
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${index}-${theme}-${language}.png` })
      return found
    }
    // In parallel: a screen mostly waits.
    expect((await Promise.all(screens.map(faultsOf))).flat()).toEqual([])
    await context.close()
  })
})
