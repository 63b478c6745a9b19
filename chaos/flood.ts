import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Sizes } from '../bench/figure.ts'
import { attackFrom } from './attack-process.ts'
import { bodyFlood } from './body-flood.ts'
import type { AttackPlan } from './flood-attack.ts'
import type { Told } from './flood-client.ts'
import { p99, residentMb } from './flood-measures.ts'
import { during } from './flood-traffic.ts'
import { openFloodWorld } from './flood-world.ts'
import type { FloodWorld } from './flood-world.ts'
import { trial } from './trial.ts'
import type { Finding, TrialRun } from './trial.ts'

/** Few attackers against normal customers, on a server with its usual limits. */
export const flood = trial({
  about: 'Ten times the traffic, and bodies that cost, from a few addresses: normal customers barely notice',
  sizes: {
    customers: [20, 4],
    attackers: [4, 1],
    strength: [10, 40],
    seconds: [30, 2],
    fillMs: [20_000, 500],
    maxRatio: [2, 1_000],
    maxGrowthMb: [256, 512],
    bodyCustomers: [10, 2],
    bodyRounds: [3, 1],
    bodySeconds: [20, 2],
    bodyConnections: [8, 8],
    unfinished: [600, 600],
    maxBodyRatio: [2, 1_000],
    maxBodyGrowthMb: [50, 150],
  },
  async run(run) {
    const world = await openFloodWorld(run.sizes)
    try {
      return [await trafficFlood(world, run), ...(await bodyFlood(world, run))]
    } finally {
      await world.close()
    }
  },
})

type TrafficSizes = Sizes<'customers' | 'attackers' | 'strength' | 'seconds' | 'fillMs' | 'maxRatio' | 'maxGrowthMb'>

/**
 * Ten times the normal traffic of orders, logins, codes and sockets from a few addresses and customers at once (few,
 * because an attacker with as many addresses as all customers is a crowd, not a flood). Once the limits per minute are
 * reached, it measures: the slowest hundredth of normal customers' acts takes at most twice as long, the excess gets
 * 429, and memory stays bounded.
 */
async function trafficFlood(
  { pid, customers: normal, attackers }: FloodWorld,
  { sizes, seed, progress }: { sizes: TrafficSizes } & Pick<TrialRun<string>, 'seed' | 'progress'>,
): Promise<Finding> {
  await during(normal, 1_000, 2_000, seed)
  const calm = await during(normal, 1_000, sizes.seconds * 1_000, seed + 1)
  const before = await residentMb(pid)
  progress(`calm: p99 ${Math.round(p99(calm))} ms of ${calm.length}`)
  const everyMs = (1_000 * sizes.attackers) / (sizes.customers * sizes.strength)
  const plan: AttackPlan = {
    attackers: [...attackers].map((attacker) => ({ ...attacker, offers: [...attacker.offers] })),
    everyMs,
    forMs: sizes.fillMs + sizes.seconds * 1_000,
    seed: seed + 2,
  }
  const flooding = attackFrom('flood-attack.ts', plan)
  await sleep(sizes.fillMs)
  const flooded = await during(normal, 1_000, sizes.seconds * 1_000, seed + 3)
  const attack = z.parse(attackedSchema, await flooding)
  const growthMb = (await residentMb(pid)) - before
  const ratio = p99(flooded) / p99(calm)
  const failures = [
    ...(ratio > sizes.maxRatio ? [`the slowest hundredth took ${ratio.toFixed(2)} times as long in the flood`] : []),
    ...(growthMb > sizes.maxGrowthMb ? [`the server grew by ${Math.round(growthMb)} MB`] : []),
    ...(attack.refused === 0 ? ['nothing of the flood was answered 429'] : []),
    ...[...calm, ...flooded].filter(({ isOk }) => !isOk).map(({ what }) => `a normal customer was refused: ${what}`),
  ]
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
  return { name: 'flood', size: attack.calls, failures, figures }
}

const attackedSchema = z.object({ calls: z.int(), refused: z.int() })

function ofKind(told: readonly Told[], kind: string): Told[] {
  return told.filter(({ what }) => what.startsWith(kind))
}
