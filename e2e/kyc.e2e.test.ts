import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, phone } from './browser.ts'
import { post, register } from './customer.ts'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

const email = 'identity@example.com'
let candor: RunningCandor
let token: string
let browser: Browser
let context: BrowserContext
let watched: WatchedPage
let page: Page

beforeAll(async () => {
  candor = await runCandor()
  browser = await openBrowser()
  token = await register(candor, email)
  context = await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  await context.addInitScript((own) => {
    localStorage.setItem('candor.token', own)
  }, token)
  watched = await openWatchedPage(context)
  page = watched.page
}, 180_000)

afterAll(async () => {
  await browser.close()
  await candor.remove()
})

const go = (hash: string) => page.goto(`${candor.address}#${hash}`)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const certification = '/pages/certification/certification'

/** Adds the sample photos and sends them. */
async function sendSamples(): Promise<void> {
  for (const side of ['Front', 'Back']) {
    await page.getByRole('region', { name: side }).getByRole('button', { name: 'Use the sample photo' }).click()
    await page.getByRole('img', { name: `${side} of your document` }).waitFor()
  }
  expect(await page.getByText('Sharp', { exact: true }).count()).toBe(2)
  expect(await watched.axe()).toEqual([])
  await press('Send for review')
  await page.getByText('Submitted successfully and awaiting review').waitFor()
}

describe('a customer who is not verified', () => {
  it('is told so by a contract before anything is chosen, and led to the identity check', async () => {
    await go('/pages/contract/contract?symbol=BTCUSDT')
    await page.getByText('Buying needs a verified identity.').waitFor()
    expect(await page.getByRole('button', { name: /^(Up|Down)/ }).count()).toBe(0)
    expect(await watched.axe()).toEqual([])
    await press('Verify identity')
    await page.getByRole('heading', { name: 'Verify identity' }).waitFor()
  })

  it('reads of every field what is wrong with it', async () => {
    await go('/pages/mine/mine')
    await page.getByRole('link', { name: /Identity.*Not verified/ }).click()
    await page.getByLabel('Country or region').waitFor()
    await press('Continue to photos')
    expect(await page.getByText('This field is required.').count()).toBe(3)
    await page.getByLabel('Country or region').selectOption('Germany')
    await page.getByLabel('Name as on the document').fill('Lena Refuse')
    await page.getByLabel('Document number').fill('L01X00T4')
    await press('Continue to photos')
    await page.getByText('This number has 9 characters').waitFor()
    expect(await watched.axe()).toEqual([])
    await page.getByLabel('Document number').fill('L01X00T47')
    await press('Continue to photos')
    await page.getByRole('heading', { name: 'Photos of your ID card' }).waitFor()
    expect(await watched.axe()).toEqual([])
  })

  it('is asked for photos that are missing, and told of files that are none', async () => {
    await press('Send for review')
    expect(await page.getByText('Add this photo first.').count()).toBe(2)
    const file = {
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByText('This phone can’t open that file').waitFor()
    expect(await watched.axe()).toEqual([])
  })

  it('is warned of a photo that is small, and may use another one', async () => {
    const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 150, height: 100 } })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'small.png', mimeType: 'image/png', buffer: shot })
    await page.getByText('Very small.').waitFor()
    expect(await watched.axe()).toEqual([])
    await page.reload()
    await page.getByLabel('Country or region').waitFor()
  })
})

