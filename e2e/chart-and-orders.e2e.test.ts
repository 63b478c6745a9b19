import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { phone } from './browser.ts'
import { cutTexts } from './cut-texts.ts'
import { buyContract, buyEntered, post, registerVerified } from './customer.ts'
import { oneEachDay } from './looks-of-day.ts'
import { edgesOf, english, openApp, openAppAt } from './phone-app.ts'
import type { Look } from './phone-app.ts'
import { setStage } from './stage.ts'

const contractPage = '/pages/contract/contract?symbol=BTCUSDT'
const upright = phone.viewport
const turned = { width: 844, height: 390 }

let token: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, 'chart@example.com')
  await buyContract(stage.candor, token)
  await buyContract(stage.candor, token, { durationMs: '300000', direction: 'down' })
})

const looks: readonly Look[] = [english, { theme: 'dark', language: 'zh', updown: 'red-up' }]

const openAt = (
  screen: string,
  { look = english, viewport = upright }: { look?: Look; viewport?: typeof upright | typeof turned } = {},
) => openAppAt(stage, screen, { token, look, viewport, timezoneId: 'Europe/London' })

/** The chart is ready once it has a picture and its candles. */
async function chartOf(page: Page): Promise<Locator> {
  const chart = page.getByRole('region').getByRole('slider').first()
  await chart.locator('canvas').first().waitFor()
  await expect.poll(async () => Number(await chart.getAttribute('aria-valuemax'))).toBeGreaterThan(50)
  return chart
}

describe.each(looks)('in the $theme theme, in $language', (look) => {
  it('the chart is accessible as candles, as a line, with indicators and as a table', async () => {
    const { page, axe, closeWithoutFault } = await openAt(contractPage, { look })
    await chartOf(page)
    expect(await axe()).toEqual([])
    const tools = page.getByRole('region').first().getByRole('button')
    await tools.nth(0).click()
    expect(await axe()).toEqual([])
    await tools.nth(1).click()
    await page.getByRole('dialog').waitFor()
    for (const indicator of await page.getByRole('switch').all()) await indicator.check({ force: true })
    expect(await axe()).toEqual([])
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByRole('dialog').getByRole('table').waitFor()
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })

  it('a phone on its side shows chart and decision side by side, and nothing is cut off', async () => {
    const { page, axe, closeWithoutFault } = await openAt(contractPage, { look, viewport: turned })
    const chart = await (await chartOf(page)).boundingBox()
    const up = await page
      .getByRole('button', { name: /Up|看涨/ })
      .first()
      .boundingBox()
    if (chart === null || up === null) throw new Error('chart and buttons are shown')
    expect(chart.height).toBeGreaterThan(160)
    expect(chart.width).toBeGreaterThan(400)
    expect(up.x).toBeGreaterThan(chart.x + chart.width - 1)
    expect(up.y + up.height).toBeLessThanOrEqual(turned.height)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })

  it('closed contracts are listed by day with its sums, each with its receipt', async () => {
    await expect
      .poll(
        async () =>
          z.parse(
            z.object({ items: z.array(z.unknown()) }),
            await post(stage.candor, 'contract/days', { utcOffsetMinutes: '0' }, token),
          ).items.length,
        { interval: 1_000 },
      )
      .toBe(1)
    const { page, axe, closeWithoutFault } = await openAt('/pages/bill/contract', { look })
    await page.getByRole('radio').nth(1).check({ force: true })
    const today = page.getByRole('region').first()
    await today.getByText(/1 contract|1 笔合约/).waitFor()
    expect(await axe()).toEqual([])
    await today.getByRole('link').first().click()
    await page.getByRole('article').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: /Share|分享/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('img').waitFor()
    expect(await axe()).toEqual([])
    const save = sheet.getByRole('button', { name: /picture|图片/ })
    const [saved] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(saved.suggestedFilename()).toMatch(/^candor-\d+\.png$/)
    expect((await readFile(await saved.path())).subarray(1, 4).toString()).toBe('PNG')
    // While it is open, or still at work, "back" would only close it.
    await expect.poll(() => save.isEnabled()).toBe(true)
    await page.keyboard.press('Escape')
    // The sheet's own history entry is removed a moment later.
    await expect.poll(() => page.evaluate('history.state.layers ?? 0')).toBe(0)
    await page.goBack()
    await page.getByRole('radio').nth(1).check({ force: true })
    await page.getByRole('radio', { name: /Void|无效/ }).check({ force: true })
    await page.getByRole('heading', { level: 2 }).waitFor()
    expect(await axe()).toEqual([])
    // What the contract came to, and from its market to its orders.
    await page.getByRole('button', { name: /^(Performance|交易表现)$/ }).click()
    const markets = page.getByRole('region', { name: /By market|按市场/ })
    await markets.getByText(/^1 · (1|0) won|^1 · 赢/).waitFor()
    expect(await axe()).toEqual([])
    await markets.getByRole('link').click()
    await page.getByRole('button', { name: 'BTC/USDT' }).waitFor()
    await page.getByRole('region').first().getByRole('link').first().waitFor()
    expect(await axe()).toEqual([])
    await closeWithoutFault()
  })
})

