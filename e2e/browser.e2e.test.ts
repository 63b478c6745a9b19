import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openTestBrowser, phone } from './browser.ts'
import { cjkFontsFile } from './cjk-fonts.ts'
import { openWatchedPage } from './watched-page.ts'

test('the browser of the tests shows a page the size of a phone', async () => {
  const browser = await openTestBrowser()
  try {
    const page = await (await browser.newContext(phone)).newPage()
    await page.setContent('<meta name="viewport" content="width=device-width"><h1>Candor</h1>')
    expect(await page.locator('h1').textContent()).toBe('Candor')
    expect(await page.evaluate('innerWidth')).toBe(390)
  } finally {
    await browser.close()
  }
})

test('the browser of the tests draws Chinese, Japanese and Korean, each character as wide as it is', async () => {
  const browser = await openTestBrowser(await cjkFontsFile())
  try {
    const page = await browser.newPage()
    const lines = ['确认直骨', '価格直骨ログ', '가격로그', '\u{E123}']
    await page.setContent(lines.map((line) => `<p><span>${line}</span></p>`).join(''))
    expect(await notoCharacters(page, 'span')).toEqual([4, 6, 4, 0])
    const widths = await page.evaluate(`[...document.querySelectorAll('span')].map((line) => line.offsetWidth)`)
    expect(widths).toEqual([64, 96, 59, expect.not.closeTo(16, 0)])
  } finally {
    await browser.close()
  }
})

test('a watched page tells a planted accessibility violation and a planted error', async () => {
  const browser = await openTestBrowser()
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

/** How many characters of each element a font of Noto draws. */
async function notoCharacters(page: Page, selector: string): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  return Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts
        .filter(({ familyName }) => familyName.startsWith('Noto Sans'))
        .reduce((sum, { glyphCount }) => sum + glyphCount, 0)
    }),
  )
}
