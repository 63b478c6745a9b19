import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { phone } from './browser.ts'
import { registerVerified } from './customer.ts'
import { oneEachDay } from './looks-of-day.ts'
import { publishCount } from './publish-count.ts'
import { setStage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'

const stage = setStage({}, async () => {
  await registerVerified(stage.candor, 'ledger@example.com')
})

const urlOf = (path: string) => new URL(path, stage.candor.address).href

interface Look {
  readonly name: string
  readonly width: number
  readonly theme: 'light' | 'dark'
  readonly language: string
}
const looks: readonly Look[] = [
  { name: 'phone', width: 390, theme: 'light', language: 'en-GB' },
  ...oneEachDay([
    { name: 'phone in the dark', width: 390, theme: 'dark', language: 'zh-CN' },
    { name: 'wide', width: 1_280, theme: 'dark', language: 'de-DE' },
  ] as const),
]
const english: Look = { name: 'wide', width: 1_280, theme: 'light', language: 'en-GB' }

async function open(path: string, { width, theme, language }: Look) {
  const isPhone = width < 900
  const context = await stage.browser.newContext({
    ...(isPhone ? phone : { viewport: { width, height: 900 }, serviceWorkers: 'block' as const }),
    colorScheme: theme,
    locale: language,
  })
  const watched = await openWatchedPage(context)
  await watched.page.goto(urlOf(path))
  await watched.page.locator('main h1').waitFor()
  return { ...watched, context }
}

/** Whether a page scrolls sideways. */
const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

/** Expects of a page that, once it is there, nothing sticks out and it has no fault. */
async function expectSoundPage(path: string, look: Look, untilThere: (page: Page) => Promise<void>): Promise<void> {
  const { page, axe, closeWithoutFault } = await open(path, look)
  await untilThere(page)
  expect(await page.evaluate(isTooWide)).toBe(false)
  expect(await axe()).toEqual([])
  await closeWithoutFault()
}

describe('the price log', () => {
  it.each(looks)('is verified in the browser: $name, $theme, $language', async (look) => {
    await expectSoundPage('/price-log/', look, async (page) => {
      await page.locator('[role=status] svg circle').first().waitFor()
      await page.locator('main ol li').nth(1).waitFor()
    })
  })

  it('is compared with what this browser saw, and says aloud where it is another one', async () => {
    const { page, axe, closeWithoutFault } = await open('/price-log/', english)
    await page.getByRole('heading', { name: 'The log verifies' }).waitFor()
    await page.getByText('Nobody outside Candor watches this log yet.').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Nothing that this browser saw was changed' }).waitFor()
    // What this browser saw before had another root.
    await page.evaluate(`{
      const heads = JSON.parse(localStorage.getItem('candor.log-heads'))
      for (const head of Object.values(heads)) head.root = btoa(String.fromCharCode(...new Uint8Array(32)))
      localStorage.setItem('candor.log-heads', JSON.stringify(heads))
    }`)
    await page.reload()
    await page.getByRole('heading', { name: 'This log isn’t what it should be' }).waitFor()
    await page
      .getByText(/differs from what this browser saw/)
      .first()
      .waitFor()
    expect(await axe()).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the evidence' }).click()
    expect((await download).suggestedFilename()).toMatch(/^candor-log-evidence-\d+\.json$/)
    await page.getByRole('button', { name: 'Forget what this browser saw' }).click()
    await page.getByRole('heading', { name: 'The log verifies' }).waitFor()
    await closeWithoutFault()
  })

  it('has a plain page of its files, which leads to this one', async () => {
    const { page, context } = await open('/log/', english)
    await page.getByRole('link', { name: 'The price log' }).click()
    await page.getByText('Newest checkpoint of prices').waitFor()
    await context.close()
  })
})

describe('what is owed', () => {
  it('is what the log of events contains', async () => {
    await publishCount(stage.candor)
    const { page, axe, context } = await open('/solvency/', english)
    await page.getByRole('heading', { name: 'This is the total that our event log contains' }).waitFor()
    await page.getByRole('row', { name: /^Owed in total/ }).waitFor()
    await page.getByText('That we hold the money').waitFor()
    expect(await axe()).toEqual([])
    await page.route('**/api/transparency/solvency', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(/"index":\d+/, '"index":0') })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'This total isn’t in our event log' }).waitFor()
    expect(await axe()).toEqual([])
    await context.close()
  })

  it.each(looks)('is shown: $name, $theme, $language', async (look) => {
    await expectSoundPage('/solvency/', look, (page) => page.locator('[role=status] svg circle').first().waitFor())
  })
})

