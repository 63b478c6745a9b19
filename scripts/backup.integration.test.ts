import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLedgerWorld } from '../apps/server/src/modules/ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../apps/server/src/modules/ledger/testing/ledger-world.ts'
import { openBuyer } from '../apps/server/src/modules/contract/testing/buyer.ts'
import type { Buyer } from '../apps/server/src/modules/contract/testing/buyer.ts'
import { createLogSigner } from '../apps/server/src/modules/transparency/index.ts'
import { SealedLog } from '../apps/server/src/modules/transparency/sealer.ts'
import { createEventsSource } from '../apps/server/src/modules/transparency/events-source.ts'
import { manualClock } from '../apps/server/src/platform/clock.ts'
import { parseConfig } from '../apps/server/src/platform/config/index.ts'
import { createLogger } from '../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { addressFor, enableLogin } from '../apps/server/src/platform/postgres/migrate.ts'
import { withPool } from '../apps/server/src/platform/postgres/pool.ts'
import { copyCluster, startTestCluster } from '../apps/server/src/platform/postgres/test-own-cluster.ts'
import { testTemplate } from '../apps/server/src/platform/postgres/test-template.ts'
import { backUp, restore } from '../apps/launcher/src/backup/backup.ts'
import { openDataFolder } from '../apps/launcher/src/data-folder.ts'
import type { DataFolder } from '../apps/launcher/src/data-folder.ts'

const backupKey = 'an-operators-key-of-many-characters'
const kek = 'a-key-of-the-keys-of-many-characters'
const genesisMs = 1_767_571_200_000
let root: string
let folder: DataFolder
let postgres: EmbeddedPostgres
let world: LedgerWorld
let buyer: Buyer
/** A backup that was taken while orders were placed, and what was acknowledged before it began. */
let file: string
let acknowledged: string[]

const config = (change: Record<string, string> = {}) =>
  parseConfig({ CANDOR_BACKUP_KEY: backupKey, CANDOR_KEK: kek, ...change }, ['--data', folder.path])

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'candor-backup-'))
  // PostgreSQL may run as another user.
  await chmod(root, 0o755)
  folder = await openDataFolder(join(root, 'var'), { present: kek, former: null })
  const cluster = await startTestCluster({ durable: false })
  const { ownerPassword: password, appPassword, logPassword } = folder.secrets
  await withPool(cluster.postgres.url, 'test', async (owner) => {
    await owner.query(`alter database ${testTemplate} rename to candor`)
    await owner.query(`alter role candor_owner password '${password}'`)
  })
  await cluster.postgres.stop()
  const dataDir = join(folder.path, 'postgres')
  await copyCluster(cluster.dataDir, dataDir)
  await cluster.close()
  postgres = await startEmbeddedPostgres({ dataDir, password, durable: false })
  const ownerUrl = addressFor(postgres.url, { database: 'candor' })
  await enableLogin(ownerUrl, 'candor_app', appPassword)
  await enableLogin(ownerUrl, 'candor_log', logPassword)
  const appUrl = addressFor(ownerUrl, { user: 'candor_app', password: appPassword })
  world = await openLedgerWorld({ ownerUrl, appUrl })
  const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
  buyer = await openBuyer(world, termsId)
  await mkdir(join(folder.path, 'vault'))
  await writeFile(join(folder.path, 'vault', 'photo'), 'a photo')
  await seal(folder.path, postgres)
  await placeWhile(async () => {
    acknowledged = await chain(world.owner)
    file = (await backUp(config(), join(root, 'backups'))).file
  })
})

afterAll(async () => {
  await world.close()
  await postgres.stop()
  await rm(root, { recursive: true, force: true })
})

/** Orders are placed one after the other before, during and after the work. */
async function placeWhile(work: () => Promise<void>): Promise<void> {
  const order = () => buyer.place({ stakeUnits: 1_000_000n })
  await order()
  let isDone = false
  const working = work().finally(() => (isDone = true))
  let placed = 0
  while (!isDone) {
    if ((await order())?.outcome === 'accepted') placed += 1
    // Leaves the processor to the backup.
    await sleep(20)
  }
  await working
  expect(placed).toBeGreaterThan(0)
}

/** Each batch with its link, in order. */
async function chain(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ batch: string }>(
    `select stripe || '/' || seq || ' ' || encode(hash, 'hex') as batch from ledger.batch order by stripe, seq`,
  )
  return rows.map(({ batch }) => batch)
}

