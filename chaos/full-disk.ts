import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { randomAt } from '../apps/server/src/modules/quote-feeds/random.ts'
import { quantile } from '../bench/figure.ts'
import { KillableCandor } from './killable-candor.ts'
import { customersPerLane, OrderCustomers } from './order-customers.ts'
import { logNames, SeenHeads } from './seen-heads.ts'
import { trial } from './trial.ts'
import type { Finding, TrialPlan } from './trial.ts'

const run = promisify(execFile)

const diskMb = 2_048
const giveUpMs = 120_000
const publishedWithinMs = 60_000
const chunkBytes = 2 ** 20

/**
 * Fills the disk of the data folder while customers buy, keeps it full for seconds, and makes room again: no
 * acknowledged order is lost or doubled, the ledger is sound, no log has two histories, and orders are accepted again
 * without a person. The disk is one in memory, which only root may mount.
 */
export const fullDisk = trial({
  about: 'Fills the disk of the data folder while customers buy; only root may mount the small disk that it needs',
  sizes: { fills: [10, 1], fullMs: [10_000, 4_000], lanes: [32, 4], barMs: [30_000, 90_000] },
  async run({ sizes, seed, progress }) {
    const disk = await mountDisk()
    if (disk === null) {
      progress('Not tried: this user may not mount a small disk.')
      return [{ name: 'full-disk-not-tried', size: 0, failures: [] }]
    }
    try {
      const candor = await KillableCandor.open(disk.folder)
      try {
        return [await fillOften(candor, disk.folder, { ...sizes, seed, progress })]
      } finally {
        await candor.close()
      }
    } finally {
      await disk.close()
    }
  },
})

type Plan = TrialPlan<'fills' | 'fullMs' | 'lanes' | 'barMs'>

async function fillOften(candor: KillableCandor, disk: string, plan: Plan): Promise<Finding> {
  const buying = await candor.prepare({ customers: plan.lanes * customersPerLane, lanes: plan.lanes })
  const customers = new OrderCustomers(buying)
  await customers.untilWritable(performance.now(), giveUpMs)
  const draw = randomAt(plan.seed, 0, 0)
  const recoveriesMs: number[] = []
  let ended = 0
  const heads = await candor.asOwner((pool) => Promise.resolve(watchHeads(candor.folder, pool)))
  for (let nth = 1; nth <= plan.fills; nth += 1) {
    // Every second time PostgreSQL finds no room for its log, either, and ends.
    const endsPostgres = nth % 2 === 0
    const fillIt = { disk, afterMs: 200 + draw() * 800, fullMs: plan.fullMs, endsPostgres }
    const { tookMs, hasEnded } = await fillOnce(candor, customers, fillIt)
    recoveriesMs.push(tookMs)
    if (hasEnded) ended += 1
    await candor.asOwner((pool) => heads.on(pool).note())
    plan.progress(
      `${nth} times full, ${customers.acknowledged.size} acknowledged, ${customers.unanswered} unanswered, orders after ${Math.round(tookMs)} ms${hasEnded ? ', PostgreSQL had ended' : ''}`,
    )
  }
  await candor.asOwner(async (pool) => {
    const seen = heads.on(pool)
    await seen.untilPublished(publishedWithinMs)
    for (const name of logNames) await seen.read(name)
    customers.failures.push(...seen.failures)
    await customers.compare(pool)
  })
  customers.failures.push(...(await candor.brokenInvariants()))
  customers.failures.push(...candor.gaveUp.map((line) => `a launcher gave up: ${line}`))
  const maxMs = Math.max(...recoveriesMs)
  if (maxMs > plan.barMs) customers.failures.push(`orders were accepted again only ${Math.round(maxMs)} ms later`)
  return {
    name: 'full-disk',
    size: plan.fills,
    failures: customers.failures,
    figures: {
      acknowledged: customers.acknowledged.size,
      unanswered: customers.unanswered,
      faults: customers.faults,
      outcomesUnknown: customers.outcomesUnknown,
      postgresEnded: ended,
      recoveryP50Ms: quantile(recoveriesMs, 0.5),
      recoveryMaxMs: maxMs,
    },
  }
}

/** The heads of the logs; the connection to the database is another one after it has ended. */
function watchHeads(folder: string, pool: Pool) {
  const logs = { folder, pool }
  const heads = new SeenHeads(logs)
  return {
    on: (current: Pool): SeenHeads => {
      logs.pool = current
      return heads
    },
  }
}

/**
 * Fills the disk under load. Returns the milliseconds from when there was room again until orders were accepted, and
 * whether PostgreSQL had ended by then.
 */
async function fillOnce(
  candor: KillableCandor,
  customers: OrderCustomers,
  { disk, afterMs, fullMs, endsPostgres }: { disk: string; afterMs: number; fullMs: number; endsPostgres: boolean },
): Promise<{ tookMs: number; hasEnded: boolean }> {
  const over = new AbortController()
  const storm = customers.storm(over.signal)
  await sleep(afterMs)
  const filler = join(disk, 'filler')
  const endMs = performance.now() + fullMs
  // What is freed meanwhile, such as an old log, is filled again.
  while (performance.now() < endMs) {
    await fill(disk, filler)
    if (endsPostgres) await candor.asOwner(useUpLog).catch(() => undefined)
    await sleep(100)
  }
  const hasEnded = await candor
    .asOwner((owner) => owner.query('select 1'))
    .then(
      () => false,
      () => true,
    )
  over.abort()
  await storm
  await rm(filler)
  const tookMs = await customers.untilWritable(performance.now(), giveUpMs)
  await customers.repeatRound()
  return { tookMs, hasEnded }
}

/** The files of its log that PostgreSQL keeps for later: it writes into them on a full disk until none is left. */
async function useUpLog(owner: Pool): Promise<void> {
  await owner.query('select pg_switch_wal()')
}

async function fill(folder: string, filler: string): Promise<void> {
  const file = await open(filler, 'a')
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail === 0) return
      await file.write(Buffer.alloc(Math.min(chunkBytes, bavail * bsize)))
    }
  } catch {
    // Somebody else took the last bytes.
  } finally {
    await file.close()
  }
}

/** A small disk in memory; null where it cannot be mounted. */
async function mountDisk(): Promise<{ readonly folder: string; close(): Promise<void> } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=755`, 'candor-trial', folder])
  } catch {
    await rmdir(folder)
    return null
  }
  await chmod(folder, 0o755)
  return {
    folder,
    close: async () => {
      await run('umount', [folder])
      await rmdir(folder)
    },
  }
}
