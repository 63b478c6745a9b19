import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { parseConfig } from '../apps/server/src/platform/config/index.ts'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { startCandor } from '../scripts/launch/candor.ts'
import type { Candor } from '../scripts/launch/candor.ts'

/** A whole Candor of a test's own, started as `npm start` does. */
export interface RunningCandor extends Candor {
  /** Waits for the newest code that was mailed to an address. */
  mailedCode(address: string): Promise<string>
  /** Stops everything and deletes the data. */
  remove(): Promise<void>
}

/** Starts Candor on a free port with an empty data folder, and a simulated feed unless `environment` names another. */
export async function runCandor(environment: Readonly<Record<string, string>> = {}): Promise<RunningCandor> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-e2e-'))
  const flags = ['--port', String(await freePort()), '--host', '127.0.0.1', '--data', folder]
  const candor = await startCandor(parseConfig({ CANDOR_FEED: 'simulated:1', ...environment }, flags), () => undefined)
  return {
    ...candor,
    mailedCode: (address) => mailedCode(candor.origin, address),
    remove: async () => {
      await candor.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const outboxSchema = z.object({ items: z.array(z.object({ code: z.optional(z.string()) })) })

async function mailedCode(origin: string, address: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer: unknown = await (await fetch(`${origin}/sandbox/outbox.json?to=${address}`)).json()
    const code = z.parse(outboxSchema, answer).items[0]?.code
    if (code !== undefined) return code
    await sleep(200)
  }
  throw new Error(`no code was mailed to ${address} within 20 s`)
}
