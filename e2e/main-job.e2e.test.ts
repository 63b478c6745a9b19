import { describe, expect, it } from 'vitest'
import { phone } from './browser.ts'
import { setStage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

let watched: WatchedPage
/** From the visitor's home to the receipt: each touch of the screen, whatever it is for. Typing is none. */
let taps = 0

const stage = setStage(
  {},
  async () => {
    watched = await openPhone()
    await watched.page.exposeFunction('countTap', () => void (taps += 1))
    await watched.page.addInitScript(`addEventListener('pointerdown', () => window.countTap(), true)`)
  },
  { isFirstStart: true },
)

/** A phone that has never been here. */
async function openPhone(): Promise<WatchedPage> {
  const context = await stage.browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  return openWatchedPage(context)
}

async function go(hash: string): Promise<void> {
  await watched.page.goto(`${stage.candor.address}#${hash}`)
}

/** Types into a field that already has the focus: one that has to be tapped first would be a tap more. */
async function typeInto(label: string, text: string): Promise<void> {
  const { page } = watched
  await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(text)
}

describe('a visitor', () => {
  it('sees the market move', async () => {
    const { page, axe } = await openPhone()
    await page.goto(stage.candor.address)
    await page.getByText('Play money').first().waitFor()
    await page.getByRole('link', { name: 'All markets' }).click()
    await page.getByRole('radio', { name: 'Crypto' }).check({ force: true })
    const row = page.getByRole('link', { name: /BTC/ }).first()
    await row.waitFor()
    const before = await row.textContent()
    await expect.poll(() => row.textContent()).not.toBe(before)
    expect(await axe()).toEqual([])
    await page.context().close()
  })
})

describe('a newcomer', () => {
  it('registers with an e-mail, the code from it and the printed invitation code', async () => {
    const { page } = watched
    await page.goto(stage.candor.address)
    await page.getByRole('button', { name: 'Create an account' }).click()
    await typeInto('Invite code', stage.candor.inviteCode.toLowerCase())
    await page.getByText('This code is valid.').waitFor()
    expect(await watched.axe()).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await typeInto('E-mail', 'newcomer@example.com')
    await page.getByRole('button', { name: 'Send the code' }).click()
    await typeInto('Code from the e-mail', await stage.candor.mailedCode('newcomer@example.com'))
    expect(await watched.axe()).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await typeInto('Password', 'secret-1')
    await page.keyboard.press('Enter')
    await typeInto('Repeat password', 'secret-1')
    expect(await watched.axe()).toEqual([])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Registration successful').waitFor()
    await page.getByRole('heading', { name: 'Add a second step' }).waitFor()
    expect(await watched.axe()).toEqual([])
    await page.getByRole('button', { name: 'Later' }).click()
  })

  it('verifies the identity with a sample document in one tap, and sees when it passed', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Start with step 1' }).click()
    const send = page.getByRole('button', { name: 'Send a sample document' })
    await send.waitFor()
    expect(await watched.axe()).toEqual([])
    await send.click()
    await page.getByRole('alertdialog', { name: 'Your identity is verified' }).waitFor()
    expect(await watched.axe()).toEqual([])
    await page.getByRole('button', { name: 'Start trading' }).click()
  })

  it('buys up on BTC/USDT, watches the countdown and gets the receipt with 11 taps and no help in all', async () => {
    const { page } = watched
    await page.getByRole('button', { name: /^Up/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText(/to break even/).waitFor()
    expect(await watched.axe()).toEqual([])
    await page.evaluate(noteMessages)
    // The sheet plays its way out, with the message above it.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await sheet.getByRole('button', { name: /^Buy up for/ }).click()
    await page.getByRole('timer').first().waitFor()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await watched.axe()).toEqual([])
    await page.getByText('Measuring the entry price').waitFor()
    expect(await watched.axe()).toEqual([])
    await page.getByText('If it ended now:').waitFor()
    await page.getByRole('heading', { name: 'Receipt' }).waitFor({ timeout: 120_000 })
    await page.getByText('Entry, average of 5 s').waitFor()
    // The path between both windows.
    await page.locator('article svg').getByText('Exit').waitFor()
    await page
      .getByText(/slots #/)
      .first()
      .waitFor()
    expect(await watched.axe()).toEqual([])
    expect(taps).toBe(11)
  })

  it('saw the confirmation 12 px above the button, and never over the header', async () => {
    const places: MessagePlace[] = await watched.page.evaluate('candorMessages')
    expect(Math.min(...places.map(({ top }) => top))).toBeGreaterThan(600)
    const { bottom, dockTop } = places.at(-1) ?? {}
    expect(bottom).toBe(Number(dockTop) - 12)
  })

  it('finds the contract among the closed orders and its result in the balance', async () => {
    const { page } = watched
    await go('/pages/bill/contract')
    await page.getByRole('radio', { name: 'Closed' }).check({ force: true })
    await page.getByText(/BTC/).first().waitFor()
    await go('/pages/mine/mine')
    await page.getByText(/USDT/).first().waitFor()
    expect(await watched.axe()).toEqual([])
  })

  it('leaves no error in the console', () => {
    expect(watched.faults).toEqual([])
  })
})

/** Where a message is, in pixels from the top of the window, and where the dock begins, if the screen has one. */
interface MessagePlace {
  readonly top: number
  readonly bottom: number
  readonly dockTop: number | null
}

/** Notes each frame in which a message about something done is drawn. */
const noteMessages = `(() => {
  globalThis.candorMessages = []
  const look = () => {
    const message = document.querySelector('[popover]:popover-open > [role=status] > *')?.getBoundingClientRect()
    const dockTop = document.querySelector('[data-dock]')?.getBoundingClientRect().top ?? null
    if (message) candorMessages.push({ top: message.top, bottom: message.bottom, dockTop })
    requestAnimationFrame(look)
  }
  look()
})()`
