import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { totpAt, stepOf } from '../apps/server/src/platform/totp.ts'
import { buyContract, register, registerVerified } from './customer.ts'
import { openApp } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'

const email = 'security@example.com'

let app: PhoneApp
let page: Page
/** A page with a host name: browsers do not support passkeys on an IP address. */
let address: string

const stage = setStage({}, async () => {
  address = stage.candor.address.replace('127.0.0.1', 'localhost')
  const token = await register(stage.candor, email)
  app = await openApp(stage, { token })
  page = app.page
})

const go = (hash: string) => page.goto(`${address}#${hash}`)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function press(digits: string): Promise<void> {
  for (const digit of digits) await button(digit).click()
}

function bytesOf(base32: string): Buffer {
  const bits = base32
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

describe('the security centre', () => {
  it('shows what guards the account, and leads to each of it', async () => {
    await go('/pages/securitycenter/securitycenter')
    await page.getByText('Not set yet, needed to withdraw').waitFor()
    await page.getByRole('heading', { name: 'Two steps left' }).waitFor()
    await page.getByRole('img', { name: '2 of 4 steps done' }).waitFor()
    await page.getByText('s••••@example.com').waitFor()
    await app.findNoFault()
  })
})

describe('the payment password', () => {
  it('is set with the login password, a code and six digits on its own keys, twice', async () => {
    await page.getByRole('link', { name: /Payment password/ }).click()
    await page.getByLabel('Login password', { exact: true }).fill('secret-1')
    await button('Send the code').click()
    await page.getByText('Code sent').waitFor()
    await page.getByLabel('Code from the e-mail').fill(await stage.candor.mailedCode(email))
    await app.findNoFault()
    await button('Choose six digits').click()
    const sheet = page.getByRole('dialog', { name: 'New payment password' })
    await sheet.waitFor()
    await app.findNoFault()
    await press('123456')
    await page.getByRole('dialog', { name: 'Repeat it' }).waitFor()
    await press('123456')
    await page.getByText('This payment password is too easy to guess').waitFor()
    await press('481516')
    await page.getByRole('dialog', { name: 'Repeat it' }).waitFor()
    await press('481516')
    await page.getByText('Modification successful').waitFor()
    await page.getByText('6 digits, needed to withdraw').waitFor()
    await page.getByText('Add your phone number, so you can sign in with it too.').waitFor()
  })

  it('is changed by keyboard alone, and counts what is wrong', async () => {
    await go('/pages/securitycenter/payment_password')
    await button('Change it').press('Enter')
    await page.getByRole('dialog', { name: 'Current payment password' }).waitFor()
    await page.keyboard.type('16234')
    await page.getByText('5 of 6').waitFor({ state: 'attached' })
    await page.keyboard.press('Backspace')
    await page.getByText('4 of 6').waitFor({ state: 'attached' })
    await page.keyboard.type('42')
    await page.getByRole('dialog', { name: 'New payment password' }).waitFor()
    await page.keyboard.type('903817')
    await page.getByRole('dialog', { name: 'Repeat it' }).waitFor()
    await page.keyboard.type('903818')
    await page.getByText('The two entries don’t match').waitFor()
    await page.keyboard.type('903817')
    await page.getByRole('dialog', { name: 'Repeat it' }).waitFor()
    await page.keyboard.type('903817')
    await page.getByText('The old password is incorrect').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

describe('limits', () => {
  it('are set by their owner, and a break from buying is asked twice', async () => {
    await go('/pages/securitycenter/limits')
    await page.getByRole('button', { name: /Daily stake limit/ }).click()
    await page.getByLabel('Amount').fill('1,000')
    await button('Set the limit').click()
    await page.getByText('That doesn’t look right.').waitFor()
    await page.getByLabel('Amount').fill('250')
    await app.findNoFault()
    await button('Set the limit').click()
    await page.getByRole('button', { name: /Daily stake limit.*250/ }).waitFor()
    await app.findNoFault()
    await button('Choose how long').click()
    await button('Take a break').click()
    await page.getByText('1 day, and it can’t be undone').waitFor()
    await app.findNoFault()
    await page.keyboard.press('Escape')
  })
})

describe('the other pages', () => {
  it.each(['bind_email', 'bind_phone', 'phrase', 'two_step', 'passkeys'])(
    '%s has nothing that assistive technology stumbles over',
    async (name) => {
      await go(`/pages/securitycenter/${name}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForTimeout(400)
      await app.findNoFault()
    },
  )
})

describe('a passkey', () => {
  it('is made by the device, shown in the list, and signs in without a password', async () => {
    const session = await app.context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await go('/pages/securitycenter/passkeys')
    await button('Add a passkey').click()
    await page.getByLabel('Name').fill('My phone')
    await page.getByLabel('Login password', { exact: true }).fill('secret-1')
    await app.findNoFault()
    await button('Continue').click()
    await page.getByText('My phone').waitFor()
    await app.findNoFault()
    await page.evaluate("localStorage.removeItem('candor.token')")
    await page.reload()
    await go('/pages/login/login')
    await button('Sign in with a passkey').click()
    await page.getByText('Login successful').waitFor()
    await go('/pages/securitycenter/passkeys')
    await page.getByText('Last used').waitFor()
  })
})

describe('the second step', () => {
  it('is turned on with a code, and asked for at the next login', async () => {
    await go('/pages/securitycenter/two_step')
    await page.getByLabel('Login password', { exact: true }).fill('secret-1')
    await button('Set it up').click()
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
    await app.findNoFault()
    const uri = await page.getByRole('link', { name: 'Open it in an authenticator app' }).getAttribute('href')
    const secret = bytesOf(new URL(uri ?? '').searchParams.get('secret') ?? '')
    // The step before is good as well, and leaves the present one for the login.
    await page.getByLabel('Code from the app').fill(totpAt(secret, stepOf(Date.now()) - 1))
    await button('Turn it on').click()
    await page.getByText('We show them only now').waitFor()
    expect(await page.getByRole('listitem').count()).toBe(10)
    await app.findNoFault()
    await page.evaluate("localStorage.removeItem('candor.token')")
    await page.reload()
    await go('/pages/login/login')
    await page.getByRole('radio', { name: 'E-mail' }).check()
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill('secret-1')
    await button('Sign in').click()
    await page.getByLabel('Code from your authenticator app').waitFor()
    await app.findNoFault()
    await page.getByLabel('Code from your authenticator app').fill(totpAt(secret, stepOf(Date.now())))
    await button('Sign in').click()
    await page.getByText('Login successful').waitFor()
  })

  it('is the last of it without an error on the page', () => {
    expect(app.faults).toEqual([])
  })
})

describe('another e-mail', () => {
  it('takes the place of the bound one in three steps: its code, the new one, the code of that', async () => {
    const [bound, next] = ['moving@example.com', 'newly@example.org']
    const own = await openApp(stage, { token: await register(stage.candor, bound) })
    const press = (name: string) => own.page.getByRole('button', { name, exact: true }).click()
    const enterCodeOf = async (mailbox: string) => {
      await press('Send the code')
      await own.page.getByText('Code sent').waitFor()
      await own.page.getByLabel('Code from the e-mail').fill(await stage.candor.mailedCode(mailbox))
    }
    await own.go('/pages/securitycenter/bind_email')
    await own.page.getByText('1 of 3').first().waitFor()
    await press('Continue')
    await own.page.getByText('Enter the code.').waitFor()
    await own.findNoFault()
    await enterCodeOf(bound)
    await press('Continue')
    await own.page.getByRole('heading', { name: 'Your new e-mail' }).waitFor()
    await own.page.getByLabel('New e-mail').fill(next)
    await own.findNoFault()
    await press('Continue')
    await own.page.getByRole('heading', { name: 'Confirm the new e-mail' }).waitFor()
    await press('Back')
    expect(await own.page.getByLabel('New e-mail').inputValue()).toBe(next)
    await press('Continue')
    await enterCodeOf(next)
    await own.page.getByLabel('Login password', { exact: true }).fill('wrong-one')
    await press('Change the e-mail')
    await own.page.getByText('The login password is incorrect.').waitFor()
    await own.findNoFault()
    await own.page.getByLabel('Login password', { exact: true }).fill('secret-1')
    await press('Change the e-mail')
    await own.page.getByText('Modification successful').waitFor()
    await own.go('/pages/securitycenter/securitycenter')
    await own.page.getByText(/^n•+@example\.org/).waitFor()
    await own.closeWithoutFault()
  })
})

describe('closing the account', () => {
  const screen = '/pages/securitycenter/close_account'

  it('names what is still open, with the way there', async () => {
    const token = await registerVerified(stage.candor, 'staying@example.com')
    await buyContract(stage.candor, token)
    const own = await openApp(stage, { token })
    await own.go('/pages/securitycenter/securitycenter')
    await own.page.getByRole('link', { name: 'Close the account' }).click()
    await own.page.getByRole('link', { name: /Open contracts.*1/ }).waitFor()
    await own.page.getByRole('link', { name: /Balance.*10,000\.00.USDT/ }).waitFor()
    expect(await own.page.getByLabel('Login password', { exact: true }).count()).toBe(0)
    await own.findNoFault()
    await own.context.close()
  })

  it('gives up what is left by its exact amount, and ends the sign-in', async () => {
    const leaving = 'leaving@example.com'
    const own = await openApp(stage, { token: await register(stage.candor, leaving) })
    const press = (name: string) => own.page.getByRole('button', { name, exact: true }).click()
    await own.go(screen)
    await own.page.getByText('You give up what is left in the account: 10,000.00\u00A0USD and').waitFor()
    await own.page.getByLabel('Login password', { exact: true }).fill('wrong-one')
    await own.findNoFault()
    await press('Close the account for good')
    const dialog = own.page.getByRole('alertdialog', { name: 'Close the account for good?' })
    await dialog.getByText('10,000.00\u00A0USDT').waitFor()
    await own.findNoFault()
    await dialog.getByRole('button', { name: 'Keep the account' }).click()
    await dialog.waitFor({ state: 'detached' })
    await press('Close the account for good')
    await dialog.getByRole('button', { name: 'Close the account for good' }).click()
    await own.page.getByText('The login password is incorrect.').waitFor()
    await own.page.getByLabel('Login password', { exact: true }).fill('secret-1')
    await press('Close the account for good')
    await dialog.getByRole('button', { name: 'Close the account for good' }).click()
    await own.page.getByText('Your account is closed').waitFor()
    await own.go('/pages/login/login')
    await own.page.getByRole('radio', { name: 'E-mail' }).check()
    await own.page.getByRole('textbox', { name: 'E-mail' }).fill(leaving)
    await own.page.getByRole('textbox', { name: 'Password' }).fill('secret-1')
    await press('Sign in')
    const closed = own.page.getByRole('alertdialog', { name: 'This account is closed' })
    await own.findNoFault()
    await closed.getByRole('button', { name: 'Ask customer service' }).click()
    await own.page.getByRole('textbox', { name: 'Message' }).waitFor()
    await own.closeWithoutFault()
  })
})

describe('a copy of the own data', () => {
  it('is prepared while the page is open, and downloaded with the login password', async () => {
    const own = await openApp(stage, { token: await register(stage.candor, 'copying@example.com') })
    await own.go('/pages/securitycenter/securitycenter')
    await own.page.getByRole('button', { name: 'Prepare a copy of your data' }).click()
    await own.page.getByRole('button', { name: /Download your data/ }).click()
    const sheet = own.page.getByRole('dialog', { name: 'Download your data' })
    await sheet.getByLabel('Login password', { exact: true }).fill('wrong-one')
    await sheet.getByRole('button', { name: 'Download your data' }).click()
    await sheet.getByText('The login password is incorrect.').waitFor()
    await own.findNoFault()
    await sheet.getByLabel('Login password', { exact: true }).fill('secret-1')
    const [file] = await Promise.all([
      own.page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Download your data' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^candor-data-\d{4}-\d\d-\d\d\.zip$/)
    expect(await own.page.getByRole('button', { name: 'Prepare a copy of your data' }).count()).toBe(0)
    await own.context.close()
  })
})
