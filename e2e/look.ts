import pg from 'pg'
import { register } from './customer.ts'
import { openBrowser, phone } from './browser.ts'
import { runCandor } from './running-candor.ts'
const candor = await runCandor()
const browser = await openBrowser()
const owner = new pg.Pool({ connectionString: candor.database.ownerUrl })
let n = 0
try {
  for (const [theme, lang] of [['light', 'en'], ['dark', 'zh']] as const) {
    for (const name of ['Lena Sample', 'Lena Refuse']) {
      const token = await register(candor, `look${(n += 1)}@example.com`)
      await owner.query("update identity.customer set kyc_state = 'none'")
      const context = await browser.newContext({ ...phone, locale: lang === 'zh' ? 'zh-CN' : 'en-GB', reducedMotion: 'reduce' })
      await context.addInitScript(([t, th, l]) => { localStorage.setItem('candor.token', t!); localStorage.setItem('candor.theme', th!); localStorage.setItem('candor.language', l!); localStorage.setItem('candor.updown', 'green-up') }, [token, theme, lang])
      const page = await context.newPage()
      page.on('console', (m) => { if (m.type() === 'error') console.log('console', m.text()) })
      page.on('pageerror', (e) => console.log('pageerror', e.message))
      const shot = (label: string) => page.screenshot({ path: `/tmp/kyc-shots/${n}-${label}.png` })
      await page.goto(`${candor.address}#/pages/mine/mine`)
      await page.waitForTimeout(1500); await shot('0mine')
      await page.goto(`${candor.address}#/pages/certification/certification`)
      await page.locator('select').waitFor(); await page.waitForTimeout(500)
      await shot('1form')
      await page.locator('button[type=submit]').click(); await page.waitForTimeout(300); await shot('2errors')
      await page.locator('[role=note] button').last().click()
      if (name !== 'Lena Sample') await page.locator('input[autocomplete=name]').fill(name)
      await shot('3filled')
      await page.locator('button[type=submit]').click()
      await page.waitForTimeout(800); await shot('4photos')
      await page.locator('[data-dock] button').click(); await page.waitForTimeout(300); await shot('5missing')
      for (let side = 0; side < 2; side += 1) { await page.locator('section button').filter({ hasText: lang === 'zh' ? '样本' : 'sample photo' }).first().click(); await page.waitForTimeout(900) }
      await shot('6filled')
      await page.locator('[data-dock] button').click()
      await page.waitForTimeout(1500); await shot('7review')
      await page.locator('[role=alertdialog], dialog').first().waitFor({ timeout: 30000 }).catch((e) => console.log(String(e).slice(0, 200)))
      await page.waitForTimeout(300); await shot('8dialog')
      await page.locator('dialog button').first().click(); await page.waitForTimeout(800); await shot('9decided')
      await page.locator('button').filter({ hasText: lang === 'zh' ? '谁看过' : 'Who opened' }).click(); await page.waitForTimeout(900); await shot('10access')
      await context.close()
    }
  }
} finally {
  await browser.close(); await owner.end(); await candor.remove()
}
