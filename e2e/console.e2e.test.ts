import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { openBrowser } from './browser.ts'
import { register } from './customer.ts'
import { asOwner, hire, openDesk, signIn } from './operators.ts'
import type { Desk } from './operators.ts'
import { runCandor } from './running-candor.ts'
import type { RunningCandor } from './running-candor.ts'

const screens = ['reviews', 'team'] as const
const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1024 },
] as const

let candor: RunningCandor
let browser: Browser
let dana: TestOperator
let ito: TestOperator
let desk: TestOperator

beforeAll(async () => {
  candor = await runCandor({ CANDOR_SANDBOX_REVIEWER: 'off' })
  browser = await openBrowser()
  dana = await hire(candor, 'dana-osei', ['support', 'kyc', 'payments', 'risk', 'auditor', 'security'])
  ito = await hire(candor, 'm-ito', ['kyc', 'payments', 'lead'])
  desk = await hire(candor, 'a-trader', ['desk'])
}, 240_000)

afterAll(async () => {
  await browser.close()
  await candor.remove()
})

async function signedIn(operator: TestOperator, look: (typeof looks)[number] = looks[0]): Promise<Desk> {
  const opened = await openDesk(browser, candor, look)
  await signIn(opened.page, candor, operator)
  await opened.page.getByRole('navigation').waitFor()
  return opened
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page.evaluate(`location.hash = '/${screen}'`)
  await page.waitForTimeout(800)
}

const submittedId = z.object({ data: z.object({ id: z.string() }) })

/** A customer who sends a document: pictures of a page, which show a name at least. Answers the submission and the login token. */
async function submitDocument(name: string, number: string): Promise<{ id: string; token: string }> {
  const token = await register(candor, `${randomUUID().slice(0, 8)}@example.com`)
  await asOwner(candor, "update identity.customer set kyc_state = 'none' where kyc_state = 'verified' and created_ms > 0")
  const page = await browser.newPage({ viewport: { width: 1_000, height: 640 } })
  await page.setContent(`<h1>${name}</h1>${'<p>SPECIMEN IDD&lt;&lt;L01X00T47&lt;&lt;&lt;</p>'.repeat(30)}`)
  const photo = new Blob([Buffer.from(await page.screenshot({ type: 'jpeg' }))], { type: 'image/jpeg' })
  await page.close()
  const form = new FormData()
  const fields = { requestId: randomUUID(), country: 'DE', documentType: 'id-card', name, number }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  for (const side of ['front', 'back']) form.set(side, photo, `${side}.jpg`)
  const response = await fetch(`${candor.origin}/api/kyc/submit`, { method: 'POST', headers: { token }, body: form })
  return { id: z.parse(submittedId, await response.json()).data.id, token }
}

async function kycState(token: string): Promise<string> {
  const response = await fetch(`${candor.origin}/api/kyc/state`, { method: 'POST', headers: { token } })
  return z.parse(z.object({ data: z.object({ state: z.string() }) }), await response.json()).data.state
}

describe('signing in', () => {
  it('takes a name, a password and a fresh code, and ends with the tab', async () => {
    const { page, context, faults } = await signedIn(dana)
    await page.getByText('dana-osei').first().waitFor()
    await page.getByText('Nobody here can').waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('operator')
    const other = await context.newPage()
    await other.goto(`${candor.origin}/console/`)
    await other.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('says what is wrong, and asks for a fresh code', async () => {
    const { page, context, axe } = await openDesk(browser, candor)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Six digits').waitFor()
    expect(await axe()).toEqual([])
    await signIn(page, candor, { ...ito, password: 'a password of somebody else' })
    await expect.poll(() => page.getByLabel('Code of your authenticator').inputValue()).toBe('')
    expect(await page.getByRole('button', { name: 'Sign in' }).isVisible()).toBe(true)
    await context.close()
  })

  it('is asked for again once the session has ended', async () => {
    const { page, context } = await signedIn(ito)
    await asOwner(candor, 'delete from operator.session')
    await goTo(page, 'reviews')
    await page.getByText('Your session has ended').waitFor()
    await context.close()
  })

  it('opens only what the roles include, and says who may do the rest', async () => {
    const { page, context, axe } = await signedIn(desk)
    await goTo(page, 'reviews')
    await page.getByText('Your roles don’t include this').waitFor()
    await page.getByText('identity reviewer or lead').waitFor()
    expect(await axe()).toEqual([])
    await context.close()
  })
})

describe('an identity check', () => {
  it('is decided by two, blind, by keyboard, and the photos open only with a reason', async () => {
    const { id, token } = await submitDocument('Lena Musterfrau', 'L01X00T47')
    for (const [operator, stage] of [
      [dana, '1 of 2'],
      [ito, '2 of 2'],
    ] as const) {
      const { page, context, axe, faults } = await signedIn(operator)
      await goTo(page, 'reviews')
      await page.keyboard.press('j')
      await page.waitForURL(new RegExp(`#/reviews/${id}$`))
      await page.getByText(stage, { exact: true }).waitFor()
      expect(await page.locator('figure img').count()).toBe(0)
      await page.getByRole('button', { name: 'Open the photos' }).click()
      await expect.poll(() => page.locator('figure img').count()).toBe(2)
      await page
        .getByText(/photo opened: Review of this case/)
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Turn the front photo' }).click()
      await page.keyboard.press('a')
      expect(await page.getByRole('radio', { name: /Approve/ }).isChecked()).toBe(true)
      expect(await axe()).toEqual([])
      await page.getByRole('button', { name: 'Record my decision' }).click()
      await page.getByText(stage === '1 of 2' ? /stays sealed/ : /customer is verified/).waitFor()
      expect(faults).toEqual([])
      expect(await kycState(token)).toBe(stage === '1 of 2' ? 'under-review' : 'verified')
      await context.close()
    }
  })

  it('asks what is wrong before it refuses, and tells the customer', async () => {
    const { id, token } = await submitDocument('Max Mustermann', 'L01X00T99')
    for (const operator of [dana, ito]) {
      const { page, context } = await signedIn(operator)
      await goTo(page, `reviews/${id}`)
      await page.getByRole('radio', { name: /Approve/ }).waitFor()
      await page.keyboard.press('p')
      await page.getByRole('button', { name: 'Record my decision' }).click()
      await page.getByText('Say what is wrong').waitFor()
      await page.getByLabel('What is wrong with the photo: back').selectOption('blurred')
      await page.getByRole('button', { name: 'Record my decision' }).click()
      await page.getByText(/^Recorded\./).waitFor()
      await context.close()
    }
    expect(await kycState(token)).toBe('rejected')
  })
})

describe.each(looks)('in the $theme theme, $width px wide', (look) => {
  it('every screen is accessible, fits and is free of errors', async () => {
    await submitDocument('Wolfeschlegelsteinhausenbergerdorff Maximilian', `L01X${look.width}7`.slice(0, 9).padEnd(9, '0'))
    const { page, context, faults, axe } = await signedIn(dana, look)
    const found: string[] = []
    for (const screen of screens) {
      await goTo(page, screen)
      await page.keyboard.press('j')
      await page.waitForTimeout(800)
      const overflow = z.parse(z.number(), await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      if (overflow > 0) found.push(`${screen} is ${overflow} px too wide`)
      found.push(...(await axe()).map((fault) => `${screen} ${fault}`))
    }
    expect([...found, ...faults]).toEqual([])
    await context.close()
  })
})
