import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '../../apps/server/src/modules/soundness/index.ts'
import { parseConfig } from '../../apps/server/src/platform/config/index.ts'
import type { Config } from '../../apps/server/src/platform/config/index.ts'
import { freePort } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/platform/postgres/migrate.ts'
import { withPool } from '../../apps/server/src/platform/postgres/pool.ts'
import { version } from '../../apps/server/src/roles/version.ts'
import { startCandor } from '../../apps/launcher/src/candor.ts'
import type { Candor } from '../../apps/launcher/src/candor.ts'
import { openAccess } from '../../apps/launcher/src/database-access.ts'
import { ownFlags } from '../../apps/launcher/src/own-flags.ts'
import { describeDatabase } from '../checks/sql-catalogue-text.ts'
import { keptReleaseFile, readKeptRelease, restoreRelease, withClient } from './kept-release.ts'
import type { KeptRelease } from './kept-release.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

let folder = ''
let kept: KeptRelease
let config: Config
let asReleased: Facts
let candor: Candor | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-upgrade-'))
  // PostgreSQL may run as another user, who needs access to its data.
  await chmod(folder, 0o755)
  kept = await readKeptRelease(await keptReleaseFile())
  await restoreRelease(kept, folder)
  config = parseConfig({}, [...ownFlags(folder, await freePort()), '--feed', 'simulated:7'])
  asReleased = await onDatabase(readFacts)
})

afterAll(async () => {
  await candor?.stop()
  await rm(await realpath(join(folder, 'postgres')), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

/** What customers own and what was decided, and the heads of the logs. */
interface Facts {
  readonly balances: readonly string[]
  readonly orders: readonly string[]
  readonly withdrawals: readonly string[]
  readonly deposits: readonly string[]
  readonly entries: readonly string[]
  readonly heads: readonly string[]
}

const factQueries: Readonly<Record<keyof Facts, string>> = {
  balances: `select concat_ws(' ', owner_id, kind, asset, stripe, posted, held, version) as fact from ledger.account`,
  orders: `select concat_ws(' ', order_id, stake, state, result, net, exit_price) as fact from contract.contract_order`,
  withdrawals: `select concat_ws(' ', withdrawal_id, amount, state) as fact from withdrawal.withdrawal`,
  deposits: `select concat_ws(' ', account_id, source, amount) as fact from ledger.transfer`,
  entries: `select concat_ws(' ', account_id, version, kind, d_posted, d_held) as fact from ledger.entry`,
  heads: `select concat_ws(' ', name, shard, size, encode(root, 'hex')) as fact from transparency.log`,
}

async function readFacts(client: Client): Promise<Facts> {
  const facts: Record<string, string[]> = {}
  for (const [name, query] of Object.entries(factQueries)) {
    const { rows } = await client.query<{ fact: string }>(`${query} order by 1`)
    facts[name] = rows.map(({ fact }) => fact)
  }
  return facts as unknown as Facts
}

/** Runs `work` as the owner on the database of the folder, which is stopped again. */
async function onDatabase<T>(work: (client: Client, ownerUrl: string) => Promise<T>): Promise<T> {
  const access = await openAccess(config)
  try {
    return await withClient(access.ownerUrl, (client) => work(client, access.ownerUrl))
  } finally {
    await access.close()
  }
}

async function doctor(): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, 'scripts/doctor.ts'), '--data', folder], {
    env: { PATH: process.env['PATH'], CANDOR_KRAKEN_URL: 'off' },
  })
  return stdout
}

const brokenInvariants = (ownerUrl: string) =>
  withPool(ownerUrl, 'test', async (pool) => (await checkLedger(pool)).mismatches)

test('the release left a customer with contracts, deposits and withdrawals, some of them open', () => {
  const count = (facts: readonly string[], word: string) => facts.filter((fact) => fact.includes(word)).length
  expect(count(asReleased.orders, ' open')).toBe(1)
  expect(count(asReleased.orders, ' closed')).toBe(3)
  expect(asReleased.deposits.length).toBeGreaterThan(0)
  expect(count(asReleased.withdrawals, ' completed')).toBe(1)
  expect(asReleased.withdrawals).toHaveLength(2)
  expect(asReleased.heads).toHaveLength(2)
})

test('the doctor names this version and what it will change', async () => {
  const text = await doctor()
  expect(text).toContain(`Candor ${version}, sandbox, data folder ${folder}`)
  const steps = `the newest ${kept.steps.at(-1)?.replace(/^deltas\/|\.sql$/g, '')}\\.`
  expect(text).toMatch(new RegExp(`The database is of this version: .*${steps}|The next start changes the database: `))
})

test('its database becomes what a new one is, and keeps every balance, order and log', async () => {
  await onDatabase(async (client, ownerUrl) => {
    await migrate(ownerUrl)
    expect(await describeDatabase(client)).toBe(
      await readFile(join(root, 'apps/server/database/current-schema.sql'), 'utf8'),
    )
    expect(await readFacts(client)).toEqual(asReleased)
    expect(await brokenInvariants(ownerUrl)).toEqual([])
  })
})

test('it starts: the open contract is void, the waiting withdrawal is paid, and the logs go on from their heads', async () => {
  candor = await startCandor(config, () => undefined, { app: false })
  const { ownerUrl } = candor.database
  await withClient(ownerUrl, async (client) => {
    await expect.poll(async () => isDone(await readFacts(client)), { timeout: 90_000 }).toBe(true)
    const { entries, deposits, orders } = await readFacts(client)
    expect(entries).toEqual(expect.arrayContaining([...asReleased.entries]))
    expect(deposits).toEqual(expect.arrayContaining([...asReleased.deposits]))
    // No frame of its window was published while nothing ran.
    const left = asReleased.orders.map((order) => order.replace(' open', ' closed void 0'))
    expect(orders).toEqual(left)
  })
  expect(await brokenInvariants(ownerUrl)).toEqual([])
})

/** Nothing is open any more, and both logs have grown, or their newest shard is a later one. */
function isDone({ orders, withdrawals, heads }: Facts): boolean {
  const headOf = (facts: readonly string[], name: string) => {
    const [, shard = '', size] = facts.findLast((head) => head.startsWith(name))?.split(' ') ?? []
    return { shard, size: Number(size) }
  }
  const hasGrown = ['ticks', 'events'].every((name) => {
    const [before, now] = [headOf(asReleased.heads, name), headOf(heads, name)]
    return now.shard > before.shard || now.size > before.size
  })
  return (
    hasGrown &&
    orders.every((order) => order.includes(' closed')) &&
    withdrawals.every((withdrawal) => withdrawal.endsWith(' completed'))
  )
}
