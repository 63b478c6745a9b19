import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { parseConfig } from '../apps/server/src/platform/config/index.ts'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { copyCluster } from '../apps/server/src/platform/postgres/test-own-cluster.ts'
import { startCandor } from '../apps/launcher/src/candor.ts'
import type { Candor } from '../apps/launcher/src/candor.ts'
import { descendantsOf } from '../apps/launcher/src/launched-candor.ts'

/** A whole Candor of a test's own, started as `npm start` does. */
export interface RunningCandor extends Candor {
  /** Waits for a code mailed to an address that no earlier call returned. */
  mailedCode(address: string): Promise<string>
  /** Kills the server, like a crash; its launcher restarts it. Resolves when it is ready again. */
  crashServer(): Promise<void>
  /** Stops everything, has some work done on the data folder, and starts again at the same addresses. */
  restart(work: (folder: string) => Promise<void>): Promise<void>
  /** Stops everything and deletes the data. */
  remove(): Promise<void>
}

/** The test set-up's variable that names the folder with a migrated, unused database. */
export const migratedFolderVariable = 'CANDOR_E2E_MIGRATED'

/**
 * Starts Candor on a free port with a new data folder, and a simulated feed unless `environment` names another. In a
 * test run the folder starts with a migrated database and generated history, unless `isFirstStart`: both take most of a
 * first start.
 */
export async function runCandor(
  environment: Readonly<Record<string, string>> = {},
  { isFirstStart = false }: { readonly isFirstStart?: boolean } = {},
): Promise<RunningCandor> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-e2e-'))
  const isPrepared = !isFirstStart && (await prepareFolder(folder))
  const ports = ['--port', String(await freePort()), '--console-port', String(await freePort())]
  const flags = [...ports, '--host', '127.0.0.1', '--data', folder]
  const config = parseConfig({ CANDOR_FEED: 'simulated:1', ...environment }, flags)
  // The set-up has built the apps: asking again takes a quarter of a second.
  const start = () => startCandor(config, () => undefined, { app: !isPrepared })
  const first = await start()
  let candor: Candor | null = first
  const stop = async () => {
    const running = candor
    candor = null
    await running?.stop()
  }
  const returnedCodes = new Set<string>()
  return {
    ...first,
    stop,
    mailedCode: (address) => mailedCode(first, address, returnedCodes),
    crashServer: () => crashServer(first.origin),
    restart: async (work) => {
      await stop()
      await work(folder)
      candor = await start()
    },
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Makes a new folder one that has been started, with a migrated database and generated history. Returns false outside
 * of a test run, where nobody has made one to copy, and leaves the folder as it is.
 */
export async function prepareFolder(folder: string): Promise<boolean> {
  const migrated = process.env[migratedFolderVariable]
  if (migrated === undefined) return false
  await cp(join(migrated, 'secrets.json'), join(folder, 'secrets.json'))
  await copyCluster(join(migrated, 'postgres'), join(folder, 'postgres'))
  return true
}

async function crashServer(origin: string): Promise<void> {
  const ours = `CANDOR_PORT=${new URL(origin).port}\0`
  const [pid] = [...descendantsOf(process.pid)].find(
    ([child, command]) =>
      command.includes('/run-server.mjs') && readFileSync(`/proc/${child}/environ`, 'utf8').includes(ours),
  ) ?? [null]
  if (pid === null) throw new Error('no server runs')
  process.kill(pid, 'SIGKILL')
  for (let attempt = 0; attempt < 300; attempt += 1) {
    await sleep(100)
    // There is no response while there is no server.
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.status === 200) return
  }
  throw new Error('the server did not come back within 30 s')
}

const outboxSchema = z.object({ items: z.array(z.object({ code: z.optional(z.string()) })) })

/** Mails are sent by a job: until the new code arrives, the outbox has those that were used before. */
async function mailedCode({ origin, outboxKey }: Candor, address: string, returned: Set<string>): Promise<string> {
  const outbox = `${origin}/sandbox/outbox.json?${new URLSearchParams({ key: outboxKey, to: address }).toString()}`
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer: unknown = await (await fetch(outbox)).json()
    const code = z.parse(outboxSchema, answer).items.find((mail) => mail.code !== undefined)?.code
    if (code !== undefined && !returned.has(`${address} ${code}`)) {
      returned.add(`${address} ${code}`)
      return code
    }
    await sleep(200)
  }
  throw new Error(`no new code was mailed to ${address} within 20 s`)
}
