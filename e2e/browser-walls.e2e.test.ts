import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPhone, signInByForm } from './phone-app.ts'
import { post, register } from './customer.ts'
import { asOwner, openDesk } from './operators.ts'
import { setStage } from './stage.ts'

const email = 'walls@example.com'
const other = 'further-walls@example.com'
const login = '/pages/login/login'

const stage = setStage({}, async () => {
  await register(stage.candor, email)
  await register(stage.candor, other)
})

async function openPage(context: BrowserContext, screen: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${stage.candor.address}#${screen}`)
  return page
}

const openStranger = async () => openPage(await openPhone(stage.browser), login)

async function signOut(page: Page): Promise<void> {
  await page.goto(`${stage.candor.address}#/pages/mine/mine`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Exit successfully').waitFor()
}

/** What a browser throws when a page runs this, or `nothing`. */
const thrownBy = (page: Page, script: string) =>
  page.evaluate(`(() => { try { ${script}; return 'nothing' } catch (error) { return error.name } })()`)

describe('a device that has logged in before', () => {
  it('logs in at once while strangers fail, and an unknown device waits with the right password', async () => {
    const known = await openStranger()
    await signInByForm(known, email, 'secret-1')
    await known.getByText('Login successful').waitFor()
    await signOut(known)

    for (let failure = 0; failure < 5; failure += 1)
      await post(stage.candor, 'user/login', { account: email, loginPassword: 'a guess of a stranger' })
    // From a hundred failures on the account waits: 95 more, of other networks.
    const query = `update identity.attempt set failures = 107, last_ms = clock.now_ms() where kind = 'account'`
    await asOwner(stage.candor, query)
    // The phone solves the captcha by itself, and waits all the same.
    const unknown = await openStranger()
    await signInByForm(unknown, email, 'secret-1')
    await unknown.getByText('Frequent operations').waitFor()

    await openLogin(known)
    await signInByForm(known, email, 'secret-1')
    await known.getByText('Login successful').waitFor()
    await unknown.context().close()
    await known.context().close()
  })
})

async function openLogin(page: Page): Promise<void> {
  await page.goto(`${stage.candor.address}#${login}`)
  await page.reload()
}

describe('a logout', () => {
  it('clears what the browser cached of responses', async () => {
    const page = await openStranger()
    await signInByForm(page, other, 'secret-1')
    await page.getByText('Login successful').waitFor()
    // Fetched once more: the browser keeps what a page fetches apart from what its markup names.
    await page.evaluate(`fetch(document.querySelector('link[rel=modulepreload]').href)`)
    const isCached = () =>
      page.evaluate(`(async () => {
        const { href } = document.querySelector('link[rel=modulepreload]')
        const kept = { mode: 'same-origin', cache: 'only-if-cached' }
        return fetch(href, kept).then((response) => response.ok, () => false)
      })()`)
    expect(await isCached()).toBe(true)
    await signOut(page)
    expect(await isCached()).toBe(false)
    await page.context().close()
  })
})

describe('a text', () => {
  const asMarkup = `document.createElement('p').innerHTML = '<b>bold</b>'`
  const asScript = (url: string) => `document.createElement('script').src = '${url}'`

  it('becomes neither markup nor a script in the app, which starts workers of its own only', async () => {
    const page = await openStranger()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await thrownBy(page, asMarkup)).toBe('TypeError')
    for (const url of ['https://evil.example/a.js', 'data:text/javascript,1', '/chat/api/image/1'])
      expect({ url, thrown: await thrownBy(page, asScript(url)) }).toEqual({ url, thrown: 'TypeError' })
    expect(await thrownBy(page, `new Worker('data:text/javascript,1')`)).toBe('TypeError')
    expect(await thrownBy(page, asScript('/h5/worker.js'))).toBe('nothing')
    expect(await thrownBy(page, `trustedTypes.createPolicy('other', {})`)).toBe('TypeError')
    expect(await thrownBy(page, `trustedTypes.createPolicy('default', {})`)).toBe('TypeError')
    await page.context().close()
  })

  it('becomes neither markup nor a script in the console', async () => {
    const { page, context } = await openDesk(stage.browser, stage.candor)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await thrownBy(page, asMarkup)).toBe('TypeError')
    expect(await thrownBy(page, asScript('/assets/a.js'))).toBe('TypeError')
    expect(await thrownBy(page, `trustedTypes.createPolicy('default', {})`)).toBe('TypeError')
    await context.close()
  })
})