describe('the history of the chart', () => {
  it('grows to the left while one goes back in it, and the table goes back as far', async () => {
    const { page, closeWithoutFault } = await openAt(contractPage)
    await page.getByRole('radio', { name: '1 d' }).check({ force: true })
    const chart = page.getByRole('region').getByRole('slider').first()
    await chart.locator('canvas').first().waitFor()
    const count = async () => Number(await chart.getAttribute('aria-valuemax'))
    await page.getByRole('radio', { name: '1 m', exact: true }).check({ force: true })
    await expect.poll(count).toBeGreaterThan(200)
    const before = await count()
    await chart.focus()
    await page.keyboard.press('Home')
    await expect.poll(count).toBeGreaterThan(before)
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/Open .*Close/)
    await closeWithoutFault()
  })

  it('keeps the chosen indicators for the next visit, and says the values of their panes', async () => {
    const { page, closeWithoutFault } = await openAt(contractPage)
    await chartOf(page)
    await page.getByRole('button', { name: 'Chart options' }).click()
    await page.getByRole('switch', { name: 'Bollinger bands' }).check({ force: true })
    for (const name of ['Volume', 'Relative strength index'])
      await page.getByRole('switch', { name }).check({ force: true })
    await page.reload()
    const chart = await chartOf(page)
    await chart.focus()
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowLeft')
        return chart.getAttribute('aria-valuetext')
      })
      .toMatch(/Close .*Vol\. [\d.]+K?, RSI 14 \d+(\.\d)?$/)
    // The pane of the prices outlives a change of their kind.
    await page.getByRole('button', { name: 'Line chart' }).click()
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^.*Price .*RSI 14 \d+(\.\d)?$/)
    await page.getByRole('button', { name: 'Chart options' }).click()
    expect(await page.getByRole('switch', { name: 'Bollinger bands' }).isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Moving averages' }).isChecked()).toBe(false)
    await closeWithoutFault()
  })
})

describe('a finger on the chart', () => {
  it('marks a candle until it lifts, or until the chart changes', async () => {
    const { page, context } = await openAt('/pages/contract/contract?symbol=ETHUSDT')
    const chart = await chartOf(page)
    const touches = await context.newCDPSession(page)
    const { left, right, top, bottom } = await edgesOf(chart)
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0.5) =>
      touches.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: left + (right - left) * share, y: (top + bottom) / 2 }],
      })
    const marked = () => chart.getAttribute('aria-valuetext')

    await touch('touchStart')
    await expect.poll(marked).toMatch(/Close/)
    const first = await marked()
    // The library takes a touch of this length for a long one, which keeps its own crosshair.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))')
    await touch('touchMove', 0.3)
    await expect.poll(marked).not.toBe(first)
    // The library draws in the next frame.
    await expect.poll(() => page.evaluate(hasCrosshair)).toBe(true)
    await touch('touchEnd')
    await expect.poll(marked).toBeNull()
    await expect.poll(() => page.evaluate(hasCrosshair)).toBe(false)

    await touch('touchStart')
    await expect.poll(marked).toMatch(/Close/)
    await page.getByRole('button', { name: 'Line chart' }).dispatchEvent('click')
    await expect.poll(marked).toBeNull()
    await context.close()
  })
})

