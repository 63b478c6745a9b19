import { expect, test } from 'vitest'
import { openBrowser, phone } from './browser.ts'

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
