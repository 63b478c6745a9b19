import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMoments } from '../../server/src/modules/customers/timeline-store.ts'
import { loadCandles } from '../../server/src/modules/market/market-store.ts'
import { listAudit } from '../../server/src/modules/operator/audit-store.ts'
import { readPeriodTotals, readStatement } from '../../server/src/modules/statement/statement-store.ts'
import { createLogger } from '../../server/src/platform/logger.ts'
import { createPool } from '../../server/src/platform/postgres/pool.ts'
import { openReads } from '../../server/src/platform/postgres/reads.ts'
import type { Reads } from '../../server/src/platform/postgres/reads.ts'
import { startTestCluster } from '../../server/src/platform/postgres/test-own-cluster.ts'
import type { TestCluster } from '../../server/src/platform/postgres/test-own-cluster.ts'
import { testAddresses, testTemplate } from '../../server/src/platform/postgres/test-template.ts'
import { startStandby } from './testing/standby.ts'
import type { Standby } from './testing/standby.ts'

const maxLagMs = 1_000
const logger = createLogger({ level: 'silent', role: 'test' })

let primary: TestCluster
let standby: Standby
let owner: ReturnType<typeof createPool>
let app: ReturnType<typeof createPool>
let standbyOwner: ReturnType<typeof createPool>
let reads: Reads
let commits: NodeJS.Timeout

beforeAll(async () => {
  primary = await startTestCluster({ durable: false })
  const addresses = testAddresses(primary.postgres.url, testTemplate)
  owner = createPool(addresses.ownerUrl, 'test')
  app = createPool(addresses.appUrl, 'test')
  await owner.query(
    `create schema trial; create table trial.commit (at timestamptz not null default clock_timestamp());
     grant usage on schema trial to candor_app; grant select on trial.commit to candor_app`,
  )
  standby = await startStandby(addresses.ownerUrl)
  const standbyAddresses = testAddresses(standby.postgres.url, testTemplate)
  standbyOwner = createPool(standbyAddresses.ownerUrl, 'test')
  reads = openReads({ primary: app, url: standbyAddresses.appUrl, maxLagMs, logger })
  // As the market commits its frames.
  commits = setInterval(() => void owner.query('insert into trial.commit default values').catch(() => undefined), 50)
})

afterAll(async () => {
  clearInterval(commits)
  await reads.stop()
  await standbyOwner.end()
  await standby.close()
  await app.end()
  await owner.end()
  await primary.close()
})

/** Where a read went, and how old what it saw was. */
async function readOnce(): Promise<{ isStandby: boolean; ageMs: number }> {
  return reads.run(async (pool) => {
    const { rows } = await pool.query<{ is_standby: boolean; age_ms: number }>(
      `select pg_is_in_recovery() as is_standby,
         (extract(epoch from clock_timestamp() - max(at)) * 1000)::float8 as age_ms from trial.commit`,
    )
    return { isStandby: rows[0]?.is_standby === true, ageMs: rows[0]?.age_ms ?? Infinity }
  })
}

const isOnStandby = async () => (await readOnce()).isStandby

test('reads go to the standby while it follows', async () => {
  await expect.poll(isOnStandby).toBe(true)
})

test('reads go to the primary before the standby is later than the bound, and return when it has caught up', async () => {
  await standbyOwner.query('select pg_wal_replay_pause()')
  const ages: number[] = []
  await expect
    .poll(
      async () => {
        const { isStandby, ageMs } = await readOnce()
        ages.push(ageMs)
        return isStandby
      },
      { interval: 20 },
    )
    .toBe(false)
  // A commit takes place every 50 ms or, on a busy machine, somewhat later.
  expect(Math.max(...ages)).toBeLessThan(maxLagMs + 500)
  expect(ages.length).toBeGreaterThan(5)
  await standbyOwner.query('select pg_wal_replay_resume()')
  await expect.poll(isOnStandby).toBe(true)
})

test('a read on a standby that fails runs on the primary', async () => {
  await expect.poll(isOnStandby).toBe(true)
  await standby.postgres.stop()
  expect(await readOnce()).toMatchObject({ isStandby: false })
  await standby.postgres.restart()
  await expect.poll(isOnStandby).toBe(true)
})

test('everything that is read there can be: statements, candles, timelines and the audit', async () => {
  const customer = { customerId: 1n, asset: null, kinds: null, fromMs: null, toMs: null }
  const everyone = { readerId: 1n, operatorId: null, action: null, subject: null, fromMs: null, toMs: null }
  const works: readonly ((pool: typeof app) => Promise<unknown>)[] = [
    (pool) => readStatement(pool, customer, {}, 20),
    (pool) => readPeriodTotals(pool, { customerId: 1n, fromMs: 0, toMs: 1 }, 20),
    (pool) => loadCandles(pool, { instrumentId: 1, interval: '1m', beforeMs: 1, limit: 20 }),
    (pool) => readMoments(pool, { customerId: 1n, kind: null }, null, 20),
    (pool) => listAudit(pool, everyone, { beforeSeq: null, limit: 20 }),
  ]
  await expect.poll(isOnStandby).toBe(true)
  for (const work of works) {
    const used: (typeof app)[] = []
    await reads.run((pool) => {
      used.push(pool)
      return work(pool)
    })
    expect(used).toHaveLength(1)
    expect(used[0]).not.toBe(app)
  }
})

test('an error of the statement itself is thrown', async () => {
  await expect(reads.run((pool) => pool.query('select nonsense'))).rejects.toThrow('column "nonsense" does not exist')
})

test('a server that is no standby is not read: it may be a primary of before a failover', async () => {
  const { appUrl } = testAddresses(primary.postgres.url, testTemplate)
  const wrong = openReads({ primary: app, url: appUrl, maxLagMs, logger })
  const used = await wrong.run((pool) => Promise.resolve(pool))
  expect(used).toBe(app)
  await wrong.stop()
})
