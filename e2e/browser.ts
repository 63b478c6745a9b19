import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import packaged, { inflate } from '@sparticuz/chromium'
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

/** How long a page may take where all files share two slow cores. */
export const patienceMs = 60_000

/** The properties of a phone's browser; without the service worker, which has its own tests. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'block',
} as const

/**
 * Opens a Chromium: the one named by CANDOR_CHROMIUM, else the one packaged in npm (Linux on x64), else an installed
 * one. Throws with one sentence when there is none. The caller closes it. `flags` are added to the required ones;
 * `fontsFile` is a configuration of fontconfig, with fonts besides those of the machine.
 */
export async function openBrowser(flags: readonly string[] = [], fontsFile?: string): Promise<Browser> {
  const chosen = process.env['CANDOR_CHROMIUM']
  const fonts = fontsFile === undefined ? {} : { FONTCONFIG_FILE: fontsFile }
  if (chosen !== undefined && chosen !== '') return launch(chosen, flags, fonts)
  if (process.platform === 'linux' && process.arch === 'x64') return launchPackaged(flags, fonts)
  const installed = installedPaths.find((path) => existsSync(path))
  if (installed === undefined)
    throw new Error('There is no Chromium for the browser tests: set CANDOR_CHROMIUM to its program.')
  return launch(installed, flags, fonts)
}

/**
 * Opens a browser for tests, in which the pages of a context share one process. Otherwise each would take two: our
 * pages allow no opener, and thus leave the process of the empty page before them. That took a tenth of a file's
 * processor time. Benchmarks measure what browsers do by themselves.
 */
export function openTestBrowser(fontsFile?: string): Promise<Browser> {
  return openBrowser(['--renderer-process-limit=1'], fontsFile)
}

/** Machines without a desktop may lack Chromium's libraries and every font; the package brings both. */
async function launchPackaged(
  flags: readonly string[],
  chosenFonts: Readonly<Record<string, string>>,
): Promise<Browser> {
  const program = await packaged.executablePath()
  const ownFonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(tmpdir(), 'fonts') }
  const fonts = { ...ownFonts, ...chosenFonts }
  try {
    return await launch(program, [...packaged.args, ...flags], fonts)
  } catch (error) {
    if (!String(error).includes('shared libraries')) throw error
    await inflate(
      join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin', 'al2023.tar.br'),
    )
    return launch(program, [...packaged.args, ...flags], { ...fonts, LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib') })
  }
}

async function launch(
  executablePath: string,
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const browser = await chromium.launch({
    executablePath,
    // Containers give /dev/shm little room, and root may not use the sandbox. The tests open only our own pages.
    args: [...usable(flags), '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    env: { ...Object.fromEntries(inherited), ...environment },
  })
  browser.on('context', (context) => context.setDefaultTimeout(patienceMs))
  return browser
}

/**
 * Leaves out of the package's flags, made for a cloud function, those that would take the whole browser down with a
 * page, and those that draw with an emulated GPU: drawing without one takes a quarter of the processor time.
 */
function usable(flags: readonly string[]): string[] {
  return flags.filter((flag) => !unusable.has(flag.split('=')[0] ?? ''))
}

const unusable: ReadonlySet<string> = new Set([
  '--single-process',
  '--no-zygote',
  '--window-size',
  '--headless',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--in-process-gpu',
  '--use-gl',
  '--use-angle',
  '--ignore-gpu-blocklist',
  '--enable-unsafe-swiftshader',
])
