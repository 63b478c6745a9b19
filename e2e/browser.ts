import { existsSync } from 'node:fs'
import process from 'node:process'
import packaged from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

/** Where Linux and macOS put an installed Chromium. */
const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** What a phone's browser looks like to the app. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const

/**
 * Opens a Chromium: the one that CANDOR_CHROMIUM names, else the one packaged in npm (Linux on x64), else an installed one.
 * Throws with one sentence where there is none. The caller closes it.
 */
export async function openBrowser(): Promise<Browser> {
  const chosen = process.env['CANDOR_CHROMIUM']
  if (chosen !== undefined && chosen !== '') return launch(chosen, [])
  if (process.platform === 'linux' && process.arch === 'x64') return launch(await packaged.executablePath(), packaged.args)
  const installed = installedPaths.find((path) => existsSync(path))
  if (installed === undefined) throw new Error('There is no Chromium for the browser tests: set CANDOR_CHROMIUM to its program.')
  return launch(installed, [])
}

function launch(executablePath: string, flags: readonly string[]): Promise<Browser> {
  // Containers give /dev/shm little room, and root may not use the sandbox. The tests open only our own pages.
  return chromium.launch({ executablePath, args: [...usable(flags), '--no-sandbox', '--disable-dev-shm-usage'] })
}

/** The package's flags are made for a cloud function: one process would take the whole browser down with a page. */
function usable(flags: readonly string[]): string[] {
  return flags.filter(
    (flag) => !/^--(single-process|no-zygote|window-size|headless|disable-web-security|allow-running-insecure-content)/.test(flag),
  )
}
