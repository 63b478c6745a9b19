import { randomUUID } from 'node:crypto'
import { responseEnvelope } from '@candor/api'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { publishedDocuments } from '../apps/launcher/src/sandbox/published-documents.ts'
import { register, registerVerified } from './customer.ts'
import { asOwner } from './operators.ts'
import { english, openApp, openAppAt, signInByForm } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'

const email = 'account@example.com'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const signedIn = z.object({ token: z.string() })

let app: PhoneApp
let page: Page
/** Logged in on this phone, and on a laptop that is somewhere else. */
let token: string
let laptopToken: string

const stage = setStage({ CANDOR_TRUST_PROXY: '127.0.0.1' }, async () => {
  await post('code/send', { channel: 'email', address: email, purpose: 'register' })
  const proof = { email, code: await stage.candor.mailedCode(email), inviteCode: stage.candor.inviteCode }
  const documents = await publishedDocuments(stage.candor.origin)
  const form = { requestId: randomUUID(), ...proof, loginPassword: 'secret-1', loginPassword2: 'secret-1', documents }
  token = z.parse(signedIn, (await post('user/register', form)).data).token
  await post('user/login', { account: email, loginPassword: 'wrong-one' }, { 'user-agent': laptop })
  const login = await post('user/login', { account: email, loginPassword: 'secret-1' }, { 'user-agent': laptop })
  laptopToken = z.parse(signedIn, login.data).token
  app = await openApp(stage, { look: { language: 'en' }, token })
  page = app.page
})

