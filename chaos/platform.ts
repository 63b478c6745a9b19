import { setTimeout as sleep } from 'node:timers/promises'
import { randomAt } from '../apps/server/src/modules/quote-feeds/random.ts'
import { hasNats, NatsServers } from './nats-servers.ts'
import { PartedCandor, partNames } from './parted-candor.ts'
import type { PartName } from './parted-candor.ts'
import { openPatroniNodes } from './patroni-nodes.ts'
import type { PatroniNodes, PrimaryDeath } from './patroni-nodes.ts'
import { findPatroniPrograms } from './patroni-programs.ts'
import { logNames, SeenHeads } from './seen-heads.ts'
import { settleAndCompare } from './settled-comparison.ts'
import { findUnshown, verifyReceipts } from './settled-receipts.ts'
import { trial } from './trial.ts'
import type { Finding } from './trial.ts'
import { killWatched, watchCandor } from './watched-kills.ts'
import type { KillCost, WatchedCandor } from './watched-kills.ts'

const natsNodes = 3
const natsAwayMs = 3_000
const publishedWithinMs = 30_000
/** Without a kill: what the machine costs by itself. */
const calmMs = 3_000

/**
 * A whole platform on one machine: two of `api`, `realtime` and `market`, `settlement` and `jobs` as processes, three
 * PostgreSQL servers under Patroni behind HAProxy, and a cluster of three NATS nodes. Each is killed in turn while
 * customers buy and watch.
 */
export const platform = trial({
  about: 'SIGKILL of each part of a whole platform in turn: roles, PostgreSQL, Patroni, NATS; needs packages of Debian',
  sizes: {
    minutes: [10, 0],
    nodes: [3, 2],
    absences: [1, 0],
    lanes: [4, 2],
    sockets: [24, 4],
    receipts: [500, 20],
    barMs: [30_000, 90_000],
  },
  async run({ sizes, seed, progress }) {
    const programs = findPatroniPrograms()
    const missing = 'missing' in programs ? [...programs.missing] : []
    if (!hasNats()) missing.push('nats-server')
    if ('missing' in programs || missing.length > 0) {
      progress(`Not tried: this machine has no ${missing.join(', ')} (apt-get install).`)
      return [{ name: 'platform-not-tried', size: 0, failures: [] }]
    }
    const nats = await NatsServers.open(natsNodes)
    const postgres = await openPatroniNodes(programs, sizes.nodes)
    try {
      const { balancedUrl: databaseUrl, hostsUrl: ownerUrl } = postgres
      const candor = await PartedCandor.open({ databaseUrl, ownerUrl, natsUrl: nats.url })
      try {
        return await killInTurn({ candor, postgres, nats }, sizes, seed, progress)
      } finally {
        await candor.close()
      }
    } finally {
      await postgres.close()
      nats.close()
    }
  },
})

type PlatformSizes = Readonly<Record<'minutes' | 'absences' | 'lanes' | 'sockets' | 'receipts' | 'barMs', number>>

interface Platform {
  readonly candor: PartedCandor
  readonly postgres: PatroniNodes
  readonly nats: NatsServers
}

/** A kind of victim. `kill` returns once it is dead, with a promise of how long it takes until all of it runs again. */
interface Kind {
  readonly name: string
  kill(turn: number): Promise<{ readonly coming: Promise<number> }>
}

/** `absences` above 0 adds what is away for longer than the lease of a Patroni. */
function kindsOf({ candor, postgres, nats }: Platform, absences: number): Kind[] {
  const part = (role: string): Kind => {
    const names: readonly PartName[] = partNames.filter((name) => name.startsWith(role))
    const nameAt = (turn: number) => names[turn % names.length] ?? 'jobs'
    return { name: role, kill: (turn) => Promise.resolve({ coming: candor.kill(nameAt(turn)) }) }
  }
  const primary = (name: string, death: PrimaryDeath): Kind => ({
    name,
    kill: async () => {
      const sinceMs = performance.now()
      await postgres.whole()
      await postgres.killPrimary(death)
      return { coming: postgres.recovered().then(() => performance.now() - sinceMs) }
    },
  })
  return [
    { name: 'nothing', kill: () => Promise.resolve({ coming: sleep(calmMs, calmMs) }) },
    ...['api', 'realtime', 'market', 'settlement', 'jobs'].map(part),
    primary('postgres', 'server'),
    primary('patroni', 'patroni'),
    ...(absences > 0 ? [primary('patroni-away', 'patroni-away'), primary('machine', 'machine')] : []),
    {
      name: 'nats',
      kill: async (turn) => {
        const sinceMs = performance.now()
        await nats.kill(turn % natsNodes)
        const back = sleep(natsAwayMs).then(() => nats.restart(turn % natsNodes))
        return { coming: back.then(() => performance.now() - sinceMs) }
      },
    },
  ]
}

