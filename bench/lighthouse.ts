import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { chromium } from 'playwright-core'
import * as z from 'zod/mini'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { openBrowser } from '../e2e/browser.ts'
import { register } from '../e2e/customer.ts'
import { runCandor } from '../e2e/running-candor.ts'
import { atLeast, atMost, bench, median } from './figure.ts'
import type { Bar, Figure } from './figure.ts'

/** Its own packages, which only this benchmark needs. */
const folder = join(import.meta.dirname, 'lighthouse')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')

const screens = {
  home: '#/',
  market: '#/pages/market/market',
  contract: '#/pages/contract/contract?symbol=BTCUSDT',
} as const
type ScreenName = keyof typeof screens
const screenNames: readonly ScreenName[] = ['home', 'market', 'contract']
const categories = ['accessibility', 'best-practices'] as const

const bars = screenNames.flatMap((screen): (readonly [string, Bar])[] => [
  ...categories.map((category) => [`lighthouse-${screen}-${category}`, atLeast(95)] as const),
  [`lighthouse-${screen}-not-installable`, atMost(0)],
])

/**
 * Lighthouse's scores of a signed-in customer's screens while their prices move, and the browser's installability
 * errors. Its packages are installed on first use.
 */
export const lighthouse = bench({
  about: 'Lighthouse on the screens of a signed-in customer while their prices move',
  sizes: { runs: [1, 1] },
  bars: Object.fromEntries(bars),
  isOnlyNamed: true,
  async run({ runs }) {
    await install()
    const candor = await runCandor()
    const port = await freePort()
    const browser = await openBrowser([`--remote-debugging-port=${port}`])
    try {
      const token = await register(candor, 'lena@example.com')
      const installing = await installErrors({ port, origin: candor.origin, address: candor.address, token })
      const figures: Figure[] = []
      for (const screen of screenNames) {
        const audits: Audit[] = []
        for (let run = 0; run < runs; run += 1) audits.push(await audit(port, candor.address + screens[screen]))
        figures.push(...figuresOf(screen, audits), {
          name: `lighthouse-${screen}-not-installable`,
          value: installing[screen],
          unit: 'errors',
          against: 'none',
          againstValue: 0,
        })
      }
      return figures
    } finally {
      await browser.close()
      await candor.remove()
    }
  },
})

async function install(): Promise<void> {
  if (existsSync(program)) return
  console.error('installing Lighthouse, 176 MB …')
  await ended(
    spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: outputToErrors }),
  )
}

/** Standard output carries figures only. */
const outputToErrors: StdioOptions = ['ignore', 2, 2]

/** Waits for a program. Throws where it fails. */
async function ended(child: ChildProcess): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`${child.spawnargs.slice(0, 3).join(' ')} ended with ${code}`)
}

interface Visit {
  readonly port: number
  readonly origin: string
  readonly address: string
  readonly token: string
}

/** Signs in where Lighthouse will run, and reads the installability errors of each screen. */
async function installErrors({ port, origin, address, token }: Visit): Promise<Record<ScreenName, number>> {
  const own = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    // The browser's default profile: a private one, as in tests, cannot install apps.
    const [profile] = own.contexts()
    if (profile === undefined) throw new Error('the browser has no profile of its own')
    const page = await profile.newPage()
    await page.goto(`${origin}/healthz`)
    await page.evaluate(`localStorage.setItem('candor.token', '${token}')`)
    const session = await profile.newCDPSession(page)
    const counts = { home: 0, market: 0, contract: 0 }
    for (const screen of screenNames) {
      await page.goto(address + screens[screen])
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
      for (const { errorId } of installabilityErrors) console.error(`${screen}: ${errorId}`)
      counts[screen] = installabilityErrors.length
    }
    await page.close()
    return counts
  } finally {
    await own.close()
  }
}

type Audit = z.output<typeof auditSchema>
const auditSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
  audits: z.record(z.string(), z.object({ score: z.nullable(z.number()), scoreDisplayMode: z.string() })),
})

/** Runs Lighthouse in a process of its own on the open browser, and returns its findings. */
async function audit(port: number, address: string): Promise<Audit> {
  const flags = [
    '--output=json',
    '--quiet',
    '--disable-storage-reset',
    '--no-enable-error-reporting',
    `--only-categories=${categories.join(',')}`,
  ]
  const place = await mkdtemp(join(tmpdir(), 'candor-lighthouse-'))
  const file = join(place, 'report.json')
  await ended(
    spawn(process.execPath, [program, address, `--port=${port}`, `--output-path=${file}`, ...flags], {
      stdio: outputToErrors,
    }),
  )
  const report = z.parse(auditSchema, JSON.parse(await readFile(file, 'utf8')))
  await rm(place, { recursive: true })
  for (const [name, { score, scoreDisplayMode }] of Object.entries(report.audits))
    if (scoreDisplayMode === 'binary' && score !== 1) console.error(`${address}: ${name}`)
  return report
}

function figuresOf(screen: ScreenName, audits: readonly Audit[]): Figure[] {
  return categories.map((category) => ({
    name: `lighthouse-${screen}-${category}`,
    value: median(audits.map((one) => 100 * (one.categories[category]?.score ?? 0))),
    unit: 'points',
    against: 'the full score',
    againstValue: 100,
  }))
}