describe('a refusal', () => {
  it('comes while the customer waits, names the photo, and is acknowledged once', async () => {
    await page.getByLabel('Country or region').selectOption('Germany')
    await page.getByLabel('Name as on the document').fill('Lena Refuse')
    await page.getByLabel('Document number').fill('L01X00T47')
    await press('Continue to photos')
    await sendSamples()
    await page.getByRole('heading', { name: 'Under review' }).waitFor()
    expect(await watched.axe()).toEqual([])
    const dialog = page.getByRole('alertdialog', { name: 'Your identity check didn’t pass' })
    await dialog.waitFor({ timeout: 30_000 })
    await dialog.getByText('Back photo').waitFor()
    expect(await watched.axe()).toEqual([])
    await press('See what to do')
    await page.getByRole('heading', { name: 'Not passed' }).waitFor()
    expect(await watched.axe()).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: 'Not passed' }).waitFor()
    await page.waitForTimeout(1_500)
    expect(await dialog.count()).toBe(0)
  })

  it('lists who opened the photos', async () => {
    await press('Who opened your photos')
    await page.getByText('Sandbox reviewer 2').first().waitFor()
    expect(await page.getByText('To check your document').count()).toBe(4)
    expect(await watched.axe()).toEqual([])
    await press('Close')
  })

  it('can be appealed', async () => {
    await press('Request a second review')
    await page.getByLabel('What did we get wrong?').fill('No')
    await press('Send the appeal')
    await page.getByText('That’s too short.').waitFor()
    expect(await watched.axe()).toEqual([])
    await press('Close')
    // A closed sheet steps back in the history; a reload before that would be aborted.
    await expect.poll(() => page.evaluate('history.state?.layers ?? 0')).toBe(0)
  })

  it('leads to customer service where nothing can be sent again', async () => {
    await page.route('**/api/kyc/state', async (route) => {
      const answer = await route.fetch()
      const body: unknown = JSON.parse((await answer.text()).replace(/"resubmit":"[\w-]+"/, '"resubmit":"final"'))
      await route.fulfill({ response: answer, json: body })
    })
    const way = page.getByRole('link', { name: 'Ask customer service' })
    expect(await way.count()).toBe(0)
    await page.reload()
    await way.waitFor()
    await page.unroute('**/api/kyc/state')
    await page.reload()
  })

  it('marks the photo, and is followed by an approval once everything is right', async () => {
    await press('Send again')
    expect(await page.getByLabel('Document number').inputValue()).toBe('L01X00T47')
    await page.getByLabel('Name as on the document').fill('Lena Musterfrau')
    await press('Continue to photos')
    await page.getByRole('region', { name: 'Back' }).getByText('It’s out of focus.').waitFor()
    expect(await watched.axe()).toEqual([])
    await sendSamples()
    const dialog = page.getByRole('alertdialog', { name: 'Your identity is verified' })
    await dialog.waitFor({ timeout: 30_000 })
    expect(await watched.axe()).toEqual([])
    await press('OK')
    await page.getByRole('heading', { name: 'Identity verified' }).waitFor()
    expect(await watched.axe()).toEqual([])
  })
})

describe('a customer who is verified', () => {
  it('buys a contract, and sees it on the account', async () => {
    await go('/pages/contract/contract?symbol=BTCUSDT')
    await page.getByRole('button', { name: /^Up/ }).click()
    await page.getByRole('button', { name: /^Buy up/ }).click()
    await page.getByRole('timer').first().waitFor()
    await go('/pages/mine/mine')
    await page.getByText('Identity verified').waitFor()
    await go(certification)
    await page.getByRole('heading', { name: 'Identity verified' }).waitFor()
  })

  it('met no fault on the way', () => {
    expect(watched.faults).toEqual([])
  })
})

describe('a customer whose mailbox is lost', () => {
  it('gets another one by the same document, and signs in with it', async () => {
    const stranger = await browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
    const lost = await openWatchedPage(stranger)
    const newEmail = 'identity-new@example.com'
    await lost.page.goto(`${candor.address}#/pages/login/forgot`)
    await lost.page.getByRole('link', { name: 'Recover the account with your document' }).click()
    const send = lost.page.getByRole('button', { name: 'Send for review' })
    await send.click()
    expect(await lost.page.getByText('This field is required.').count()).toBe(6)
    expect(await lost.axe()).toEqual([])
    await lost.page.getByLabel('Your account').fill(email)
    await lost.page.getByLabel('New e-mail').fill(newEmail)
    await lost.page.getByRole('button', { name: 'Send the code' }).click()
    await lost.page.getByLabel('Code from the e-mail').fill(await candor.mailedCode(newEmail))
    await lost.page.getByLabel('Country or region').selectOption('Germany')
    await lost.page.getByLabel('Name as on the document').fill('Lena Musterfrau')
    await lost.page.getByLabel('Document number').fill('L01X00T47')
    for (const side of ['Front', 'Back']) {
      await lost.page.getByRole('region', { name: side }).getByRole('button', { name: 'Use the sample photo' }).click()
      await lost.page.getByRole('img', { name: `${side} of your document` }).waitFor()
    }
    await send.click()
    await lost.page.getByText(`We’ll send the answer to ${newEmail}.`).waitFor()
    expect(await lost.axe()).toEqual([])
    const isSignedIn = async () => (await post(candor, 'user/info', {}, token)) !== null
    for (let tries = 0; tries < 60 && (await isSignedIn()); tries += 1) await sleep(500)
    expect(await isSignedIn()).toBe(false)
    const signedIn = await post(candor, 'user/login', { account: newEmail, loginPassword: 'secret-1' })
    expect(signedIn).toMatchObject({ user: { email: newEmail, kycState: 'verified' } })
    expect(lost.faults).toEqual([])
    await stranger.close()
  })
})
