import { expect, test } from 'vitest'
import { openBrowser, phone } from './browser.ts'
import { openWatchedPage } from './watched-page.ts'

test('the browser of the tests shows a page the size of a phone', async () => {
  const browser = await openBrowser()
  try {
    const page = await (await browser.newContext(phone)).newPage()
    await page.setContent('<meta name="viewport" content="width=device-width"><h1>Candor</h1>')
    expect(await page.locator('h1').textContent()).toBe('Candor')
    expect(await page.evaluate('innerWidth')).toBe(390)
  } finally {
    await browser.close()
  }
})

test('a watched page tells a planted accessibility violation and a planted error', async () => {
  const browser = await openBrowser()
  try {
    const { page, faults, axe } = await openWatchedPage(await browser.newContext(phone))
    await page.setContent(
      '<main><h1>Planted</h1><button></button><p style="color:#aaa;background:#fff">Too pale</p></main>',
    )
    await page.evaluate('console.error("planted")')
    expect(faults).toEqual(['console: planted'])
    expect((await axe()).map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['button-name', 'color-contrast']),
    )
  } finally {
    await browser.close()
  }
})