describe('the status', () => {
  it.each(looks)('is shown: $name, $theme, $language', async (look) => {
    await expectSoundPage('/status/', look, (page) => page.locator('[role=status] h2').waitFor())
  })

  it('names what does not work', async () => {
    const { page, axe, context } = await open('/status/', english)
    await page.getByRole('region', { name: 'Price log' }).waitFor()
    await page.route('**/api/system/status', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('"ledger":"ok"', '"ledger":"halted"') })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Not everything works' }).waitFor()
    await page.getByText('The ledger is halted: no money moves.').waitFor()
    expect(await axe()).toEqual([])
    await context.close()
  })
})

describe('each page', () => {
  const pages = ['/check/', '/price-log/', '/solvency/', '/status/', '/odds/', '/record/'] as const

  it.each(pages)('says that %s is loading, that it did not load, and loads at the next attempt', async (path) => {
    const context = await stage.browser.newContext({ viewport: phone.viewport, locale: 'en-GB' })
    const { page, axe } = await openWatchedPage(context)
    const { promise: isCut, resolve: cut } = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      await isCut
      await route.abort('connectionfailed').catch(() => undefined)
    })
    await page.goto(urlOf(path))
    await page.getByRole('status', { name: 'Loading', exact: true }).first().waitFor()
    expect(await axe()).toEqual([])
    cut()
    await page.getByText('No response from the server. Check your connection and try again.').first().waitFor()
    expect(await axe()).toEqual([])
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.locator('main h2').nth(1).waitFor()
    await context.close()
  })

  it.each(['/price-log/', '/status/'])('says since when %s shows what it read last', async (path) => {
    const { page, axe, context } = await open(path, english)
    await page.locator('main h2').nth(1).waitFor()
    await context.setOffline(true)
    const stale = page.getByText(/^No response since \d+ \w+ \d{4}, [\d:]{8} UTC/)
    await stale.waitFor()
    expect(await axe()).toEqual([])
    await context.setOffline(false)
    await stale.waitFor({ state: 'detached', timeout: 60_000 })
    await context.close()
  })

  it.each(pages)('is whole at twice the size of text, and by the keyboard alone: %s', async (path) => {
    const { page, axe, settled, context } = await open(path, looks[0] ?? english)
    await settled()
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    expect(await page.evaluate(isTooWide)).toBe(false)
    expect(await axe()).toEqual([])
    await page.evaluate(`document.documentElement.style.fontSize = ''`)
    // Each control once and in the order of the page, all of them in sight when they are focused.
    const controls = 'a[href], button:not(:disabled), input:not(:disabled), select, summary, [tabindex="0"]'
    const count = await page.evaluate(
      `globalThis.controls = [...document.querySelectorAll('${controls}')].filter((each) => each.checkVisibility() &&
        !(each.type === 'radio' && !each.checked)); controls.length`,
    )
    const reached: unknown[] = []
    // A date has a stop for each of its parts.
    for (let tab = 0; tab < 4 * Number(count) && reached.at(-1) !== Number(count) - 1; tab += 1) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate('controls.indexOf(document.activeElement)')
      if (at !== reached.at(-1)) reached.push(at)
    }
    expect(reached).toEqual(Array.from({ length: Number(count) }, (_, at) => at))
    await context.close()
  })
})