async function killInTurn(
  whole: Platform,
  sizes: PlatformSizes,
  seed: number,
  progress: (line: string) => void,
): Promise<Finding[]> {
  const { candor } = whole
  const heads = new SeenHeads({ pool: candor.owner, folder: candor.folder })
  const watched = await watchCandor(candor, sizes)
  try {
    const kinds = kindsOf(whole, sizes.absences)
    const costs = new Map<string, KillCost[]>(kinds.map(({ name }) => [name, []]))
    const untilMs = performance.now() + sizes.minutes * 60_000
    const draw = randomAt(seed, 0, 0)
    for (let turn = 0; turn === 0 || performance.now() < untilMs; turn += 1)
      for (const { name, kill } of kinds) {
        if (turn > 0 && performance.now() > untilMs) break
        await sleep(draw() * 1_000)
        const cost = await killWatched(watched, () => kill(turn))
        await watched.customers.repeatRound()
        costs.get(name)?.push(cost)
        await heads.note()
        progress(`${name} ${turn + 1}: ${inWords(cost)}; ${watched.customers.acknowledged.size} orders`)
      }
    const findings = [...costs].map(([name, ofKind]) => findingOf(name, ofKind, sizes.barMs))
    return [...findings, await compareAll(watched, heads, sizes.receipts)]
  } finally {
    for (const socket of watched.sockets) socket.close()
  }
}

function inWords({ orderPauseMs, framePauseMs, backMs }: KillCost): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  return `${seconds(orderPauseMs)} s without orders, ${seconds(framePauseMs)} without frames, back after ${seconds(backMs)}`
}

function findingOf(name: string, costs: readonly KillCost[], barMs: number): Finding {
  const most = (cost: keyof KillCost) => Math.max(0, ...costs.map((one) => one[cost]))
  const figures = {
    ordersPausedMaxMs: most('orderPauseMs'),
    framesPausedMaxMs: most('framePauseMs'),
    backMaxMs: most('backMs'),
  }
  const failures: string[] = []
  for (const [what, ms] of [
    ['no order was accepted', figures.ordersPausedMaxMs],
    ['a socket saw no new frame', figures.framesPausedMaxMs],
  ] as const)
    if (ms > barMs) failures.push(`${name}: ${what} for ${Math.round(ms)} ms`)
  return { name: `kill ${name}`, size: costs.length, failures, figures }
}

/** Nothing is lost, doubled or kept from its customer, and what is settled has a receipt that verifies. */
async function compareAll(watched: WatchedCandor, heads: SeenHeads, receipts: number): Promise<Finding> {
  const { candor, customers } = watched
  const { missed, ...settled } = await settleAndCompare(watched)
  const port = candor.portOf('api 1')
  const unshown = await findUnshown(port, missed)
  const orders = [...customers.acknowledged].map(([requestId, id]) => ({
    id,
    token: customers.sent.get(requestId)?.token ?? '',
  }))
  const every = Math.max(1, Math.floor(orders.length / receipts))
  const sampled = orders.filter((_, place) => place % every === 0)
  const refused = await verifyReceipts(port, sampled, heads)
  await heads.note()
  await heads.untilPublished(publishedWithinMs)
  for (const name of logNames) await heads.read(name)
  return {
    ...settled,
    failures: [...settled.failures, ...unshown, ...refused, ...heads.failures],
    figures: { ...settled.figures, shownOnRequest: missed.length - unshown.length, receipts: sampled.length },
  }
}
