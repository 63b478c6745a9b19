import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, expect, it } from 'vitest'
import { phone } from './browser.ts'
import { setStage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'

const root = join(import.meta.dirname, '..')
const stage = setStage({}, async () => {}, { isOwn: true })
const folders: string[] = []
let witness: ChildProcess | null = null

afterEach(() => witness?.kill('SIGKILL'))
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Runs `npm run witness -- --log <address>` as a person does in a second terminal. */
async function startWitness(): Promise<ChildProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-e2e-witness-'))
  folders.push(folder)
  const args = ['--log', stage.candor.origin, '--data', folder, '--port', '0']
  witness = spawn(process.execPath, [join(root, 'scripts/witness.ts'), ...args], { cwd: root, stdio: 'ignore' })
  return witness
}

it('the app shows 0 witnesses, 1 while the command runs, and 0 again once it is killed', async () => {
  const context = await stage.browser.newContext({ ...phone, locale: 'en-GB', reducedMotion: 'reduce' })
  const { page, faults, axe } = await openWatchedPage(context)
  await page.goto(`${stage.candor.address}#/pages/assets/owed`)
  const shows = (text: RegExp) =>
    expect.poll(() => page.locator('body').innerText(), { timeout: 90_000, interval: 500 }).toMatch(text)
  await shows(/own-witness\.not-independent\s+Signs · our own, doesn’t count/)
  await shows(/Signing our log now\s+0/)
  const running = await startWitness()
  await shows(/Signing our log now\s+1/)
  await shows(/witness\.localhost\s+Signs · added on this machine/)
  running.kill('SIGKILL')
  await shows(/Signing our log now\s+0/)
  await shows(/witness\.localhost\s+Last signed .* · added on this machine/)
  expect([...faults, ...(await axe())]).toEqual([])
  await context.close()
}, 300_000)
