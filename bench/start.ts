import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { prepareFolder } from '../e2e/running-candor.ts'
import { openDataFolder } from '../apps/launcher/src/data-folder.ts'
import { ownFlags } from '../apps/launcher/src/own-flags.ts'
import { atMost, bench, median } from './figure.ts'

const root = join(import.meta.dirname, '..')
const giveUpAfterMs = 120_000

/**
 * From the command to responses of `/h5/` and `/api/system/status` on an initialised data folder, against PostgreSQL
 * alone on the same folder.
 */
export const start = bench({
  about: 'From npm start to the first responses, against PostgreSQL alone',
  sizes: { runs: [5, 1] },
  bars: { 'start-seconds': atMost(3) },
  async run({ runs }) {
    const data = await mkdtemp(join(tmpdir(), 'candor-bench-'))
    await chmod(data, 0o755)
    const whole: number[] = []
    const alone: number[] = []
    try {
      // The first start creates the data folder, builds the app and compiles the code, as the set-up of a test run did.
      if (!(await prepareFolder(data))) await startOnce(data)
      for (let run = 0; run < runs; run += 1) {
        alone.push(await startPostgresOnce(data))
        whole.push(await startOnce(data))
      }
    } finally {
      await rm(data, { recursive: true, force: true })
    }
    return [
      {
        name: 'start-seconds',
        value: median(whole),
        unit: 's',
        against: 'PostgreSQL alone on the same folder',
        againstValue: median(alone),
      },
    ]
  },
})

async function startOnce(data: string): Promise<number> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const startMs = performance.now()
  const child = spawn(
    process.execPath,
    [join(root, 'scripts/start.mjs'), ...ownFlags(data, port), '--feed', 'simulated:1'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const ended = once(child, 'exit')
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  try {
    while (!((await answers(`${origin}/h5/`, 'GET')) && (await answers(`${origin}/api/system/status`, 'POST')))) {
      if (hasEnded || performance.now() - startMs > giveUpAfterMs) throw new Error('Candor did not start')
      await sleep(5)
    }
    return (performance.now() - startMs) / 1_000
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

function answers(url: string, method: 'GET' | 'POST'): Promise<boolean> {
  return fetch(url, {
    method,
    ...(method === 'POST' ? { body: new URLSearchParams() } : {}),
    signal: AbortSignal.timeout(2_000),
  }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
}

async function startPostgresOnce(data: string): Promise<number> {
  const { secrets } = await openDataFolder(data)
  const startMs = performance.now()
  const postgres = await startEmbeddedPostgres({
    dataDir: join(data, 'postgres'),
    password: secrets.ownerPassword,
    durable: true,
  })
  const tookMs = performance.now() - startMs
  await postgres.stop()
  return tookMs / 1_000
}