async function post(
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(`${stage.candor.origin}/api/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  })
  return { ...z.parse(responseEnvelope, await response.json()), status: response.status }
}

describe('the picture of the account', () => {
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  }

  it('reads why a file that is no picture is refused', async () => {
    await app.go('/pages/mine/mine')
    await page.getByRole('button', { name: 'Change your picture' }).click()
    await choose(
      'me.png',
      'image/png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    )
    await page.getByText('This phone can’t open that file').waitFor()
    await app.findNoFault()
  })

  it('is cut, shown before it is sent, and then on the screen', async () => {
    const shot = await page.screenshot()
    await choose('me.png', 'image/png', shot)
    await page.getByRole('img', { name: 'Preview of your picture' }).waitFor()
    await app.findNoFault()
    await page.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByText('Modification successful').waitFor()
    const picture = page.locator('img[src*="/api/avatar/"]')
    await picture.waitFor()
    await expect.poll(() => page.evaluate(`document.querySelector('img[src*="/api/avatar/"]').naturalWidth`)).toBe(256)
    await app.findNoFault()
  })

  it('stays when the network goes while the next one is sent, and says so', async () => {
    await page.getByRole('button', { name: 'Change your picture' }).click()
    await choose('me.png', 'image/png', await page.screenshot())
    await page.getByRole('button', { name: 'Use this picture' }).waitFor()
    await app.context.setOffline(true)
    await page.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByText('The picture wasn’t sent').waitFor()
    await app.context.setOffline(false)
    // The app's own toast about the lost network stays while a pointer rests on it, and covers the button.
    await page.mouse.move(10, 10)
    await page.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByRole('button', { name: 'Use this picture' }).waitFor({ state: 'detached' })
  })

  it('is removed', async () => {
    await page.getByRole('button', { name: 'Change your picture' }).click()
    await page.getByRole('button', { name: 'Remove the picture' }).click()
    await page.getByText('AC', { exact: true }).waitFor()
  })
})

describe('the address', () => {
  it('takes a town that was searched by keys alone, moved by arrows, and keeps what was typed meanwhile', async () => {
    await app.go('/pages/mine/mine')
    await page.getByRole('link', { name: 'Address' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill('Hauptstraße 1, Berlin')
    await page.getByRole('button', { name: 'Choose on the map' }).click()
    expect(await page.getByRole('button', { name: 'Use this place' }).isDisabled()).toBe(true)
    await page.getByRole('combobox').fill('berl')
    await page.getByRole('option', { name: 'Berlin, Germany' }).waitFor()
    await app.findNoFault()
    await page.keyboard.press('Enter')
    await page.getByText('52.52000, 13.41000').waitFor()
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByText('52.52000').count()).toBe(0)
    await app.findNoFault()
    await page.getByRole('button', { name: 'Use this place' }).click()
    expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('Hauptstraße 1, Berlin')
  })

  it('takes the position of the device where it may, and says why not where it may not', async () => {
    await page.getByRole('button', { name: 'Choose another point' }).click()
    await page.getByRole('button', { name: 'My location' }).click()
    await page.getByText('Location access is blocked').waitFor()
    await app.findNoFault()
    await app.context.grantPermissions(['geolocation'])
    await app.context.setGeolocation({ latitude: 35.68, longitude: 139.77 })
    await page.getByRole('button', { name: 'My location' }).click()
    await page.getByText('Tokyo, Japan').waitFor()
    await page.getByText('35.68000, 139.77000').waitFor()
    await page.getByRole('button', { name: 'Use this place' }).click()
  })

  it('starts in the country of the document, where no point is chosen yet', async () => {
    const verified = await openApp(stage, { token: await registerVerified(stage.candor, 'mapped@example.com') })
    await verified.go('/pages/location/choose')
    const use = verified.page.getByRole('button', { name: 'Use this place' })
    await use.waitFor()
    await verified.settled()
    expect(await use.isDisabled()).toBe(true)
    await verified.page.getByRole('button', { name: 'Zoom in' }).click()
    await verified.page.getByText(/, Germany$/).waitFor()
    await verified.closeWithoutFault()
  })

  it('is saved, shown under Mine and on the map in the dark, and taken away', async () => {
    await page.getByRole('button', { name: 'Save the address' }).click()
    await page.getByRole('link', { name: 'Address Hauptstraße 1, Berlin' }).click()
    await page.getByRole('button', { name: 'Show on the map' }).click()
    const barColour = await page.locator('meta[name="theme-color"]').getAttribute('content')
    expect(barColour).not.toBe('')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByText('Tokyo, Japan').waitFor()
    await expect.poll(() => page.locator('meta[name="theme-color"]').getAttribute('content')).not.toBe(barColour)
    await app.findNoFault()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Remove the address' }).click()
    await page.getByRole('link', { name: 'Address', exact: true }).waitFor()
  })
})

describe('customer service', () => {
  const conversation = () => page.getByRole('region', { name: 'Conversation' })

  it('is found under Mine, says who replies, and takes what is written', async () => {
    await app.go('/pages/mine/mine')
    await page.getByRole('link', { name: 'Customer service' }).click()
    await page.getByText('We never ask for passwords').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello, is anybody there?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await conversation().getByText('Hello, is anybody there?').waitFor()
    await conversation().getByText('Sandbox assistant', { exact: true }).waitFor()
    await app.findNoFault()
  })

  it('shows places and photos that are sent', async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Send a place' }).click()
    await page.getByRole('combobox').fill('berl')
    await page.getByRole('option', { name: 'Berlin, Germany' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('52.52000, 13.41000').waitFor()
    await page.getByRole('button', { name: 'Use this place' }).click()
    await conversation().getByRole('link', { name: 'Berlin, Germany' }).waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() })
    await page.getByRole('img', { name: 'The photo as it will be sent' }).waitFor()
    await app.findNoFault()
    await page.getByRole('button', { name: 'Send the photo' }).click()
    await conversation().getByRole('img', { name: 'Photo' }).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await app.findNoFault()
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('keeps what is written without a line over a reload, and sends it once', async () => {
    let isCut = true
    await page.routeWebSocket(/chat\/socket/, (socket) => {
      if (isCut) void socket.close()
      else socket.connectToServer()
    })
    await page.reload()
    await page.getByText('No connection. We keep what you write').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Written in a tunnel')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await conversation().getByText('Waiting for a connection').waitFor()
    await app.findNoFault()
    isCut = false
    await page.reload()
    await conversation().getByText('Hello, is anybody there?').waitFor()
    await conversation().getByText('Waiting for a connection').waitFor({ state: 'detached' })
    expect(await conversation().getByText('Written in a tunnel').count()).toBe(1)
  })

  it('is all that a disabled account has', async () => {
    const disabled = 'disabled@example.com'
    const disabledToken = await register(stage.candor, disabled)
    await asOwner(stage.candor, 'update identity.customer set state = 0 where email = $1', [disabled])
    expect((await post('user/info', {}, { token: disabledToken })).error).toBe('account-disabled')
    // After five failures the server requires a captcha, which this phone solves without a question.
    const wrong = { account: disabled, loginPassword: 'wrong-one' }
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
    for (let failures = 0; failures < 5; failures += 1) await post('user/login', wrong, elsewhere)
    const { context, page: own } = await openAppAt(stage, '/pages/login/login')
    let proofs = 0
    own.on('request', (request) => (proofs += request.url().endsWith('/captcha/create') ? 1 : 0))
    await signInByForm(own, disabled, 'secret-1')
    await own.getByRole('button', { name: 'Ask customer service' }).click()
    expect(proofs).toBe(1)
    await own.getByRole('textbox', { name: 'Message' }).fill('Why is my account disabled?')
    await own.getByRole('button', { name: 'Send', exact: true }).click()
    await own.getByText('Sandbox assistant', { exact: true }).waitFor()
    await context.close()
  })
})

describe('an account that was disabled since it signed in', () => {
  it('sees that on each screen, with the way to customer service', async () => {
    const disabled = 'disabled-since@example.com'
    const openToken = await register(stage.candor, disabled)
    await asOwner(stage.candor, 'update identity.customer set state = 0 where email = $1', [disabled])
    const open = await openApp(stage, { token: openToken, look: english })
    await open.go('/pages/bill/contract')
    const dialog = open.page.locator('dialog[open]', { hasText: 'This account is disabled' })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await open.page.getByRole('heading', { name: 'Account disabled' }).waitFor()
    await open.findNoFault()
    await open.go('/pages/bill/bill')
    await dialog.getByRole('button', { name: 'Ask customer service' }).click()
    await open.page.getByRole('textbox', { name: 'Message' }).waitFor()
    expect(await dialog.count()).toBe(0)
    await open.context.close()
  })
})

describe('the security centre', () => {
  it('is found under Mine, and shows this device and the other one', async () => {
    await app.go('/pages/mine/mine')
    await page.getByRole('link', { name: 'Security centre' }).click()
    await page.getByText('Windows, Firefox').waitFor()
    await page.getByText('This device').waitFor()
    await app.findNoFault()
  })

  it('tells who signed in and who failed to', async () => {
    await page.getByRole('link', { name: /Sign-in history/ }).click()
    await page.getByText('Wrong password').waitFor()
    expect(await page.getByText(/Windows, Firefox · 127\.0\.0\.x/).count()).toBe(2)
    await app.findNoFault()
    await page.goBack()
  })

  it('signs the other device out after asking', async () => {
    await page.getByRole('button', { name: /^Sign out Windows, Firefox/ }).click()
    await page.getByRole('alertdialog').getByText('Windows, Firefox will have to sign in again').waitFor()
    await app.findNoFault()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Exit successfully').waitFor()
    await page.getByText('Windows, Firefox').waitFor({ state: 'detached' })
    expect((await post('user/info', {}, { token: laptopToken })).status).toBe(408)
  })
})

describe('the login password', () => {
  const fill = async (old: string, next: string, repeated = next) => {
    await page.getByLabel('Old password').fill(old)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Repeat password').fill(repeated)
    await page.getByRole('button', { name: 'Change password' }).click()
  }

  it('is not changed with entries that differ or a wrong old one, and each field says why', async () => {
    await page.getByRole('link', { name: /Login password/ }).click()
    await fill('wrong-one', 'secret-2', 'secret-3')
    await page.getByText('The passwords don’t match.').waitFor()
    await fill('wrong-one', 'secret-2')
    await page.getByText('The old password is incorrect').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.autocomplete')).toBe('current-password')
    await app.findNoFault()
  })

  it('is changed with the old one, and this phone stays signed in', async () => {
    await fill('secret-1', 'secret-2')
    await page.getByText('Modification successful').waitFor()
    await page.getByText(/^Changed \d/).waitFor()
    expect((await post('user/info', {}, { token })).code).toBe(1)
  })
})

describe('a registration by mobile number', () => {
  const mobile = '4915123456789'
  // A network of its own: the proof of work doubles with the captchas that a network requested, and the tests above
  // did.
  const open = async (theme: 'light' | 'dark') => {
    const visitor = await openApp(stage, { look: { language: 'en', theme } })
    await visitor.context.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7' })
    return visitor
  }
  const goOn = (visitor: Page) => visitor.getByRole('button', { name: 'Continue' }).click()
  const chooseMobile = async (visitor: Page, number: string) => {
    await visitor.getByRole('button', { name: 'Use a mobile number instead' }).click()
    await visitor.getByLabel('Mobile number').fill(number)
    await goOn(visitor)
  }
  const send = async (visitor: Page, password = 'secret-1') => {
    await visitor.getByLabel('Password', { exact: true }).fill(password)
    await visitor.getByLabel('Repeat password').fill(password)
    await visitor.getByRole('button', { name: 'Create account' }).click()
  }
  /** The refusal is shown at the field, which has the focus, and nothing else is marked. */
  const findAt = async (visitor: Page, label: string, text: string) => {
    await visitor.getByLabel(label, { exact: true }).and(visitor.locator('input:focus')).waitFor()
    const described = await visitor.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
    await visitor.locator(`#${described}`, { hasText: text }).waitFor()
    expect(await visitor.locator('[aria-invalid=true]').count()).toBe(1)
    const box = await visitor.getByText(text, { exact: true }).boundingBox()
    expect(box?.y).toBeGreaterThan(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(visitor.viewportSize()?.height ?? 0)
  }

  it('says in the words of the specification what is wrong, at its step', async () => {
    const visitor = await open('light')
    const { page: own } = visitor
    try {
      await visitor.go('/pages/register/register')
      await own.getByLabel('Invite code').fill('NOBODY')
      await own.getByText('The invitation code does not exist', { exact: true }).waitFor()
      await visitor.findNoFault()
      await goOn(own)
      await findAt(own, 'Invite code', 'The invitation code does not exist')
      await own.getByLabel('Invite code').fill(stage.candor.inviteCode)
      await goOn(own)
      await chooseMobile(own, '151234')
      await findAt(own, 'Mobile number', 'Wrong mobile number')
      await visitor.findNoFault()
      await own.getByLabel('Mobile number').fill(mobile)
      await own.reload()
      await own.getByRole('button', { name: 'Country code: +49' }).click()
      await own.getByLabel('Country or code').fill('germ')
      await visitor.findNoFault()
      await own.getByRole('dialog').getByRole('button', { name: 'Germany' }).click()
      expect(await own.getByLabel('Mobile number').inputValue()).toBe(mobile.slice(2))
      await goOn(own)
      await own.getByRole('button', { name: 'Risks, version 2' }).click()
      await own.getByText('You can lose the whole stake of a contract').waitFor()
      await visitor.findNoFault()
      await own.getByRole('button', { name: 'Close' }).click()
      await send(own, 'iloveyou')
      await findAt(own, 'Password', 'This password is too easy to guess.')
      await visitor.findNoFault()
      await send(own)
      await own.getByText('Registration successful').waitFor()
      await visitor.go('/pages/legal/legal')
      await own.getByText('You agreed to version 1 on').first().waitFor()
      await visitor.findNoFault()
    } finally {
      await visitor.context.close()
    }
  })

  it('says at the number that it is registered, and shows a picture where the phone solves none', async () => {
    const second = await open('dark')
    const { page: own } = second
    try {
      await second.go(`/pages/register/register?code=${stage.candor.inviteCode}`)
      await goOn(own)
      await chooseMobile(own, mobile)
      await send(own)
      await findAt(own, 'Mobile number', 'This account has been registered')
      await second.findNoFault()
      await own.evaluate('window.Worker = class { constructor() { throw new Error() } }')
      await own.getByRole('button', { name: 'Back' }).click()
      await own.getByRole('button', { name: 'Continue' }).click()
      await goOn(own)
      await own.getByRole('button', { name: 'Create account' }).click()
      await own.getByLabel('Characters in the picture').waitFor()
      await second.findNoFault()
    } finally {
      await second.context.close()
    }
  })
})

