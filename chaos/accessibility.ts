import { join } from 'node:path'
import { languages } from '@candor/api'
import { appScreens, faultsOfScreens } from '../e2e/accessible-screens.ts'
import type { Look } from '../e2e/accessible-screens.ts'
import { openTestBrowser } from '../e2e/browser.ts'
import { cjkFontsFile } from '../e2e/cjk-fonts.ts'
import { registerVerified } from '../e2e/customer.ts'
import { runCandor } from '../e2e/running-candor.ts'
import { buildApps } from '../apps/launcher/src/build-app.ts'
import { trial } from './trial.ts'
import type { Finding } from './trial.ts'

/**
 * Every screen in both themes and every language: axe, no clipped text at twice the text size, and nothing invisible
 * with forced colours.
 */
export const accessibility = trial({
  about: 'Every screen in both themes and every language: axe, large letters, forced colours',
  sizes: { languages: [languages.length, 1], screens: [appScreens.length, 3] },
  async run({ sizes, seed, progress }) {
    await buildApps(join(import.meta.dirname, '..'), progress)
    const candor = await runCandor()
    const browser = await openTestBrowser(await cjkFontsFile())
    try {
      const token = await registerVerified(candor, 'accessibility@example.com')
      const world = { browser, address: candor.address, token }
      const screens = appScreens.slice(0, sizes.screens)
      // The seed rotates the languages, so that a small run covers a different one each time.
      const chosen = languages
        .map((_, place) => languages[(place + seed) % languages.length] ?? 'en')
        .slice(0, sizes.languages)
      const looksOf = (name: string, look: Omit<Look, 'language'>) => ({
        name,
        looks: chosen.map((language) => ({ language, ...look })),
      })
      const findings: Finding[] = []
      for (const { name, looks } of [
        looksOf('axe-light', { theme: 'light', setting: 'none' }),
        looksOf('axe-dark', { theme: 'dark', setting: 'none' }),
        looksOf('large-text', { theme: 'light', setting: 'large-text' }),
        looksOf('forced-colours', { theme: 'light', setting: 'forced-colours' }),
      ]) {
        const failures: string[] = []
        for (const look of looks) {
          const found = await faultsOfScreens(world, look, screens)
          progress(`${name} ${look.language}: ${found.length}`)
          failures.push(...found.map((fault) => `${look.language} ${fault}`))
        }
        findings.push({ name, size: looks.length * screens.length, failures })
      }
      return findings
    } finally {
      await browser.close()
      await candor.remove()
    }
  },
})
