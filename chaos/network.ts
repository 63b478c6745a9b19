import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFaultProxy } from '../apps/server/src/modules/contract/testing/fault-proxy.ts'
import type { FaultProxy } from '../apps/server/src/modules/contract/testing/fault-proxy.ts'
import { checkLedger } from '../apps/server/src/modules/soundness/index.ts'
import { randomAt } from '../apps/server/src/modules/quote-feeds/random.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { openBenchServer } from '../bench/bench-server.ts'
import type { BenchServer } from '../bench/bench-server.ts'
import { startCandorServer } from '../bench/http-server.ts'
import { prepareTrading } from '../bench/offers.ts'
import { customersPerLane, OrderCustomers } from './order-customers.ts'
import { giveUpMs, trial } from './trial.ts'

/** One in so many hits the market's frames instead of orders. */
const frameEvery = 10

type When = 'before' | 'after' | 'silent' | 'slow'

/**
 * Breaks the connection between server and PostgreSQL while customers buy: before a statement arrives, after its commit
 * and before its response, with silence, with delay. An acknowledged order is never lost, none is doubled, unknown
 * outcomes are reported as such, and repeating the request resolves them. The seed determines the order and the moments
 * of the cuts.
 */
export const network = trial({
  about: 'Breaks the line between server and PostgreSQL: no order is lost or doubled',
  sizes: { before: [80, 2], after: [80, 2], silent: [20, 0], slow: [20, 1], lanes: [32, 8], barMs: [10_000, 60_000] },
  async run({ sizes, seed, progress }) {
    const logs = await mkdtemp(join(tmpdir(), 'candor-chaos-log-'))
    const database = await openBenchServer()
    const proxies = { app: await openFaultProxy(database.appUrl), market: await openFaultProxy(database.marketUrl) }
    const owner = createPool(database.ownerUrl, 'chaos', { maxConnections: 1, queryTimeoutMs: 0 })
    const closing = [() => owner.end(), proxies.app.close, proxies.market.close, database.close]
    try {
      const trading = await prepareTrading(database, sizes.lanes * customersPerLane)
      const server = await startCandorServer(viaProxies(database, proxies), join(logs, 'server.log'))
      closing.unshift(server.close)
      const customers = new OrderCustomers({ ...trading, port: server.port, lanes: sizes.lanes })
      await customers.untilWritable(performance.now(), giveUpMs)
      const over = new AbortController()
      const storm = customers.storm(over.signal)
      const cuts = await cutOften(proxies, planOf(sizes, seed), (done) =>
        progress(`${done} cuts, ${customers.acknowledged.size} acknowledged, ${customers.unanswered} unanswered`),
      )
      over.abort()
      await storm
      const recoveryMs = await customers.untilWritable(performance.now(), giveUpMs)
      if (recoveryMs > sizes.barMs)
        customers.failures.push(`orders were accepted again only after ${Math.round(recoveryMs)} ms`)
      await customers.repeatRound()
      await customers.compare(owner)
      for (const { invariant, detail } of (await checkLedger(owner)).mismatches)
        customers.failures.push(`${invariant}: ${detail}`)
      const { acknowledged, unanswered, outcomesUnknown } = customers
      const figures = { acknowledged: acknowledged.size, unanswered, outcomesUnknown, recoveryMs }
      return [{ name: 'network', size: cuts, failures: customers.failures, figures }]
    } finally {
      for (const close of closing) await close()
      await rm(logs, { recursive: true, force: true })
    }
  },
})

function viaProxies(database: BenchServer, proxies: { app: FaultProxy; market: FaultProxy }) {
  return { ...database, appUrl: proxies.app.url, marketUrl: proxies.market.url }
}

/** All requested cuts in a seeded order, each followed by a pause. */
function planOf(sizes: Readonly<Record<When, number>>, seed: number): { when: When; pauseMs: number }[] {
  const draw = randomAt(seed, 0, 0)
  const kinds: readonly When[] = ['before', 'after', 'silent', 'slow']
  return kinds
    .flatMap((when) => Array.from({ length: sizes[when] }, () => ({ when, pauseMs: 10 + draw() * 150, place: draw() })))
    .toSorted((left, right) => left.place - right.place)
}

/** Cuts as planned, one statement at a time, and returns the number of cuts. */
async function cutOften(
  proxies: { app: FaultProxy; market: FaultProxy },
  plan: readonly { when: When; pauseMs: number }[],
  progress: (done: number) => void,
): Promise<number> {
  for (const [index, { when, pauseMs }] of plan.entries()) {
    const isFrame = index % frameEvery === frameEvery - 1 && when !== 'silent'
    const proxy = isFrame ? proxies.market : proxies.app
    const before = proxy.cuts()
    proxy.cut({ when, marker: isFrame ? 'publish-frame' : 'ledger-place-orders', times: 1 })
    const giveUpAtMs = performance.now() + giveUpMs
    while (proxy.cuts() === before && performance.now() < giveUpAtMs) await sleep(5)
    await sleep(pauseMs)
    if ((index + 1) % 20 === 0) progress(index + 1)
  }
  proxies.app.cut(null)
  proxies.market.cut(null)
  return proxies.app.cuts() + proxies.market.cuts()
}