/** Whether the chart draws anything over its prices: without open contracts, that is its crosshair. */
const hasCrosshair = `[...document.querySelectorAll('[role="slider"] canvas')]
  .filter((canvas) => canvas.style.zIndex === '2' && canvas.width > 0 && canvas.height > 0)
  .some((canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0))`

describe('the way back', () => {
  it('closes an open sheet first and leaves the page afterwards', async () => {
    const { page, context } = await openAt('/pages/bill/contract')
    await page.getByRole('radio').first().waitFor({ state: 'attached' })
    await page.goto(`${stage.candor.address}#${contractPage}`)
    await chartOf(page)
    await page.getByRole('button', { name: 'Chart options' }).click()
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(page.url()).toContain('symbol=BTCUSDT')
    await page.goBack()
    await page.waitForURL(/bill\/contract/)
    await context.close()
  })
})

describe('the chart of a live position', () => {
  it('reads the prices again that came while one was elsewhere', async () => {
    await buyContract(stage.candor, token, { durationMs: '300000' })
    const { page, closeWithoutFault } = await openAt('/pages/bill/contract')
    const open = page.getByRole('link', { name: /BTC/ }).first()
    await open.click()
    await page.getByRole('timer').first().waitFor()
    await page.goBack()
    await open.waitFor()
    const read = page.waitForRequest(/market\/candles/)
    await open.click()
    await read
    await closeWithoutFault()
  })
})

describe('the drawing of an open contract', () => {
  it('may arrive after its chart has been left', async () => {
    await buyEntered(stage.candor, token, { durationMs: '300000' })
    const { page, closeWithoutFault } = await openAt('/')
    const drawing = await heldDrawing(page)
    await page.goto(`${stage.candor.address}#${contractPage}`)
    const chart = await chartOf(page)
    await drawing.requested
    await page.goto(`${stage.candor.address}#/`)
    await chart.waitFor({ state: 'detached' })
    await drawing.release()
    await closeWithoutFault()
  })
})

/** Holds back the code that draws open contracts. `release` resolves once it has run and frames were drawn after it. */
async function heldDrawing(page: Page): Promise<{ requested: Promise<void>; release: () => Promise<void> }> {
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const address = /drawing-parts-[^/]*\.js$/
  await page.route(address, async (route) => {
    requested.resolve()
    await released.promise
    await route.continue()
  })
  return {
    requested: requested.promise,
    release: async () => {
      const arrived = page.waitForResponse(address)
      released.resolve()
      await (await arrived).finished()
      await page.evaluate(`new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 500))`)
    },
  }
}

