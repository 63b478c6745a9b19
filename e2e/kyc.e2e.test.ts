import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { post, register } from './customer.ts'
import { addSamplePhotos, openApp, openAppAt } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'

const email = 'identity@example.com'
let token: string
let app: PhoneApp
let page: Page

const stage = setStage({}, async () => {
  token = await register(stage.candor, email)
  app = await openApp(stage, { token })
  page = app.page
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const certification = '/pages/certification/certification'

/** Adds the sample photos and sends them. */
async function sendSamples(): Promise<void> {
  await addSamplePhotos(page)
  expect(await page.getByText('Sharp', { exact: true }).count()).toBe(2)
  await app.findNoFault()
  await press('Send for review')
  await page.getByText('Submitted successfully and awaiting review').waitFor()
}

describe('a customer who is not verified', () => {
  it('reads so on a contract before anything is chosen, and led to the identity check', async () => {
    await app.go('/pages/contract/contract?symbol=BTCUSDT')
    await page.getByText('To buy, verify your identity first.').waitFor()
    expect(await page.getByRole('button', { name: /^(Up|Down)/ }).count()).toBe(0)
    await app.findNoFault()
    await press('Verify identity')
    await page.getByRole('heading', { name: 'Verify identity' }).waitFor()
  })

  it('reads of every field what is wrong with it', async () => {
    await app.go('/pages/mine/mine')
    await page.getByRole('link', { name: /Identity.*Not verified/ }).click()
    await page.getByLabel('Country or region').waitFor()
    await press('Continue to photos')
    expect(await page.getByText(/^(Choose a country|Enter the (name|number|date of birth))\.$/).count()).toBe(4)
    await page.getByLabel('Country or region').selectOption('Germany')
    await page.getByLabel('Name as on the document').fill('Lena Refuse')
    await page.getByLabel('Document number').fill('L01X00T4')
    await page.getByLabel('Date of birth').fill('1899-12-31')
    await press('Continue to photos')
    await page.getByText('This number has 9 characters').waitFor()
    await page.getByText('Enter a date from 1900 onwards.').waitFor()
    await page.getByLabel('Date of birth').fill(`${new Date().getUTCFullYear() - 17}-01-31`)
    await page.getByText('You need to be at least 18 years old.').waitFor()
    await app.findNoFault()
    await page.getByLabel('Document number').fill('L01X00T47')
    await page.getByLabel('Date of birth').pressSequentially('01311990')
    expect(await page.getByLabel('Date of birth').inputValue()).toBe('1990-01-31')
    await press('Continue to photos')
    await page.getByRole('heading', { name: 'Photos of your ID card' }).waitFor()
    await app.findNoFault()
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
    await app.findNoFault()
  })

  it('is warned of a photo that is small, and may use another one', async () => {
    const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 150, height: 100 } })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'small.png', mimeType: 'image/png', buffer: shot })
    await page.getByText('Very small.').waitFor()
    await app.findNoFault()
    await page.reload()
    await page.getByLabel('Country or region').waitFor()
  })
})

describe('a refusal', () => {
  it('comes while the customer waits, names the photo, and is acknowledged once', async () => {
    await page.getByLabel('Country or region').selectOption('Germany')
    await page.getByLabel('Name as on the document').fill('Lena Refuse')
    await page.getByLabel('Date of birth').fill('1990-01-31')
    await page.getByLabel('Document number').fill('L01X00T47')
    await press('Continue to photos')
    await sendSamples()
    await page.getByRole('heading', { name: 'Under review' }).waitFor()
    await app.findNoFault()
    const dialog = page.getByRole('alertdialog', { name: 'Your identity check didn’t pass' })
    await dialog.waitFor()
    await dialog.getByText('Back photo').waitFor()
    await app.findNoFault()
    await press('See what to do')
    await page.getByRole('heading', { name: 'Not passed' }).waitFor()
    await app.findNoFault()
    await page.reload()
    await page.getByRole('heading', { name: 'Not passed' }).waitFor()
    await page.waitForTimeout(1_500)
    expect(await dialog.count()).toBe(0)
  })

  it('lists who opened the photos', async () => {
    await press('Who opened your photos')
    await page.getByText('Sandbox reviewer 2').first().waitFor()
    expect(await page.getByText('To check your document').count()).toBe(4)
    await app.findNoFault()
    await press('Close')
  })

  it('can be appealed', async () => {
    await press('Request a second review')
    await page.getByLabel('What did we get wrong?').fill('No')
    await press('Send the appeal')
    await page.getByText('That’s too short.').waitFor()
    await app.findNoFault()
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
    expect(await page.getByLabel('Date of birth').inputValue()).toBe('1990-01-31')
    await page.getByLabel('Name as on the document').fill('Lena Musterfrau')
    await press('Continue to photos')
    await page.getByRole('region', { name: 'Back' }).getByText('It’s out of focus.').waitFor()
    await app.findNoFault()
    await sendSamples()
    const dialog = page.getByRole('alertdialog', { name: 'Your identity is verified' })
    await dialog.waitFor()
    await app.findNoFault()
    await press('OK')
    await page.getByRole('heading', { name: 'Identity verified' }).waitFor()
    await app.findNoFault()
  })
})

describe('a customer who is verified', () => {
  it('buys a contract, and sees it on the account', async () => {
    await app.go('/pages/contract/contract?symbol=BTCUSDT')
    await page.getByRole('button', { name: /^Up/ }).click()
    await page.getByRole('button', { name: /^Buy up/ }).click()
    await page.getByRole('timer').first().waitFor()
    await app.go('/pages/mine/mine')
    await page.getByText('Identity verified').waitFor()
    await app.go(certification)
    await page.getByRole('heading', { name: 'Identity verified' }).waitFor()
  })

  it('met no fault on the way', () => {
    expect(app.faults).toEqual([])
  })
})

describe('a customer whose mailbox is lost', () => {
  it('gets another one by the same document, and signs in with it', async () => {
    const lost = await openAppAt(stage, '/pages/login/forgot')
    const newEmail = 'identity-new@example.com'
    await lost.page.getByRole('link', { name: 'Recover the account with your document' }).click()
    const send = lost.page.getByRole('button', { name: 'Send for review' })
    const emptyField = /^(Enter your account|Choose a country|Enter the (e-mail address|code|name|number))\.$/
    await send.click()
    expect(await lost.page.getByText(emptyField).count()).toBe(6)
    await lost.findNoFault()
    await lost.page.getByLabel('Your account').fill(email)
    await lost.page.getByLabel('New e-mail').fill(newEmail)
    await lost.page.getByRole('button', { name: 'Send the code' }).click()
    await lost.page.getByLabel('Code from the e-mail').fill(await stage.candor.mailedCode(newEmail))
    await lost.page.getByLabel('Country or region').selectOption('Germany')
    await lost.page.getByLabel('Name as on the document').fill('Lena Musterfrau')
    await lost.page.getByLabel('Document number').fill('L01X00T47')
    await addSamplePhotos(lost.page)
    await send.click()
    await lost.page.getByText(`We’ll send the answer to ${newEmail}.`).waitFor()
    await lost.findNoFault()
    const isSignedIn = async () => (await post(stage.candor, 'user/info', {}, token)) !== null
    for (let tries = 0; tries < 60 && (await isSignedIn()); tries += 1) await sleep(500)
    expect(await isSignedIn()).toBe(false)
    const signedIn = await post(stage.candor, 'user/login', { account: newEmail, loginPassword: 'secret-1' })
    expect(signedIn).toMatchObject({ user: { email: newEmail, kycState: 'verified' } })
    await lost.closeWithoutFault()
  })
})
