import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { dayMs } from '@candor/formulas'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createJobs } from '../../platform/jobs.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { ok, refuse } from '../../platform/result.ts'
import { createVault, folderStore } from '../../platform/vault/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { addVerifiedCustomer } from '../ledger/testing/customers.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { archiveMeta, findArchive } from './archive-store.ts'
import { createArchiveJob, createOwnDataService } from './index.ts'

const loginPassword = 'secret-1'
const logger = pino({ level: 'silent' })

let folder: string
let vault: Vault
let customerId: bigint
let other: bigint
/** Time since the world's beginning. */
let passedMs = 0
const told: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-own-data-'))
  vault = createVault({ store: folderStore(folder), masterKey: 'a master key of tests' })
})
const database = await testDatabase()
const world = closeAfterTests(await openLedgerWorld(database))
const jobs = createJobs({ appUrl: database.appUrl, logger })
const service = createOwnDataService({
  pool: world.app,
  clock: { nowMs: () => genesisMs + passedMs },
  get vault() {
    return vault
  },
  confirmLoginPassword: (_id, given) =>
    Promise.resolve(given === loginPassword ? ok(null) : refuse('wrong-login-password')),
})
beforeEach(async () => {
  await pass(30 * dayMs)
  customerId = await addVerifiedCustomer(world)
  other = await addVerifiedCustomer(world)
  told.length = 0
})
afterAll(() => rm(folder, { recursive: true }))

const pass = async (spanMs: number) => {
  passedMs += spanMs
  await world.owner.query('update clock.setting set virtual_now_ms = $1', [genesisMs + passedMs])
}
const job = (kept: Vault = vault) =>
  createArchiveJob({
    pool: world.app,
    logger,
    vault: kept,
    notifier: { announce: (id, { kind, state }) => Promise.resolve(void told.push(`${id} ${kind} ${state}`)) },
  })
const prepare = () => jobs.runDue(job().tasks)
/** Asks for a copy, and returns its id. */
const ask = async () => {
  const asked = await service.request(customerId, 'de')
  if (!asked.ok) throw new Error(asked.error)
  return asked.value.copy?.id ?? ''
}
const file = (id: string, as = customerId, given = loginPassword) => service.file(as, { id, loginPassword: given })

/** The files of a ZIP by their names, read from its directory. */
function filesOf(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    files.set(name, inflateRawSync(packed).toString('utf8'))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

describe('a copy of the own data', () => {
  it('is prepared in the background, and a message says so once', async () => {
    const id = await ask()
    expect(await file(id)).toMatchObject({ error: 'not-found' })
    await prepare()
    expect((await service.state(customerId)).copy).toMatchObject({ id, readyMs: expect.any(Number) })
    expect(told).toEqual([`${customerId} message data-ready`])
    const { rows } = await world.app.query('select kind, subject from message.message where customer_id = $1', [
      customerId,
    ])
    expect(rows).toEqual([{ kind: 'data-ready', subject: `data:${id}` }])
  })

  it('holds the records of its customer, of nobody else, and a README in the customer’s language', async () => {
    const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
    await world.moveTo(world.slot + Math.ceil(passedMs / 500) + 10)
    await world.publish()
    for (const buyer of [customerId, other])
      await world.place(
        [{ customerId: buyer, requestId: randomUUID(), stakeUnits: 1_000_000n, termsId }],
        Number(1n + (buyer % 4n)),
      )
    const id = await ask()
    await prepare()
    const sent = await file(id)
    if (!sent.ok) throw new Error(sent.error)
    const files = filesOf(sent.value.body)
    expect(files.get('README.txt')).toContain('Ihre Daten bei Candor')
    expect(files.get('orders.csv')?.split('\r\n')).toHaveLength(3)
    expect(files.get('orders.csv')).toMatch(/^id,symbol,asset,direction,stake.*\r\n\d+,TEST1,USD,up,1,/)
    expect(files.get('statement.csv')).toMatch(/\r\nend,3,/)
    expect(JSON.parse(files.get('profile.json') ?? '')).toMatchObject([
      { email: `customer${customerId}@example.com`, createdAt: '1970-01-01T00:00:00.000Z' },
    ])
    expect(files.get('sessions.json')).toBe('[]\n')
    expect([...files.values()].join('')).not.toContain(`customer${other}@example.com`)
  })

  it('is given with the login password to its customer alone', async () => {
    const id = await ask()
    await prepare()
    expect(await file(id, customerId, 'wrong-one')).toMatchObject({ error: 'wrong-login-password' })
    expect(await file(id, other)).toMatchObject({ error: 'not-found' })
    expect(await file('1')).toMatchObject({ error: 'not-found' })
    expect(await file(id)).toMatchObject({ ok: true })
  })

  it('is made at most once a day, however often it is asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.request(customerId, 'en')))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    await pass(dayMs - 1)
    expect(await service.request(customerId, 'en')).toMatchObject({ error: 'limit-reached' })
    await pass(1)
    expect(await service.request(customerId, 'en')).toMatchObject({ ok: true })
  })

  it('is destroyed after a week', async () => {
    const id = await ask()
    await prepare()
    const { objectId } = (await findArchive(world.app, BigInt(id))) ?? { objectId: '' }
    await pass(7 * dayMs - 1)
    await job().sweep()
    expect(await file(id)).toMatchObject({ ok: true })
    await pass(1)
    expect(await file(id)).toMatchObject({ error: 'not-found' })
    expect((await service.state(customerId)).copy).toBeNull()
    await job().sweep()
    expect(await vault.get(objectId, archiveMeta)).toBeNull()
    expect(await findArchive(world.app, BigInt(id))).toMatchObject({ isDestroyed: true })
  })

  it('is finished after a crash that left it half stored, with one message', async () => {
    const id = await ask()
    const crashing: Vault = {
      ...vault,
      put: async (...given) => {
        await vault.put(...given)
        throw new Error('the process ended')
      },
    }
    await jobs.runDue(job(crashing).tasks)
    expect(await file(id)).toMatchObject({ error: 'not-found' })
    await world.owner.query(`update graphile_worker._private_jobs set run_at = now() where attempts = 1`)
    await prepare()
    expect(await file(id)).toMatchObject({ ok: true })
    expect(told).toHaveLength(1)
  })

  it('that was destroyed before it was stored leaves nothing behind', async () => {
    const id = await ask()
    const { objectId } = (await findArchive(world.app, BigInt(id))) ?? { objectId: '' }
    const late: Vault = {
      ...vault,
      put: async (...given) => {
        await pass(8 * dayMs)
        await job().sweep()
        return vault.put(...given)
      },
    }
    await jobs.runDue(job(late).tasks)
    expect(await vault.get(objectId, archiveMeta)).toBeNull()
    expect(told).toEqual([])
  })
})
