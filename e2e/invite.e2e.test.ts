import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyCustomer } from '../apps/launcher/src/sandbox/verify-customer.ts'
import { phone } from './browser.ts'
import { register } from './customer.ts'
import { asOwner, hire } from './operators.ts'
import { setStage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'
import type { WatchedPage } from './watched-page.ts'

interface Device extends WatchedPage {
  readonly context: BrowserContext
}

let token: string

const stage = setStage({ CANDOR_INVITE_REWARD: '5 USDT' }, async () => {
  token = await register(stage.candor, 'inviter@example.com')
})

/** A device of its own, as it is when the app is opened for the first time there. */
async function openDevice(stored: Readonly<Record<string, string>> = {}): Promise<Device> {
  const context = await stage.browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript((values) => {
    if (sessionStorage.getItem('started') !== null) return
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
    sessionStorage.setItem('started', 'yes')
  }, stored)
  return { ...(await openWatchedPage(context)), context }
}

/** Publishes an invitation code for everybody, as two operators do. */
async function publishCode(code: string): Promise<void> {
  for (const name of ['mara', 'noah']) await hire(stage.candor, name, ['lead'])
  await asOwner(
    stage.candor,
    `insert into identity.published_code (code, note, proposed_by, proposed_ms, state, decided_by, decided_ms)
     select $1, 'For the fair', min(operator_id), 1, 'confirmed', max(operator_id), 2 from operator.account
     where name in ('mara', 'noah')`,
    [code],
  )
}

/** A busy machine is slow. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read)
const goTo = ({ page }: Device, hash: string) => page.goto(`${stage.candor.address}#${hash}`)
const copied = async ({ page }: Device) => String(await page.evaluate('navigator.clipboard.readText()'))

describe('an invitation', () => {
  let inviter: Device
  let friend: Device
  let link: string

  beforeAll(async () => {
    inviter = await openDevice({ 'candor.token': token })
    friend = await openDevice()
  })
  afterAll(async () => {
    await inviter.context.close()
    await friend.context.close()
  })

  it('is reached from the personal centre, and leaves it as a link, a code or a text', async () => {
    const { page, axe } = inviter
    await goTo(inviter, '/pages/mine/mine')
    await page.getByRole('link', { name: 'Invite a friend' }).click()
    await page.getByText('Nobody has joined with your code yet').waitFor()
    await page.getByText('You get 5.00 USDT when a friend').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Copy link' }).press('Enter')
    await page.getByText('Copied').waitFor()
    link = await copied(inviter)
    const code = new URL(link.replace('#', '')).searchParams.get('code') ?? ''
    await page.getByRole('button', { name: 'Copy the invite code' }).press('Enter')
    await eventually(() => copied(inviter)).toBe(code)
    await page.getByRole('button', { name: 'Share' }).press('Enter')
    await eventually(() => copied(inviter)).toContain(`with the code ${code}: ${link}`)
    const name = page.getByLabel('Your name for people you invite')
    await name.fill('Candor Bank')
    await name.press('Enter')
    await page.getByText('Use 2 to 30 letters, without “Candor”.').waitFor()
    expect(await inviter.axe()).toEqual([])
    await name.fill('Jonas B.')
    await name.press('Enter')
    await page.getByText('Modification successful').waitFor()
  })

  it('fills the registration form of a visitor who follows its link', async () => {
    const { page } = friend
    await page.goto(link)
    const code = page.getByLabel('Invite code')
    await eventually(() => code.inputValue()).toMatch(/^[A-Z0-9]{6}$/)
    expect(await friend.axe()).toEqual([])
    await page.getByText('Jonas B. invited you').waitFor()
    expect(await friend.axe()).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill('friend@example.org')
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByLabel('Code from the e-mail').fill(await stage.candor.mailedCode('friend@example.org'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill('secret-1')
    await page.getByLabel('Repeat password').fill('secret-1')
    await page.getByRole('button', { name: 'Create account' }).click()
    await eventually(() => page.evaluate(() => localStorage.getItem('candor.token'))).not.toBeNull()
  })

  it('is offered to a visitor without one where operators published a code', async () => {
    const visitor = await openDevice()
    const { page } = visitor
    await goTo(visitor, '/pages/register/register')
    await page.getByRole('button', { name: 'Ask customer service' }).waitFor()
    expect(await page.getByRole('button', { name: /^Use our public code/ }).count()).toBe(0)
    await publishCode('PUBL2345')
    await page.reload()
    await page.getByRole('button', { name: 'Use our public code: PUBL2345' }).click()
    await page.getByText('This code is valid.').waitFor()
    expect(await page.getByLabel('Invite code').inputValue()).toBe('PUBL2345')
    expect(await visitor.axe()).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('E-mail', { exact: true }).waitFor()
    await visitor.context.close()
  })

  it('shows the inviter at once who has joined, and how far they have come', async () => {
    const { page } = inviter
    await page.getByText('1 friend has joined with your code').waitFor()
    await page.getByText('f••••@example.org').waitFor()
    await page.getByText('Registered', { exact: true }).waitFor()
    expect(await inviter.axe()).toEqual([])
  })

  it('brings its reward once the friend is verified, and a message', async () => {
    const { page } = inviter
    const friendToken = await friend.page.evaluate(() => localStorage.getItem('candor.token'))
    await verifyCustomer({ origin: stage.candor.origin, token: friendToken ?? '' })
    await page.getByText('Verified', { exact: true }).waitFor()
    await page.getByText('+5.00').waitFor()
    expect(await inviter.axe()).toEqual([])
    await goTo(inviter, '/pages/msg/msg')
    await page.getByRole('link', { name: /Your invitation was accepted/ }).waitFor()
    await page.getByRole('link', { name: /Reward for an invitation: \+?5\.00/ }).click()
    await page.getByRole('link', { name: 'See who has joined' }).click()
    await page.getByText('f••••@example.org').waitFor()
  })

  it('starts the form over for another link, and leads somebody on who is signed in', async () => {
    const visitor = await openDevice()
    const follow = ({ page }: Device, code: string) =>
      page.evaluate(`location.assign('#/pages/register/register?code=${code}')`)
    await goTo(visitor, '/')
    for (const other of ['K7Q2MX', 'ROOT22']) {
      await follow(visitor, other)
      await eventually(() => visitor.page.getByLabel('Invite code').inputValue()).toBe(other)
    }
    await follow(inviter, 'K7Q2MX')
    await inviter.page.waitForURL(/#\/$/)
    expect([...inviter.faults, ...friend.faults, ...visitor.faults]).toEqual([])
    await visitor.context.close()
  })
})

describe('the app', () => {
  it('is installed by its address, and by the steps of each platform', async () => {
    const visitor = await openDevice()
    await goTo(visitor, '/pages/mine/mine')
    await visitor.page.getByRole('link', { name: 'Install the app' }).click()
    await visitor.page.getByRole('region', { name: 'iPhone and iPad' }).waitFor()
    await visitor.page.getByText('Version 1.0.9').waitFor()
    await visitor.page.getByRole('button', { name: 'Copy address' }).press('Enter')
    await eventually(() => copied(visitor)).toBe(stage.candor.address)
    await visitor.closeWithoutFault()
  })
})

describe.each([
  ['light', 'en'],
  ['dark', 'zh'],
])('the screens, %s, %s', (theme, language) => {
  it('are without a fault, with and without an account', async () => {
    const look = { 'candor.theme': theme, 'candor.language': language, 'candor.updown': 'green-up' }
    const folder = process.env['CANDOR_SHOTS']
    for (const [name, own] of Object.entries({ own: { 'candor.token': token }, visitor: {} })) {
      const device = await openDevice({ ...look, ...own })
      for (const screen of ['invite/invite', 'downLoad/index']) {
        await goTo(device, `/pages/${screen}`)
        await device.page.locator('main h2, main button').last().waitFor()
        await device.settled()
        expect({ name, screen, faults: await device.axe() }).toEqual({ name, screen, faults: [] })
        if (folder !== undefined)
          await device.page.screenshot({
            path: `${folder}/${screen.replace('/', '-')}-${name}-${theme}-${language}.png`,
          })
      }
      await device.closeWithoutFault()
    }
  })
})
