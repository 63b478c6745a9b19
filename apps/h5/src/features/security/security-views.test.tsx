// @vitest-environment happy-dom
import { act } from 'react'
import { securityLimits, userInfo } from '@candor/api'
import type { indexPay, OutputOf } from '@candor/api'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { queryFor } from '../../shared/api/index.ts'
import { session } from '../../shared/device/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { BindEmailPage } from './bind-email-page.tsx'
import { BindPhonePage } from './bind-phone-page.tsx'
import { LimitSheet } from './limit-sheet.tsx'
import { LimitsPage } from './limits-page.tsx'
import { PasswordSheet } from './password-sheet.tsx'
import { PaymentPasswordView } from './payment-password-page.tsx'

describe('the limits', () => {
  const limits: OutputOf<typeof securityLimits> = {
    items: [
      { kind: 'stake', value: '500', nextValue: null, nextFromMs: Date.UTC(2026, 0, 2) },
      { kind: 'session', value: '60', nextValue: null, nextFromMs: null },
    ],
    exclusion: null,
  }
  beforeEach(() => session.signIn('a-token'))
  afterEach(() => session.signOut())
  const page = (known: OutputOf<typeof securityLimits>) => draw(<LimitsPage />, [[queryFor(securityLimits, {}), known]])

  it('show each kind with its value, and a looser one with the time from which it counts', async () => {
    const text = (await page(limits)).text()
    expect(text).toMatch(/Daily stake limit\s*None from [^A-Z]*2 Jan[^N]*500/)
    expect(text).toMatch(/Time in the app\s*60 min/)
    expect(text).toMatch(/Daily recharge limit\s*None/)
  })

  it('say until when buying is off during a break, which can only be made longer', async () => {
    const view = await page({ ...limits, exclusion: { kind: 'cool-off', sinceMs: 0, untilMs: Date.UTC(2026, 5, 1) } })
    expect(view.text()).toMatch(/are off until .*1 Jun.*You can still withdraw/)
    expect(view.text()).toContain('Make it longer')
    expect(view.text()).not.toContain('Choose how long')
  })

  it('need a login', async () => {
    session.signOut()
    const view = await page(limits)
    expect(view.text()).toContain('Sign in to see your limits.')
    expect(view.text()).not.toContain('500')
  })
})

describe('the payment password', () => {
  const pay: OutputOf<typeof indexPay> = { locked: false, triesLeft: 5, withdrawalsHeldUntilMs: null }
  const view = (email: string | null, known: OutputOf<typeof indexPay> | null) =>
    draw(<PaymentPasswordView email={email} pay={known} />)

  it('needs a mailbox first', async () => {
    expect((await view(null, null)).text()).toContain('Add an e-mail first')
  })

  it('that is missing is set after a proof of identity', async () => {
    expect((await view('a@example.com', null)).text()).toContain('First, confirm it’s you.')
  })

  it('that is set can be changed, or reset when it was forgotten', async () => {
    const drawn = await view('a@example.com', pay)
    expect(drawn.text()).toContain('Your payment password is set')
    drawn.press('I forgot it')
    expect(drawn.text()).toContain('Confirm it’s you, then choose a new one.')
  })

  it('that is locked can only be reset', async () => {
    const drawn = await view('a@example.com', { ...pay, locked: true })
    expect(drawn.text()).toContain('Five wrong tries have locked it.')
    expect(drawn.text()).not.toContain('Change it')
  })

  it('says until when withdrawals are held after a change', async () => {
    const drawn = await view('a@example.com', { ...pay, withdrawalsHeldUntilMs: Date.UTC(2026, 0, 2, 12) })
    expect(drawn.text()).toMatch(/Withdrawals are paused until .*2 Jan/)
  })
})

it('a bound e-mail is changed one step at a time: its code, the new one, the code of that with the password', async () => {
  session.signIn('a-token')
  onTestFinished(() => session.signOut())
  const view = await draw(<BindEmailPage />, [[queryFor(userInfo, {}), { email: 'old@example.com' }]])
  expect(view.text()).toContain('1 of 3Your current e-mail')
  view.press('Continue')
  expect(view.text()).toContain('Enter the code.')
  view.type('Code from the e-mail', '123456')
  view.press('Continue')
  expect(view.text()).toContain('2 of 3Your new e-mail')
  expect(view.text()).not.toContain('This field is required.')
  view.type('New e-mail', 'new@')
  view.press('Continue')
  expect(view.text()).toContain('That’s not an e-mail address.')
  expect(view.text()).not.toContain('Login password')
  view.type('New e-mail', 'new@example.com')
  view.press('Continue')
  expect(view.text()).toMatch(/3 of 3Confirm the new e-mail.*Login password/)
})

it('a mobile number is bound without a picture: the phone solves the captcha', async () => {
  session.signIn('a-token')
  onTestFinished(() => session.signOut())
  const view = await draw(<BindPhonePage />)
  expect(view.text()).toMatch(/10 to 13 digits with the code.*Login password/)
  expect(view.text()).not.toContain('Characters in the picture')
})

/** Sends the form of the open sheet, and returns the sheet's text. */
function sentFromSheet(): string {
  // A sheet that was closed fades out before this one.
  const sheet = [...document.querySelectorAll('dialog')].at(-1)
  act(() => sheet?.querySelector('form')?.requestSubmit())
  return sheet?.textContent ?? ''
}

it('a sheet that asks for the login password names it where it is empty', async () => {
  await draw(
    <PasswordSheet
      title="Sign out"
      text=""
      submit="Sign out there"
      send={() => new Promise(() => undefined)}
      onDone={() => undefined}
      onClose={() => undefined}
    />,
  )
  expect(sentFromSheet()).toContain('Enter the password.')
})

it('a limit names what was not entered', async () => {
  const limit = { kind: 'session', value: null, nextValue: null, nextFromMs: null } as const
  await draw(<LimitSheet limit={limit} onClose={() => undefined} />)
  expect(sentFromSheet()).toContain('Enter the number of minutes.')
})
