import { setTimeout as sleep } from 'node:timers/promises'
import { serverMessage, socketProtocol } from '@candor/api'
import type { Pool } from 'pg'
import WebSocket from 'ws'
import * as z from 'zod/mini'
import type { Sizes } from '../bench/figure.ts'
import type { BodyPlan } from './body-attack.ts'
import { attackFrom } from './attack-process.ts'
import type { Told } from './flood-client.ts'
import { p99, residentMb } from './flood-measures.ts'
import type { FloodWorld } from './flood-world.ts'
import { during } from './flood-traffic.ts'
import type { Finding, TrialRun } from './trial.ts'

type BodySizes = Sizes<
  'bodyCustomers' | 'bodyRounds' | 'bodySeconds' | 'bodyConnections' | 'unfinished' | 'maxBodyRatio' | 'maxBodyGrowthMb'
>

/** Requests sent, those refused by name, and connections that the server left open at the end. */
const outcomeSchema = z.object({ sent: z.int(), refused: z.int(), open: z.int() })

const buysEveryMs = 250
/**
 * Five a second on each connection: several times what stopped a server that parsed them. Without a bound, the
 * attackers would take as much of the machine as they are refused quickly.
 */
const bodyEveryMs = 200
const attackAddress = '127.3.1.1'
const unfinishedAddress = '127.3.1.2'
/** An unfinished request is closed after ten seconds, checked every two. */
const unfinishedMs = 15_000
const watchEveryMs = 100
/** The attackers' process starts before the measurement: its start takes a core that an attacker would not share. */
const leadMs = 2_000

/**
 * Bodies that are cheap to send and expensive to read, from one network, while customers of other networks buy: forms
 * of 95,000 fields, JSON of 75,000 keys, half a megabyte of brackets, and requests that never end. The slowest
 * hundredth of purchases takes at most twice as long, sockets receive every frame, memory stays bounded, and unfinished
 * requests are closed.
 */
export async function bodyFlood(
  world: FloodWorld,
  { sizes, seed, progress }: { readonly sizes: BodySizes } & Pick<TrialRun<string>, 'seed' | 'progress'>,
): Promise<Finding[]> {
  const buyers = world.customers.slice(0, sizes.bodyCustomers).map((client) => ({ act: () => client.act(0) }))
  const trade = (forMs: number) => during(buyers, buysEveryMs, forMs, seed)
  const findings: Finding[] = []
  const watch = await watchFrames(world)
  try {
    await trade(sizes.bodySeconds * 1_000)
    for (const kind of ['form', 'json', 'deep', 'unfinished'] as const) {
      const { quiet, flooded, attack, growthMb } = await roundsOf(kind, world, sizes, trade)
      const ratio = p99(flooded) / p99(quiet)
      const missed = await watch.missed(world.owner)
      const refusedBuys = [...quiet, ...flooded].filter(({ isOk }) => !isOk)
      const failures = [
        ...(ratio > sizes.maxBodyRatio ? [`the slowest hundredth took ${ratio.toFixed(2)} times as long`] : []),
        ...(growthMb > sizes.maxBodyGrowthMb ? [`the server grew by ${Math.round(growthMb)} MB`] : []),
        ...(missed > 0 ? [`${missed} frames did not reach a socket`] : []),
        ...(attack.open > 0 ? [`${attack.open} unfinished requests were still open`] : []),
        ...(attack.refused === 0 ? ['nothing was refused by name'] : []),
        ...refusedBuys.map(({ what }) => `a normal customer was refused: ${what}`),
      ]
      const figures = { quietP99Ms: p99(quiet), floodedP99Ms: p99(flooded), ratio, growthMb, refused: attack.refused }
      progress(`${kind}: ${attack.sent} requests, p99 ${Math.round(p99(quiet))} → ${Math.round(p99(flooded))} ms`)
      findings.push({ name: `flood-${kind}`, size: attack.sent, failures, figures })
    }
  } finally {
    watch.close()
  }
  return findings
}

/** What customers met by turns without the attack and during it, and what it did. */
interface Rounds {
  readonly quiet: Told[]
  readonly flooded: Told[]
  readonly attack: z.infer<typeof outcomeSchema>
  readonly growthMb: number
}

/**
 * Measures by turns, because a machine is not equally busy all the time: a hundredth of one round is a few purchases.
 */
async function roundsOf(
  kind: BodyPlan['kind'],
  world: FloodWorld,
  sizes: BodySizes,
  trade: (forMs: number) => Promise<Told[]>,
): Promise<Rounds> {
  const isUnfinished = kind === 'unfinished'
  const forMs = isUnfinished ? unfinishedMs : sizes.bodySeconds * 1_000
  const plan: BodyPlan = {
    kind,
    port: world.port,
    address: isUnfinished ? unfinishedAddress : attackAddress,
    connections: isUnfinished ? sizes.unfinished : sizes.bodyConnections,
    everyMs: bodyEveryMs,
    forMs: forMs + leadMs,
  }
  const rounds = { quiet: [] as Told[], flooded: [] as Told[], attack: { sent: 0, refused: 0, open: 0 }, growthMb: 0 }
  for (let round = 0; round < sizes.bodyRounds; round += 1) {
    rounds.quiet.push(...(await trade(sizes.bodySeconds * 1_000)))
    const memory = watchMemory(world.pid)
    const attacking = attackFrom('body-attack.ts', plan)
    await sleep(leadMs)
    rounds.flooded.push(...(await trade(forMs)))
    const { sent, refused, open } = z.parse(outcomeSchema, await attacking)
    const { attack } = rounds
    rounds.attack = { sent: attack.sent + sent, refused: attack.refused + refused, open: attack.open + open }
    rounds.growthMb = Math.max(rounds.growthMb, await memory.stop())
  }
  return rounds
}

/** Samples the server's resident memory. `stop` returns by how much it grew at most. */
function watchMemory(pid: number): { stop(): Promise<number> } {
  let isOver = false
  const sampling = (async () => {
    const before = await residentMb(pid)
    let most = before
    while (!isOver) {
      await sleep(watchEveryMs)
      most = Math.max(most, await residentMb(pid))
    }
    return most - before
  })()
  return {
    stop: () => {
      isOver = true
      return sampling
    },
  }
}

interface FrameWatch {
  /** The published frames that a socket has not received, since the first that it did. */
  missed(owner: Pool): Promise<number>
  close(): void
}

/** Subscribes to every frame on a socket of a network of its own. */
async function watchFrames({ port }: FloodWorld): Promise<FrameWatch> {
  const received = new Set<number>()
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, socketProtocol, { localAddress: '127.2.1.1' })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('message', (data) => {
    const message = z.parse(serverMessage, JSON.parse(String(data)))
    if (message.op === 'frame') received.add(message.slot)
  })
  socket.send(JSON.stringify({ op: 'sub', ch: 'quotes', args: {} }))
  return {
    async missed(owner) {
      const [first = Infinity] = received
      // Frames that were stored just now are still on their way.
      const { rows } = await owner.query<{ slot: bigint }>(
        'select slot from market.frame where slot >= $1 and slot < (select max(slot) - 4 from market.frame)',
        [first === Infinity ? 0 : first],
      )
      return rows.filter(({ slot }) => !received.has(Number(slot))).length
    },
    close: () => socket.terminate(),
  }
}
