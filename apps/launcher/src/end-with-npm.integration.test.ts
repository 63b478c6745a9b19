import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { descendantsOf, launchCandor, stillRunning } from './launched-candor.ts'

const endsWithinMs = 10_000
/** The first start prepares the database and its history beside other tests. */
const startMs = 180_000
let data: string
let started: Started | undefined

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'candor-npm-'))
  await chmod(data, 0o755)
})

afterAll(async () => {
  await rm(await realpath(join(data, 'postgres')), { recursive: true, force: true })
  await rm(data, { recursive: true, force: true })
})

afterEach(() => {
  // Each line of /proc begins with the process id.
  for (const line of stillRunning(started?.pids ?? [])) process.kill(Number.parseInt(line, 10), 'SIGKILL')
})

/** `npm start`, ready, and every process of it: npm, its shell, the launcher, the server, PostgreSQL. */
async function start() {
  const candor = launchCandor(['--port', String(await freePort()), '--data', data], { byNpm: true })
  await candor.ready
  const started = descendantsOf(candor.pid)
  const pidOf = (command: RegExp) => [...started].find(([, text]) => command.test(text))?.[0] ?? 0
  return { candor, pids: [candor.pid, ...started.keys()], launcherPid: pidOf(/^\S*node scripts\/start\.mjs/), pidOf }
}

type Started = Awaited<ReturnType<typeof start>>

const ends: readonly (readonly [how: string, end: (started: Started) => void])[] = [
  ['npm gets SIGTERM', ({ candor }) => process.kill(candor.pid, 'SIGTERM')],
  ['npm is killed', ({ candor }) => process.kill(candor.pid, 'SIGKILL')],
  ['the shell between npm and the launcher is killed', ({ pidOf }) => process.kill(pidOf(/^\S*sh -c /), 'SIGKILL')],
  ['the launcher is killed', ({ launcherPid }) => process.kill(launcherPid, 'SIGKILL')],
  ['the terminal is closed', ({ candor }) => candor.closeTerminal()],
]

describe.skipIf(process.platform !== 'linux')('the server and PostgreSQL end when', () => {
  test.each(ends)('%s', { timeout: startMs }, async (_how, end) => {
    const candor = await start()
    started = candor
    end(candor)
    await expect.poll(() => stillRunning(candor.pids), { timeout: endsWithinMs }).toEqual([])
    // PostgreSQL was asked to end, and did not crash: it removes its lock file last.
    await expect(readFile(join(data, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT')
  })
})
