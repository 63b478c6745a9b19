import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { buildVerifier } from '../apps/launcher/src/build-app.ts'
import { openBrowser } from '../e2e/browser.ts'
import { openVerifierPage, shownVerdicts } from '../e2e/verifier-page.ts'
import type { Figure } from './figure.ts'
import { verifyInBrowser } from './proof-in-browser.ts'

const root = join(import.meta.dirname, '..')

/**
 * Has the app's code, the command and the HTML verifier judge the same receipts, of which every tenth was changed, and
 * returns on how many they agree, and the rate of the app's code. Throws where they do not, or where they refuse a
 * sound receipt or take a changed one.
 */
export async function agreementFigures(
  texts: readonly string[],
  trusted: string,
  { inNode }: { readonly inNode: number },
): Promise<Figure[]> {
  const given = texts.map((text, at) => (isChanged(at) ? changed(text, at) : text))
  const browser = await openBrowser()
  try {
    const app = await verifyInBrowser(browser, given, trusted)
    const byCommand = await commandVerdicts(given, trusted)
    await buildVerifier(root, (line) => console.error(line))
    const byPage = await shownVerdicts(await openVerifierPage(browser, trusted), given)
    for (const [at, byApp] of app.outcomes.entries()) {
      const [one, two] = [byCommand[at], byPage[at]]
      if (byApp !== one || byApp !== two)
        throw new Error(`receipt ${at}: ${byApp} by the app, ${one} by the command, ${two} by the HTML verifier`)
      if (byApp.startsWith('passed') === isChanged(at)) throw new Error(`receipt ${at} is ${byApp}`)
    }
    const refused = app.outcomes.filter((outcome) => outcome.startsWith('failed')).length
    const counts = `${given.length - refused} genuine, ${refused} changed and refused at the same step`
    console.error(`${given.length} receipts: app, npm run verify and HTML verifier agree on all (${counts})`)
    return [
      {
        name: 'proof-receipts-chromium',
        unit: 'receipts/s',
        value: (given.length * 1000) / app.ms,
        against: 'in Node',
        againstValue: inNode,
      },
      {
        name: 'proof-agreement',
        unit: 'receipts',
        value: app.outcomes.length,
        against: 'judged by the app, npm run verify and the HTML verifier',
        againstValue: given.length,
      },
    ]
  } finally {
    await browser.close()
  }
}

function isChanged(at: number): boolean {
  return at % 10 === 1
}

/** What `npm run verify` prints of each file: its verdict and the step that failed. */
async function commandVerdicts(texts: readonly string[], trusted: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-receipts-'))
  try {
    await writeFile(join(folder, 'trusted.json'), trusted)
    const names = texts.map((_, at) => `${at}.json`)
    for (const [at, name] of names.entries()) await writeFile(join(folder, name), texts[at] ?? '')
    const script = join(root, 'scripts/verify.mjs')
    const command = spawn(process.execPath, [script, ...names, '--trust', 'trusted.json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    command.stdout.setEncoding('utf8').on('data', (part: string) => (printed += part))
    await once(command, 'close')
    const lines = printed.split('\n')
    return names.map((name, at) => verdictOf(name, lines[at] ?? ''))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A file that is no JSON at all is refused before any step, which is one of its form. */
function verdictOf(name: string, line: string): string {
  if (line.startsWith(`${name}  GENUINE`)) return 'passed '
  if (!line.startsWith(`${name}  REFUSED`)) throw new Error(`npm run verify printed this of ${name}: ${line}`)
  return `failed ${/\(([a-z-]+)\)$/.exec(line)?.[1] ?? 'format'}`
}

/** Another letter or digit in the order or its settlement, where every byte counts, below a check sum that fits. */
function changed(text: string, at: number): string {
  const settledEnd = text.indexOf(',"events":')
  const places = Array.from(text.slice(0, settledEnd)).flatMap((letter, index) =>
    /[0-8A-Ya-y]/.test(letter) ? [index] : [],
  )
  const index = places[(at * 97) % places.length] ?? 0
  const next = String.fromCharCode(text.charCodeAt(index) + 1)
  const body = text.slice(0, index) + next + text.slice(index + 1, text.lastIndexOf(',"check":"'))
  return `${body},"check":"${createHash('sha256').update(body).digest().subarray(0, 12).toString('base64')}"}`
}
