import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { BenchServer } from './bench-server.ts'

const readyTimeoutMs = 30_000

/** A server in a process of its own. */
export interface HttpServer {
  readonly port: number
  readonly pid: number
  close(): Promise<void>
}

/**
 * Starts Candor's server on a database, as in production except, for `candor`, without rate limits. It logs to a file,
 * as under the launcher.
 */
export async function startCandorServer(
  database: Pick<BenchServer, 'appUrl' | 'marketUrl'>,
  logFile: string,
  kind: 'candor' | 'limited' = 'candor',
): Promise<HttpServer> {
  const server = await start(kind, logFile, {
    CANDOR_PORT: '0',
    CANDOR_HOST: '127.0.0.1',
    CANDOR_FEED: 'simulated:1',
    CANDOR_APP_DATABASE_URL: database.appUrl,
    CANDOR_MARKET_DATABASE_URL: database.marketUrl,
    CANDOR_SECRET: 'a-secret-of-the-benchmark',
  })
  const giveUpMs = performance.now() + readyTimeoutMs
  while ((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status !== 200) {
    if (performance.now() > giveUpMs) throw new Error('the server did not become ready')
    await sleep(50)
  }
  return server
}

/** Starts Fastify with only the form parser and a route that returns a constant. */
export function startBareServer(logFile: string): Promise<HttpServer> {
  return start('bare', logFile, {})
}

async function start(
  kind: 'candor' | 'limited' | 'bare',
  logFile: string,
  settings: Readonly<Record<string, string>>,
): Promise<HttpServer> {
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-process.ts'), kind], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  })
  closeSync(log)
  const ended = once(child, 'exit')
  const message: unknown = await Promise.race([
    once(child, 'message').then(([first]) => first as unknown),
    ended.then(() => null),
  ])
  const { port } = z.parse(z.object({ port: z.int() }), message)
  return {
    port,
    pid: child.pid ?? 0,
    close: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
