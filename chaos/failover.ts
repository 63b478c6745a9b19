import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchCandor } from '../apps/launcher/src/launched-candor.ts'
import type { LaunchedCandor } from '../apps/launcher/src/launched-candor.ts'
import { randomAt } from '../apps/server/src/modules/quote-feeds/random.ts'
import { parseDatabaseAddress } from '../apps/server/src/platform/postgres/database-address.ts'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { quantile } from '../bench/figure.ts'
import { brokenInvariants, prepareBuying } from './killable-candor.ts'
import { killUnderLoad } from './kill.ts'
import { customersPerLane, OrderCustomers } from './order-customers.ts'
import { findPatroniPrograms } from './patroni-programs.ts'
import { openPatroniNodes } from './patroni-nodes.ts'
import type { PatroniNodes, PrimaryDeath } from './patroni-nodes.ts'
import { logNames, SeenHeads } from './seen-heads.ts'
import { trial } from './trial.ts'
import type { Finding, TrialPlan } from './trial.ts'

const giveUpMs = 90_000
const publishedWithinMs = 30_000
const deaths = ['server', 'machine'] as const satisfies PrimaryDeath[]

/** How Candor reaches the nodes: through HAProxy, or by the list of their hosts. */
type Way = 'haproxy' | 'hosts'

/**
 * SIGKILL of the primary under Patroni while customers buy, in turns of its server and of its machine: no
 * acknowledged order is lost or doubled, orders are accepted again within the bar without a restart of Candor, the
 * ledger is sound and no log has two histories.
 */
export const failover = trial({
  about: 'SIGKILL of the primary under Patroni while customers buy; needs packages of Debian',
  sizes: { haproxy: [50, 1], hosts: [50, 0], nodes: [3, 2], lanes: [16, 4], barMs: [15_000, 60_000] },
  async run({ sizes, seed, progress }) {
    const programs = findPatroniPrograms()
    if ('missing' in programs) {
      progress(`Not tried: this machine has no ${programs.missing.join(', ')} (apt-get install).`)
      return [{ name: 'failover-not-tried', size: 0, failures: [] }]
    }
    const findings: Finding[] = []
    for (const way of ['haproxy', 'hosts'] as const) {
      if (sizes[way] === 0) continue
      const nodes = await openPatroniNodes(programs, sizes.nodes)
      try {
        findings.push(await killPrimaries(nodes, way, { ...sizes, kills: sizes[way], seed, progress }))
      } finally {
        await nodes.close()
      }
    }
    return findings
  },
})

type Plan = TrialPlan<'kills' | 'lanes' | 'barMs'>

async function killPrimaries(nodes: PatroniNodes, way: Way, plan: Plan): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-failover-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const candor = launchCandor(['--port', String(port), '--data', folder], {
    environment: { DATABASE_URL: way === 'haproxy' ? nodes.balancedUrl : nodes.hostsUrl },
  })
  const owner = createPool(parseDatabaseAddress(nodes.hostsUrl) ?? '', 'chaos', {
    maxConnections: 1,
    queryTimeoutMs: 0,
  })
  try {
    await candor.ready
    const heads = new SeenHeads({ pool: owner, folder })
    const buying = await prepareBuying(owner, { port, customers: plan.lanes * customersPerLane, lanes: plan.lanes })
    const customers = new OrderCustomers(buying)
    await customers.untilWritable(performance.now(), giveUpMs)
    const finding = await killOften(nodes, customers, heads, plan)
    await heads.note()
    await heads.untilPublished(publishedWithinMs)
    for (const name of logNames) await heads.read(name)
    await customers.compare(owner)
    // What is lost comes before what was late: only the first failures are printed.
    const lost = [...customers.failures, ...heads.failures, ...(await brokenInvariants(owner))]
    const failures = [...lost, ...finding.failures]
    return { ...finding, name: `failover-${way}`, failures }
  } catch (error) {
    console.error(candor.text().slice(-3_000))
    throw error
  } finally {
    await owner.end()
    await stop(candor)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Also where it has ended already. */
async function stop(candor: LaunchedCandor): Promise<void> {
  try {
    candor.interrupt()
  } catch {
    // Its process group is gone.
  }
  await candor.ended
}

async function killOften(
  nodes: PatroniNodes,
  customers: OrderCustomers,
  heads: SeenHeads,
  { kills, barMs, seed, progress }: Plan,
): Promise<Omit<Finding, 'name'>> {
  const draw = randomAt(seed, 0, 0)
  const tookMs: Record<(typeof deaths)[number], number[]> = { server: [], machine: [] }
  const late: string[] = []
  for (let nth = 0; nth < kills; nth += 1) {
    const death = deaths[nth % deaths.length] ?? 'server'
    const before = await nodes.whole()
    const recoveryMs = await killUnderLoad(customers, () => nodes.killPrimary(death), 100 + draw() * 1_500)
    tookMs[death].push(recoveryMs)
    if (recoveryMs > barMs)
      late.push(`orders were accepted again only ${Math.round(recoveryMs)} ms after the ${death} died`)
    const after = await nodes.whole()
    if (after === before) customers.failures.push(`${before} is the primary again: its standby was not promoted`)
    await heads.note()
    progress(`${nth + 1}: ${death} of ${before} died, orders after ${Math.round(recoveryMs)} ms`)
  }
  const all = [...tookMs.server, ...tookMs.machine]
  const most = (values: readonly number[]) => (values.length === 0 ? 0 : Math.max(...values))
  return {
    size: kills,
    failures: late,
    figures: {
      acknowledged: customers.acknowledged.size,
      unanswered: customers.unanswered,
      outcomesUnknown: customers.outcomesUnknown,
      writableP50Ms: quantile(all, 0.5),
      serverMaxMs: most(tookMs.server),
      machineMaxMs: most(tookMs.machine),
    },
  }
}
