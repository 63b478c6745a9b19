import { setTimeout as sleep } from 'node:timers/promises'
import { fallsApartMs } from '../apps/launcher/src/kept-role.ts'
import { randomAt } from '../apps/server/src/modules/quote-feeds/random.ts'
import { quantile } from '../bench/figure.ts'
import { KillableCandor, victims } from './killable-candor.ts'
import type { Victim } from './killable-candor.ts'
import { customersPerLane, OrderCustomers } from './order-customers.ts'
import { giveUpMs, trial } from './trial.ts'
import type { Finding } from './trial.ts'

const checkEveryKills = 10
/** The launcher sees a fall so much later, at most. */
const seenMs = 100

/**
 * SIGKILL of the server, of PostgreSQL, and of both with their launcher, while customers buy: no acknowledged order is
 * lost, none is doubled, the ledger is sound, and orders are accepted again within 10 s. The seed determines the
 * moments of the kills.
 */
export const kill = trial({
  about: 'SIGKILL of the server, of PostgreSQL and of both while customers buy: no order is lost',
  sizes: { kills: [50, 1], lanes: [64, 4], barMs: [10_000, 60_000] },
  async run({ sizes, seed, progress }) {
    const candor = await KillableCandor.open()
    try {
      const buying = await candor.prepare({ customers: sizes.lanes * customersPerLane, lanes: sizes.lanes })
      const customers = new OrderCustomers(buying)
      await customers.untilWritable(performance.now(), giveUpMs)
      const findings: Finding[] = []
      for (const victim of victims)
        findings.push(await killOften(candor, customers, victim, { ...sizes, seed, progress }))
      return findings
    } finally {
      await candor.close()
    }
  },
})

async function killOften(
  candor: KillableCandor,
  customers: OrderCustomers,
  victim: Victim,
  plan: { kills: number; barMs: number; seed: number; progress: (line: string) => void },
): Promise<Finding> {
  const draw = randomAt(plan.seed, victims.indexOf(victim), 0)
  const recoveriesMs: number[] = []
  const before = {
    acknowledged: customers.acknowledged.size,
    unanswered: customers.unanswered,
    failures: customers.failures.length,
    gaveUp: candor.gaveUp.length,
  }
  let fellMs = -Infinity
  for (let nth = 1; nth <= plan.kills; nth += 1) {
    // Orders are accepted for a moment without a market: its next fall would come so soon that the launcher gives up.
    await sleep(Math.max(0, fellMs + fallsApartMs + seenMs - performance.now()))
    const fall = async () => {
      await candor.kill(victim)
      fellMs = performance.now()
    }
    recoveriesMs.push(await killUnderLoad(customers, fall, 100 + draw() * 700))
    if (nth % checkEveryKills === 0)
      plan.progress(
        `${victim}: ${nth} kills, ${customers.acknowledged.size} acknowledged, ${customers.failures.length} failures, at most ${Math.round(Math.max(...recoveriesMs))} ms`,
      )
  }
  await candor.asOwner((owner) => customers.compare(owner))
  customers.failures.push(...(await candor.brokenInvariants()))
  const maxMs = Math.max(...recoveriesMs)
  const gaveUp = candor.gaveUp.slice(before.gaveUp)
  if (maxMs > plan.barMs)
    customers.failures.push(
      [`orders were accepted again only after ${Math.round(maxMs)} ms`, ...gaveUp].join('; a launcher gave up: '),
    )
  return {
    name: `kill-${victim}`,
    size: plan.kills,
    failures: customers.failures.slice(before.failures),
    figures: {
      acknowledged: customers.acknowledged.size - before.acknowledged,
      unanswered: customers.unanswered - before.unanswered,
      launchersGaveUp: gaveUp.length,
      recoveryP50Ms: quantile(recoveriesMs, 0.5),
      recoveryMaxMs: maxMs,
    },
  }
}

/** Kills once under load, and returns the milliseconds until orders were accepted again. */
export async function killUnderLoad(
  customers: OrderCustomers,
  kill: () => Promise<void>,
  afterMs: number,
): Promise<number> {
  const over = new AbortController()
  const storm = customers.storm(over.signal)
  await sleep(afterMs)
  const killedMs = performance.now()
  // The storm's customers stop at once: a request without a response is repeated later.
  over.abort()
  await Promise.all([kill(), storm])
  const tookMs = await customers.untilWritable(killedMs, giveUpMs)
  await customers.repeatRound()
  return tookMs
}