/** One round of the log of events on a data folder. Returns why it stopped. */
async function seal(data: string, { url }: EmbeddedPostgres): Promise<string | null> {
  const { logPassword, eventsLogKey } = folder.secrets
  const address = addressFor(url, { database: 'candor', user: 'candor_log', password: logPassword })
  return withPool(address, 'test', async (pool) => {
    const clock = manualClock(genesisMs)
    const log = new SealedLog({
      name: 'events',
      pool,
      source: createEventsSource(pool),
      signer: createLogSigner(eventsLogKey),
      folder: join(data, 'log'),
      host: 'log.test',
      clock,
      logger: createLogger({ level: 'silent', role: 'test' }),
    })
    clock.advance(5_000)
    await log.round()
    return log.stoppedBy
  })
}

async function onRestored<T>(data: string, work: (own: EmbeddedPostgres, owner: Pool) => Promise<T>): Promise<T> {
  const dataDir = join(data, 'postgres')
  const own = await startEmbeddedPostgres({ dataDir, password: folder.secrets.ownerPassword, durable: false })
  try {
    return await withPool(addressFor(own.url, { database: 'candor' }), 'test', (owner) => work(own, owner))
  } finally {
    await own.stop()
  }
}

it('restores what was acknowledged before the backup, under the same links, and lets the logs wait for a person', async () => {
  const to = join(root, 'restored')
  await restore(config(), { file, to, log: null })
  const sealed = JSON.parse(await readFile(join(to, 'secrets.json'), 'utf8'))
  expect(sealed).toEqual(JSON.parse(await readFile(join(folder.path, 'secrets.json'), 'utf8')))
  expect(await readFile(join(to, 'vault', 'photo'), 'utf8')).toBe('a photo')
  await onRestored(to, async (own, owner) => {
    const restored = await chain(owner)
    expect(restored).toEqual(expect.arrayContaining(acknowledged))
    expect(await chain(world.owner)).toEqual(expect.arrayContaining(restored))
    expect(await seal(to, own)).toMatch(/A backup of 2.* was restored, and the log events may have published more/)
  })
})

it('restores an older database, and the log that has published more signs no second history', async () => {
  const to = join(root, 'older')
  await seal(folder.path, postgres)
  await restore(config(), { file, to, log: join(folder.path, 'log') })
  const published = () => readFile(join(to, 'log', 'events', '2026h1', 'checkpoint'))
  const before = await published()
  expect(await onRestored(to, (own) => seal(to, own))).toContain('an older database was restored')
  expect(await published()).toEqual(before)
})

it.each([
  ['another key', (bytes: Buffer) => bytes, 'is not the key of this backup', { CANDOR_BACKUP_KEY: 'x'.repeat(32) }],
  ['no key', (bytes: Buffer) => bytes, 'Set CANDOR_BACKUP_KEY', { CANDOR_BACKUP_KEY: '' }],
  ['a file cut off within a part', (bytes: Buffer) => bytes.subarray(0, -9), 'cut off or was altered', {}],
  [
    'a file cut off after a part',
    (bytes: Buffer) => bytes.subarray(0, 80 + (1 << 20) + 16),
    'cut off or was altered',
    {},
  ],
  [
    'a changed byte',
    (bytes: Buffer) => bytes.fill(bytes.readUInt8(2e5) ^ 1, 2e5, 2e5 + 1),
    'cut off or was altered',
    {},
  ],
  ['another file', () => Buffer.alloc(200), 'is no backup of Candor', {}],
])('refuses %s, and leaves nothing behind', async (_, change, sentence, settings) => {
  const changed = join(root, 'changed.backup')
  await writeFile(changed, change(await readFile(file)))
  const before = await readdir(root)
  const to = join(root, 'refused')
  await expect(restore(config(settings), { file: changed, to, log: null })).rejects.toThrow(sentence)
  expect(await readdir(root)).toEqual(before)
  await expect(stat(to)).rejects.toThrow('ENOENT')
})

it('overwrites nothing, and keeps no file of a backup whose ledger is broken', async () => {
  await expect(restore(config(), { file, to: folder.path, log: null })).rejects.toThrow('is not empty')
  const to = join(root, 'broken')
  await world.owner.query(
    'begin; set local session_replication_role = replica; update ledger.balance set posted = posted + 1; commit',
  )
  await expect(backUp(config(), to)).rejects.toThrow('The ledger of this backup is broken')
  expect(await readdir(to)).toEqual([])
})