describe('the keyboard', () => {
  it('goes through the page in the order of its parts, and buys', async () => {
    const { page, context } = await openAt(contractPage)
    await chartOf(page)
    const up = page.getByRole('button', { name: /^Up/ })
    await expect.poll(() => up.isEnabled()).toBe(true)
    // The open positions come later than the chart.
    await page.getByRole('navigation', { name: 'Open positions' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).focus()
    const met: string[] = []
    for (let presses = 0; presses < 40 && !met.includes('up'); presses += 1) {
      const part = z.parse(z.string(), await page.evaluate(focusedPart))
      if (met.at(-1) !== part) met.push(part)
      await page.keyboard.press('Tab')
    }
    const order = ['interval', 'kind', 'chart', 'positions', 'duration', 'less', 'stake', 'amounts', 'odds', 'up']
    expect(met.filter((part) => order.includes(part))).toEqual(order)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    const commits = async () =>
      z.parse(z.string(), await page.evaluate('document.activeElement.textContent')).startsWith('Buy up')
    for (let presses = 0; presses < 10 && !(await commits()); presses += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('timer').first().waitFor()
    expect(await sheet.count()).toBe(0)
    await context.close()
  })
})

describe('a wide window', () => {
  const wide = { width: 1280, height: 800 }

  it('has the tabs in a rail, and the list, the chart and the order side by side; keys choose and ask to confirm', async () => {
    await buyEntered(stage.candor, token, { durationMs: '3600000', direction: 'down' })
    const { page, axe, closeWithoutFault } = await openAppAt(stage, contractPage, { token, viewport: wide })
    await chartOf(page)
    const rail = page.getByRole('navigation', { name: 'Main' })
    const list = page.getByRole('region', { name: 'Market' })
    const up = page.getByRole('button', { name: /^Up/ })
    const edges = () => Promise.all([rail, list, page.getByRole('slider').first(), up].map(edgesOf))
    const overlaps = async () => {
      const boxes = await edges()
      return boxes.filter(({ left }, index) => left < (boxes[index - 1]?.right ?? 0) - 1)
    }
    // The panes of a wide window load late.
    await expect.poll(overlaps).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(wide.width)
    expect(await axe()).toEqual([])
    // The open contracts, newest first, and what they come to if all ended now.
    const rows = page.getByRole('navigation', { name: 'Open positions' }).getByRole('row')
    await rows.nth(1).waitFor()
    const cells = rows.nth(1).getByRole('cell')
    await expect.poll(() => cells.nth(4).textContent()).toMatch(/^(\+|−)?\d/)
    const texts = (await cells.allTextContents()).map((text) => text.replaceAll(/\s/g, ' '))
    expect(texts).toEqual([
      'BTC/USDTDown',
      '10.00 USDT',
      expect.stringMatching(/\d/),
      expect.stringMatching(/\d/),
      expect.stringMatching(/\d/),
      expect.stringMatching(/\d:\d\d$/),
    ])
    await page.getByText(/^If (all|\d of \d) ended now/).waitFor()
    // The order pane also says how the price log stands, where the decision stays in sight.
    const log = page.getByRole('region', { name: 'Order' }).getByRole('link', { name: /^Price log is live \d/ })
    await log.waitFor()
    expect((await edgesOf(log)).bottom).toBeLessThanOrEqual((await edgesOf(up)).top)
    expect((await edgesOf(up)).bottom).toBeLessThanOrEqual(wide.height)
    await page.setViewportSize({ width: 1280, height: 700 })
    await log.waitFor({ state: 'detached' })
    await page.setViewportSize(wide)

    // The stake groups its thousands while it is typed, and the caret stays behind its digit.
    const stake = page.getByRole('spinbutton', { name: 'Stake' })
    await stake.focus()
    await page.keyboard.type('1250')
    expect(await stake.inputValue()).toBe('1,250')
    for (const key of ['Home', 'ArrowRight', '5']) await stake.press(key)
    expect(await stake.inputValue()).toBe('15,250')
    for (const key of ['Backspace', 'Enter']) await stake.press(key)
    expect(await stake.inputValue()).toBe('1,250')

    await page.keyboard.press('2')
    expect(await page.getByRole('radio', { name: '1 min' }).first().isChecked()).toBe(true)
    await page.keyboard.press('u')
    // The confirmation takes the order's place; the chart stays as it is.
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: /^Buy up for/ }).waitFor()
    const pane = await edgesOf(sheet)
    expect(pane).toMatchObject({ right: wide.width, bottom: wide.height })
    expect(pane.left).toBeGreaterThanOrEqual(((await edges())[2]?.right ?? 0) - 1)
    expect(pane.top).toBeLessThan((await edgesOf(page.getByRole('slider').first())).top)
    expect(await axe()).toEqual([])
    // As over a phone's screen: what lies behind is out of reach, and the keyboard goes through the sheet.
    expect(await page.locator('[data-behind-layers][inert]').count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(`document.activeElement.closest('dialog') !== null`)).toBe(true)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })

    await list.getByRole('radio', { name: 'Forex' }).check({ force: true })
    await list.getByRole('link', { name: /EUR\/USD/ }).click()
    await page
      .getByRole('main')
      .getByRole('heading', { name: /EUR\/USD/ })
      .waitFor()
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search')
    await page.setViewportSize(upright)
    await rail.waitFor({ state: 'detached' })
    await page.setViewportSize(wide)
    // The rail leads to messages and says how many are new; home leaves both to it.
    await page.goto(`${stage.candor.address}#/`)
    await page.locator('main h1').waitFor()
    const messages = page.getByRole('link', { name: /^Messages/ })
    const named = async () => Promise.all((await messages.all()).map((link) => link.getAttribute('aria-label')))
    await expect.poll(named).toEqual([expect.stringMatching(/^Messages \(\d+\)$/)])
    await closeWithoutFault()
  })

  it('shows the message about a purchase in the middle of the pane that it is about', async () => {
    const { page, closeWithoutFault } = await openAppAt(stage, contractPage, { token, viewport: wide })
    await page.getByRole('button', { name: /^Up/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Buy up for/ })
      .click()
    const back = page.getByRole('button', { name: 'Back to chart' })
    await back.waitFor()
    const card = page.getByRole('status').filter({ hasText: 'Order placed successfully' }).locator('> *')
    const middleOf = async (part: Locator) => {
      const { left, right } = await edgesOf(part)
      return (left + right) / 2
    }
    expect(await middleOf(card)).toBe(await middleOf(back))
    await closeWithoutFault()
  })
})

