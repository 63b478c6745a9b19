import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseName, ensureDatabase } from '../apps/launcher/src/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../apps/server/src/platform/postgres/migrate.ts'
import { openFormClient } from '../bench/form-client.ts'
import { hasNats, NatsServers } from './nats-servers.ts'
import { PartedCandor, partNames } from './parted-candor.ts'
import type { PartName } from './parted-candor.ts'
import { settleAndCompare } from './settled-comparison.ts'
import { SocketCustomer } from './socket-customers.ts'
import { giveUpMs, trial } from './trial.ts'
import type { Finding, TrialRun } from './trial.ts'
import { killWatched, socketPorts, untilAll, watchCandor } from './watched-kills.ts'
import type { KillCost, WatchedCandor } from './watched-kills.ts'

/** Sessions that are ended, one with NATS and one without. */
const revoked = 2
const revokedWithinMs = 1_000

/**
 * Starts each part of Candor in processes of its own, joined by one PostgreSQL and one NATS, and kills each in turn
 * while customers buy at two APIs and watch at two processes of sockets. Needs a `nats-server`.
 */
export const roles = trial({
  about: 'SIGKILL of each part of Candor in starts of its own, while customers buy and watch (needs nats-server)',
  sizes: { kills: [5, 1], lanes: [8, 2], sockets: [24, 4], barMs: [10_000, 60_000] },
  async run(run) {
    if (!hasNats()) {
      run.progress('roles: not tried, because there is no nats-server; CANDOR_NATS_SERVER names one')
      return [{ name: 'roles (not tried: no nats-server)', size: 0, failures: [] }]
    }
    const folder = await mkdtemp(join(tmpdir(), 'candor-postgres-'))
    // PostgreSQL may run as another user, who needs access to its data.
    await chmod(folder, 0o755)
    const dataDir = join(folder, 'postgres')
    const postgres = await startEmbeddedPostgres({ dataDir, password: 'of-the-owner', durable: true })
    const nats = await NatsServers.open(1)
    try {
      await ensureDatabase(postgres.url)
      const databaseUrl = addressFor(postgres.url, { database: databaseName })
      const candor = await PartedCandor.open({ databaseUrl, ownerUrl: databaseUrl, natsUrl: nats.url })
      try {
        return await killEach(candor, nats, run)
      } finally {
        await candor.close()
      }
    } finally {
      nats.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

type RolesRun = TrialRun<'kills' | 'lanes' | 'sockets' | 'barMs'>

async function killEach(candor: PartedCandor, nats: NatsServers, { sizes, progress }: RolesRun): Promise<Finding[]> {
  const watched = await watchCandor(candor, { ...sizes, idle: revoked })
  try {
    const findings: Finding[] = []
    for (const name of partNames) {
      findings.push(await killOften(watched, name, sizes))
      progress(`${name}: ${sizes.kills} kills, ${watched.customers.acknowledged.size} orders acknowledged`)
    }
    findings.push(await endSessions(candor, nats, watched.idleTokens))
    const { missed, ...settled } = await settleAndCompare(watched)
    const late = `${missed.length} settled orders were never shown on their customers' sockets`
    findings.push({ ...settled, failures: [...settled.failures, ...(missed.length > 0 ? [late] : [])] })
    return findings
  } finally {
    for (const socket of watched.sockets) socket.close()
  }
}

/** Kills a part while customers buy: orders are accepted again in time, and every socket is shown new frames. */
async function killOften(watched: WatchedCandor, name: PartName, sizes: RolesRun['sizes']): Promise<Finding> {
  const failures: string[] = []
  const costs: KillCost[] = []
  for (let nth = 0; nth < sizes.kills; nth += 1) {
    costs.push(await killWatched(watched, () => Promise.resolve({ coming: watched.candor.kill(name) })))
    await watched.customers.repeatRound()
  }
  const most = (cost: keyof KillCost) => Math.max(...costs.map((one) => one[cost]))
  for (const [what, cost] of [
    ['orders were accepted again', 'writableMs'],
    ['every socket saw a new frame', 'watchingMs'],
  ] as const)
    if (most(cost) > sizes.barMs) failures.push(`${name}: ${what} only after ${Math.round(most(cost))} ms`)
  const figures = {
    writableMaxMs: most('writableMs'),
    watchingMaxMs: most('watchingMs'),
    backMaxMs: most('backMs'),
  }
  return { name: `kill ${name}`, size: sizes.kills, failures, figures }
}

/** Ends a session at one API: the other one refuses it, and its socket closes, within a second, also without NATS. */
async function endSessions(candor: PartedCandor, nats: NatsServers, tokens: readonly string[]): Promise<Finding> {
  const ports = socketPorts(candor)
  const failures: string[] = []
  const figures: Record<string, number> = {}
  const [withNats = '', withoutNats = ''] = tokens
  Object.assign(figures, await endSession(candor, withNats, { ports, label: 'with NATS', failures }))
  await nats.kill(0)
  Object.assign(figures, await endSession(candor, withoutNats, { ports, label: 'without NATS', failures }))
  await nats.restart(0)
  return { name: 'sessions end everywhere', size: tokens.length, failures, figures }
}

async function endSession(
  candor: PartedCandor,
  token: string,
  { ports, label, failures }: { ports: readonly number[]; label: string; failures: string[] },
): Promise<Record<string, number>> {
  const socket = new SocketCustomer(token, ports, 1)
  await untilAll([socket], ({ isLoggedIn }) => isLoggedIn, performance.now())
  const [one, other] = [await openFormClient(candor.portOf('api 1')), await openFormClient(candor.portOf('api 2'))]
  const isKnown = async () => (await other.post('/api/message/unread', '', token)).includes('"code":1')
  // The other process remembers the session from now on.
  if (!(await isKnown())) failures.push(`${label}: the session is not known at the second API`)
  const sinceMs = performance.now()
  await one.post('/api/user/logout', '', token)
  while (performance.now() - sinceMs < giveUpMs && (await isKnown())) await sleep(20)
  const refusedMs = performance.now() - sinceMs
  await untilAll([socket], ({ ended }) => ended !== null, sinceMs)
  const closedMs = (socket.ended?.atMs ?? Infinity) - sinceMs
  for (const [what, took] of [
    ['refused', refusedMs],
    ['closed on its socket', closedMs],
  ] as const)
    if (took > revokedWithinMs) failures.push(`${label}: the session was ${what} only after ${Math.round(took)} ms`)
  for (const opened of [one, other, socket]) opened.close()
  return { [`${label} refusedMs`]: refusedMs, [`${label} closedMs`]: closedMs }
}
