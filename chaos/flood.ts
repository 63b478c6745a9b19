import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createPasswords } from '../apps/server/src/modules/identity/password-hash.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { openBenchServer } from '../bench/bench-server.ts'
import { quantile } from '../bench/figure.ts'
import { startCandorServer } from '../bench/http-server.ts'
import { prepareTrading } from '../bench/offers.ts'
import type { AttackPlan } from './flood-attack.ts'
import { FloodClient, floodPassword } from './flood-client.ts'
import type { Told } from './flood-client.ts'
import { during } from './flood-traffic.ts'
import { trial } from './trial.ts'

/**
 * Ten times the normal traffic of orders, logins, codes and sockets from a few addresses and customers at once, on a
 * server with its usual limits (few, because an attacker with as many addresses as all customers is a crowd, not a
 * flood). Once the limits per minute are reached, it measures: the slowest hundredth of normal customers' acts takes at
 * most twice as long, the excess gets 429, and memory stays bounded.
 */
export const flood = trial({
  about: 'Ten times the normal traffic from a few addresses: normal customers barely notice',
  sizes: { customers: 20, attackers: 4, strength: 10, seconds: 30, fillMs: 20_000, maxRatio: 2, maxGrowthMb: 256 },
  smokeSizes: { customers: 4, attackers: 1, strength: 40, seconds: 2, fillMs: 500, maxRatio: 1_000, maxGrowthMb: 512 },
  async run({ sizes, seed, progress }) {
    const logs = await mkdtemp(join(tmpdir(), 'candor-chaos-log-'))
    const database = await openBenchServer()
    const closing = [database.close]
    try {
      const trading = await prepareTrading(database, sizes.customers + sizes.attackers)
      await setPasswords(database.ownerUrl)
      const server = await startCandorServer(database, join(logs, 'server.log'), 'limited')
      closing.unshift(server.close)
      const { offers, genesisMs } = trading
      const everybody = trading.tokens.map((token, index) => {
        const address = index < sizes.customers ? `127.2.0.${index + 1}` : `127.3.0.${index + 1}`
        return { offers, genesisMs, port: server.port, token, address, account: `bench${index + 1}@example.com` }
      })
      const normal = everybody.slice(0, sizes.customers).map((options) => new FloodClient(options))
      const attackers = everybody.slice(sizes.customers)
      await during(normal, 1_000, 2_000, seed)
      const calm = await during(normal, 1_000, sizes.seconds * 1_000, seed + 1)
      const before = await residentMb(server.pid)
      progress(`calm: p99 ${Math.round(p99(calm))} ms of ${calm.length}`)
      const everyMs = (1_000 * sizes.attackers) / (sizes.customers * sizes.strength)
      const flooding = attackWith({ attackers, everyMs, forMs: sizes.fillMs + sizes.seconds * 1_000, seed: seed + 2 })
      await sleep(sizes.fillMs)
      const flooded = await during(normal, 1_000, sizes.seconds * 1_000, seed + 3)
      const attack = await flooding
      const growthMb = (await residentMb(server.pid)) - before
      const ratio = p99(flooded) / p99(calm)
      const failures = [
        ...(ratio > sizes.maxRatio
          ? [`the slowest hundredth took ${ratio.toFixed(2)} times as long in the flood`]
          : []),
        ...(growthMb > sizes.maxGrowthMb ? [`the server grew by ${Math.round(growthMb)} MB`] : []),
        ...(attack.refused === 0 ? ['nothing of the flood was answered 429'] : []),
        ...[...calm, ...flooded]
          .filter(({ isOk }) => !isOk)
          .map(({ what }) => `a normal customer was refused: ${what}`),
      ]
      for (const client of normal) client.close()
      for (const kind of ['contract/buy', 'user/login', 'code/send', 'socket'])
        progress(
          `${kind}: p99 ${Math.round(p99(ofKind(calm, kind)))} ms, in the flood ${Math.round(p99(ofKind(flooded, kind)))} ms`,
        )
      const figures = {
        calmP99Ms: p99(calm),
        floodedP99Ms: p99(flooded),
        ratio,
        attack: attack.calls,
        refused429: attack.refused,
        growthMb,
      }
      return [{ name: 'flood', size: attack.calls, failures, figures }]
    } finally {
      for (const close of closing) await close()
      await rm(logs, { recursive: true, force: true })
    }
  },
})

const attackedSchema = z.object({ calls: z.int(), refused: z.int() })

/** Attacks from a process of its own, and returns the number of calls and of 429 responses. */
async function attackWith(plan: AttackPlan): Promise<z.infer<typeof attackedSchema>> {
  const child = fork(join(import.meta.dirname, 'flood-attack.ts'), { execArgv: [] })
  child.send(plan)
  const ended = once(child, 'exit').then(() => [null])
  const [message]: unknown[] = await Promise.race([once(child, 'message'), ended])
  return z.parse(attackedSchema, message)
}

function ofKind(told: readonly Told[], kind: string): Told[] {
  return told.filter(({ what }) => what.startsWith(kind))
}

function p99(told: readonly Told[]): number {
  return told.length === 0
    ? 0
    : quantile(
        told.map(({ tookMs }) => tookMs),
        0.99,
      )
}

async function setPasswords(ownerUrl: string): Promise<void> {
  const hashed = await createPasswords().hash(floodPassword)
  if (!hashed.ok) throw new Error('no password was hashed')
  const owner = createPool(ownerUrl, 'chaos', { maxConnections: 1 })
  await owner.query('update identity.customer set password_hash = $1', [hashed.value])
  await owner.end()
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}