describe('wide windows', () => {
  const widths = [820, 1024, 1280, 1440]
  const looks: readonly Look[] = [
    { theme: 'dark', language: 'de' },
    { theme: 'light', language: 'zh', updown: 'red-up' },
    { theme: 'dark', language: 'ja' },
  ]

  it.each(oneEachDay(looks))('show everything whole, in the $theme theme and in $language', async (look) => {
    await buyContract(stage.candor, token, { durationMs: '3600000' })
    const { page, axe, settled, go, closeWithoutFault } = await openApp(stage, {
      token,
      look,
      viewport: { width: 1440, height: 900 },
    })
    for (const screen of [contractPage, '/', '/pages/bill/contract']) {
      await go(screen)
      await page.locator('main').getByRole('heading').first().waitFor()
      if (screen === contractPage) await page.getByRole('table').getByRole('row').nth(1).waitFor()
      await settled()
      expect({ screen, found: await axe() }).toEqual({ screen, found: [] })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await settled()
        const cut = (await cutTexts(page)).filter((fault) => !fault.endsWith('in the tab bar'))
        const widest = await page.evaluate('document.documentElement.scrollWidth')
        expect({ screen, width, cut, widest }).toEqual({ screen, width, cut: [], widest: width })
      }
    }
    await closeWithoutFault()
  })
})

describe('a tablet', () => {
  const tablet = { width: 820, height: 1180 }

  it('has the order in two columns below the chart, and sheets at the bottom', async () => {
    const { page, axe, closeWithoutFault } = await openAppAt(stage, contractPage, { token, viewport: tablet })
    const chart = await chartOf(page)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    const up = page.getByRole('button', { name: /^Up/ })
    await expect.poll(() => up.isEnabled()).toBe(true)
    const duration = await edgesOf(page.getByRole('radiogroup', { name: 'Duration' }))
    const choice = await edgesOf(up)
    expect(choice.left).toBeGreaterThanOrEqual(duration.right)
    expect(duration.top).toBeGreaterThanOrEqual((await edgesOf(chart)).bottom)
    const odds = await edgesOf(page.getByRole('button', { name: /What these odds mean$/ }))
    expect(odds.left).toBeGreaterThanOrEqual(duration.right)
    expect(odds.bottom).toBeLessThanOrEqual(choice.top)
    await page.getByText(/^You need to win .+ to break even$/).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(tablet.width)
    expect(await axe()).toEqual([])
    await up.click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: /^Buy up for/ }).waitFor()
    expect((await edgesOf(sheet)).bottom).toBe(tablet.height)
    expect((await edgesOf(sheet)).right).toBeLessThan(tablet.width)
    await closeWithoutFault()
  })
})

/** Names the part of the contract page that has the focus. */
const focusedPart = `(() => {
  const focused = document.activeElement
  const text = focused.getAttribute('aria-label') ?? focused.textContent ?? ''
  const group = focused.closest('[role="radiogroup"], nav')?.getAttribute('aria-label') ?? ''
  const parts = [
    ['interval', group === 'Interval'],
    ['kind', text === 'Line chart'],
    ['chart', focused.getAttribute('role') === 'slider' && focused.querySelector('canvas') !== null],
    ['positions', group === 'Open positions'],
    ['duration', group === 'Duration'],
    ['less', text === 'Less'],
    ['stake', focused.getAttribute('role') === 'spinbutton'],
    ['amounts', group === 'Quick amounts'],
    ['odds', text.includes('Break-even')],
    ['up', text.startsWith('Up')],
  ]
  return parts.find(([, isIt]) => isIt)?.[0] ?? text
})()`