describe('newer legal texts', () => {
  it('are asked for once after a login, and agreed to where they are read', async () => {
    const owing = await register(stage.candor, 'owing@example.com')
    await asOwner(stage.candor, `select legal.publish('terms', 2, 'en', '# Terms\n\nNewer terms.', true)`)
    const own = await openApp(stage, { look: { language: 'en', theme: 'dark' }, token: owing })
    try {
      await own.go('/pages/mine/mine')
      const asked = own.page.getByRole('alertdialog', { name: 'Our texts have changed' })
      await asked.getByText('There’s a newer version of: Terms. To buy').waitFor()
      await own.findNoFault()
      await asked.getByRole('button', { name: 'Read and agree' }).click()
      await own.page.getByRole('button', { name: 'Agree to these texts' }).click()
      const terms = own.page.getByRole('link').filter({ hasText: 'Terms' })
      await terms.getByText('You agreed to version 2 on').waitFor()
      await own.page.getByRole('link', { name: 'Terms' }).first().click()
      await own.page.getByText('Newer terms.').waitFor()
      await own.page.getByLabel('Compare with').selectOption({ index: 2 })
      await own.page.getByText('What changed from version 1 to version 2').waitFor()
      await own.page.getByRole('insertion').getByText('Newer terms.').waitFor()
      await own.findNoFault()
      await own.page.getByLabel('Version', { exact: true }).selectOption({ index: 2 })
      await own.page.getByText('Version 2 replaces this one.').waitFor()
      await own.findNoFault()
    } finally {
      await own.context.close()
    }
  })
})

describe('a forgotten password', () => {
  it('is replaced with the code from the mail, and opens the account again', async () => {
    await app.go('/pages/login/login')
    // Somebody who is signed in is led on; a reload without the token is a visitor's.
    await page.waitForURL(/#\/$/)
    await page.evaluate("localStorage.removeItem('candor.token')")
    await page.reload()
    await app.go('/pages/login/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('E-mail of your account').fill(email)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByText('Code sent').waitFor()
    await page.getByLabel('Code from the e-mail').fill(await stage.candor.mailedCode(email))
    await page.getByLabel('New password', { exact: true }).fill('secret-3')
    await page.getByLabel('Repeat password').fill('secret-3')
    await app.findNoFault()
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.waitForURL(/#\/pages\/login\/login/)
    expect((await post('user/info', {}, { token })).status).toBe(408)
    expect(await page.getByLabel('E-mail', { exact: true }).last().inputValue()).toBe(email)
    await signInByForm(page, email, 'secret-3')
    await page.getByText('Login successful').waitFor()
  })

  it('left no error in the console but that of the lost network', () => {
    expect(app.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
