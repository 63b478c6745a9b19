import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkSubmission, readNewestSubmission } from '../../apps/server/src/modules/kyc/submission-store.ts'
import { hashesOf, numberHashOf, openDetails, personHashOf } from '../../apps/server/src/modules/kyc/kyc-service.ts'
import { createOperatorLogins } from '../../apps/server/src/modules/operator/login-service.ts'
import { seedSandboxReviewers } from '../../apps/server/src/modules/operator/index.ts'
import { reviewerAccount } from '../../apps/server/src/modules/operator/sandbox-reviewer.ts'
import { addOperator } from '../../apps/server/src/modules/operator/testing/operators.ts'
import type { TestOperator } from '../../apps/server/src/modules/operator/testing/operators.ts'
import { createPayoutService } from '../../apps/server/src/modules/payout/index.ts'
import { addMethod } from '../../apps/server/src/modules/payout/payout-store.ts'
import { sampleCard } from '../../apps/server/src/modules/payout/testing/sample-card.ts'
import { createTotp } from '../../apps/server/src/modules/security/index.ts'
import {
  setPaymentPassword,
  testPaymentPasswords,
} from '../../apps/server/src/modules/security/testing/payment-password.ts'
import { createLogSigner } from '../../apps/server/src/modules/transparency/index.ts'
import { parseConfig } from '../../apps/server/src/platform/config/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { keyedHash } from '../../apps/server/src/platform/keyed-hash.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { addressFor } from '../../apps/server/src/platform/postgres/migrate.ts'
import { createPool, withPool } from '../../apps/server/src/platform/postgres/pool.ts'
import { openTestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import type { TestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { totpCode } from '../../apps/server/src/platform/totp.ts'
import { withTransaction } from '../../apps/server/src/platform/transaction.ts'
import { createSeal, createVault, folderStore, s3Store } from '../../apps/server/src/platform/vault/index.ts'
import { openTestBucket } from '../../apps/server/src/platform/vault/testing/bucket.ts'
import { startCandor } from '../../apps/launcher/src/candor.ts'
import { newSecrets, openDataFolder, requireFinishedRotation } from '../../apps/launcher/src/data-folder.ts'
import type { Secrets } from '../../apps/launcher/src/data-folder.ts'
import { ensureDatabase } from '../../apps/launcher/src/database.ts'
import { runRotateCommand } from './rotate-command.ts'

const document = { country: 'DE', number: 'L01X00T47' } as const
const person = { name: 'Lena Musterfrau', birthDate: '1980-02-03' }
const card = 'DE89370400440532013000'
const noDevice = { ip: '127.0.0.1', userAgent: 'test', device: { value: null, keep: () => undefined } }
let database: TestDatabase
let folder: string
let known: World

beforeEach(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'candor-rotate-'))
  known = await onDatabase(async (pools) => fill(pools, await secretsOf()))
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const secretsOf = async () => (await openDataFolder(folder)).secrets
const run = (...words: string[]) => runWith({}, ...words)
const runWith = (settings: Record<string, string>, ...words: string[]) =>
  runRotateCommand([...words, '--data', folder], { DATABASE_URL: database.ownerUrl, ...settings })
const ownStore = () => folderStore(join(folder, 'vault'))

interface Pools {
  readonly owner: Pool
  readonly app: Pool
}

/** Pools that are closed before the next rotation, which refuses while others use the database. */
async function onDatabase<T>(work: (pools: Pools) => Promise<T>): Promise<T> {
  const pools = { owner: createPool(database.ownerUrl, 'test-owner'), app: createPool(database.appUrl, 'test') }
  try {
    return await work(pools)
  } finally {
    await pools.app.end()
    await pools.owner.end()
  }
}

/** What is stored before the rotation, and its owners' knowledge. */
interface World {
  readonly customerId: bigint
  readonly otherId: bigint
  readonly operator: TestOperator
  readonly recoveryCodes: readonly string[]
  readonly totpSecret: Buffer
  readonly methodId: bigint
  readonly photoId: string
  readonly voucherId: string
}

async function newCustomer(owner: Pool, name: string, publicId: string): Promise<bigint> {
  const { rows } = await owner.query<{ customer_id: bigint }>(
    `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
     values ($1, $2, '$argon2id$x', $3, 'none', 'en', 0) returning customer_id`,
    [publicId, `${name}@example.org`, `K${publicId.slice(-5)}`],
  )
  return rows[0]?.customer_id ?? 0n
}

async function fill({ owner, app }: Pools, secrets: Secrets): Promise<World> {
  const { serverKey, vaultKey, reviewerKey } = secrets
  await owner.query('insert into market.clock (genesis_ms) values (0) on conflict do nothing')
  await owner.query(`insert into origin.mode (mode) values ('sandbox') on conflict do nothing`)
  await owner.query('select payout.open_sandbox()')
  await seedSandboxReviewers(owner, { key: reviewerKey, secret: serverKey })
  const customerId = await newCustomer(owner, 'lena', '20000001')
  const otherId = await newCustomer(owner, 'other', '20000002')
  const operator = await addOperator(owner, { name: 'anna', roles: ['kyc'] }, serverKey)
  await setPaymentPassword(app, customerId, '481516', serverKey)
  const totp = createTotp({ pool: app, clock: systemClock, secret: serverKey, formerSecrets: [] })
  const begun = await totp.begin(customerId)
  const totpSecret = bytesOf(begun.ok ? begun.value : '')
  const confirmed = await totp.confirm(customerId, totpCode(totpSecret, Date.now(), -1), () => Promise.resolve())
  if (!confirmed.ok) throw new Error(`the authenticator was refused: ${confirmed.error}`)
  const vault = createVault({ store: ownStore(), masterKey: vaultKey })
  const photoId = await vault.put(Buffer.from('a photo'), { kind: 'kyc-photo' })
  const voucherId = await vault.put(Buffer.from('a voucher'), { kind: 'recharge-voucher' })
  await owner.query('insert into deposit.reserved_voucher (object_id, reserved_ms) values ($1, 0)', [voucherId])
  const requestId = randomUUID()
  const details = createSeal(vaultKey, 'kyc').close(
    JSON.stringify({ ...person, number: document.number }),
    `details ${customerId} ${requestId}`,
  )
  await owner.query(
    `with submission as (
       insert into kyc.submission (customer_id, request_id, fingerprint, country, document_type, details_sealed,
         number_hash, person_hash, state, sent_ms, promised_ms, decided_ms)
       values ($1, $2, sha256('x'), 'DE', 'passport', $3, $4, $6, 'verified', 0, 1, 1) returning submission_id)
     insert into kyc.photo (submission_id, side, object_id, width_px, height_px, sharpness, glare)
     select submission_id, 'front', $5, 1, 1, 0, 0 from submission`,
    [customerId, requestId, details, numberHashOf(serverKey, document), photoId, personHashOf(serverKey, person)],
  )
  const bound = await withTransaction(owner, (client) =>
    addMethod(client, {
      customerId,
      requestId,
      shown: sampleCard,
      sealed: createSeal(vaultKey, 'payout').close(card, `customer ${customerId}`),
      fingerprint: keyedHash(serverKey, 'payout-number', 'bank-card', card),
    }),
  )
  if (!('methodId' in bound)) throw new Error(`the card was refused: ${bound.outcome}`)
  const { methodId } = bound
  const recoveryCodes = confirmed.value
  return { customerId, otherId, operator, recoveryCodes, totpSecret, methodId, photoId, voucherId }
}

/** The bytes behind base32. */
function bytesOf(text: string): Buffer {
  const bits = (text.match(/./g) ?? [])
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Reads and uses everything that was stored before, with the secrets of now. */
async function readAll({ owner, app }: Pools, secrets: Secrets, store = ownStore()) {
  const { serverKey: secret, formerServerKeys: formerSecrets, vaultKey } = secrets
  const { customerId, otherId, operator, recoveryCodes, totpSecret, methodId, photoId, voucherId } = known
  const keys = { secret, formerSecrets }
  const login = { account: operator.name, password: operator.password, newPassword: undefined, totp: operator.code() }
  const opened = await createOperatorLogins({ pool: app, secret }).login(login, noDevice)
  const paymentPasswords = testPaymentPasswords(app, systemClock, keys)
  const totp = createTotp({ pool: app, clock: systemClock, ...keys })
  const notifier = { announce: () => Promise.resolve() }
  const seal = createSeal(vaultKey, 'payout')
  const payouts = { pool: app, clock: systemClock, seal, paymentPasswords, secondStep: totp.check, notifier, ...keys }
  const payout = createPayoutService(payouts)
  const again = { ...sampleCard, requestId: randomUUID(), number: card, paymentPassword: '481516', totp: undefined }
  const { bankCode: _code, bankAddress: _address, ...form } = again
  const caller = { customerId, ip: '127.0.0.1', userAgent: 'test' }
  const claim = { customerId: otherId, requestId: randomUUID(), fingerprint: Buffer.alloc(32) }
  const { numberHash } = await hashesOf(
    { pool: app, ...keys },
    { ...document, documentType: 'passport', ...person },
    [],
  )
  const submission = await readNewestSubmission(owner, customerId)
  const vault = createVault({ store, masterKey: vaultKey })
  return {
    operator: opened.ok,
    payment: (await paymentPasswords.verify(customerId, '481516')).ok,
    wrongPayment: (await paymentPasswords.verify(customerId, '481517')).ok,
    totp: (await totp.check(customerId, totpCode(totpSecret, Date.now(), 1))).ok,
    recovery: (await totp.check(customerId, recoveryCodes[0])).ok,
    recoveryTwice: (await totp.check(customerId, recoveryCodes[0])).ok,
    card: await payout.openDestination(methodId),
    sameCard: await payout.addBankCard(caller, form),
    details: submission === null ? null : openDetails(createSeal(vaultKey, 'kyc'), submission),
    sameNumber: await checkSubmission(app, { ...claim, numberHash }),
    photo: (await vault.get(photoId, { kind: 'kyc-photo' }))?.toString(),
    voucher: (await vault.get(voucherId, { kind: 'recharge-voucher' }))?.toString(),
  }
}

const everything = {
  operator: true,
  payment: true,
  wrongPayment: false,
  totp: true,
  recovery: true,
  recoveryTwice: false,
  card: { number: card },
  sameCard: { ok: false, error: 'card-already-bound' },
  details: { ...person, number: document.number },
  sameNumber: 'id-number-taken',
  photo: 'a photo',
  voucher: 'a voucher',
}

it('replaces the server key, and what was stored before is recognised and opens under the new one', async () => {
  const before = await secretsOf()
  expect(await run('serverKey')).toContain('Replaced serverKey')
  const after = await secretsOf()
  expect(after.serverKey).not.toBe(before.serverKey)
  expect(after).toEqual({ ...before, serverKey: after.serverKey, formerServerKeys: [before.serverKey] })
  expect(await onDatabase((pools) => readAll(pools, after))).toMatchObject(everything)
  // The right entry has hashed the payment password again; an unused recovery code counts with the former key only.
  await run('formerServerKeys')
  const { serverKey: secret, formerServerKeys: formerSecrets } = await secretsOf()
  expect(formerSecrets).toEqual([])
  await onDatabase(async ({ app }) => {
    const passwords = testPaymentPasswords(app, systemClock, { secret, formerSecrets })
    expect((await passwords.verify(known.customerId, '481516')).ok).toBe(true)
    const totp = createTotp({ pool: app, clock: systemClock, secret, formerSecrets })
    expect(await totp.check(known.customerId, known.recoveryCodes[1])).toMatchObject({ error: 'wrong-totp' })
  })
})

it('replaces the vault key, and photos, names and numbers open under the new one alone', async () => {
  const before = await secretsOf()
  expect(await run('vaultKey')).toContain('changed 2 rows and 2 stored photos')
  const after = await secretsOf()
  expect(after).toEqual({ ...before, vaultKey: after.vaultKey })
  expect(await onDatabase((pools) => readAll(pools, after))).toMatchObject(everything)
  await expect(onDatabase((pools) => readAll(pools, { ...after, vaultKey: before.vaultKey }))).rejects.toThrow(
    /unable to authenticate/,
  )
  await expect(
    onDatabase(({ owner }) => owner.query(`update payout.method set sealed = sealed || '\\x00'`)),
  ).rejects.toThrow('is refused')
})

it('replaces the vault key of photos in a bucket, again where the bucket went away in between', async () => {
  const bucket = await openTestBucket()
  try {
    const { bucketUrl, region, keyId, secret } = bucket.settings
    const settings = {
      CANDOR_S3_BUCKET: bucketUrl,
      CANDOR_S3_REGION: region,
      CANDOR_S3_KEY_ID: keyId,
      CANDOR_S3_SECRET: secret,
    }
    const store = s3Store(bucket.settings)
    for (const id of [known.photoId, known.voucherId])
      for (const part of ['keys', 'objects'])
        await store.write(
          `${part}/${id.slice(0, 2)}/${id}`,
          await readFile(join(folder, 'vault', part, id.slice(0, 2), id)),
        )
    await rm(join(folder, 'vault'), { recursive: true })
    bucket.fail(4, 'PUT')
    await expect(runWith(settings, 'vaultKey')).rejects.toThrow('503')
    bucket.fail(0)
    expect(await runWith(settings, 'vaultKey')).toContain('changed 0 rows and 2 stored photos')
    const after = await secretsOf()
    expect(await onDatabase((pools) => readAll(pools, after, store))).toMatchObject(everything)
  } finally {
    await bucket.close()
  }
})

it('repeats an interrupted rotation of the vault key with the same next key, and starts nothing before', async () => {
  const before = await secretsOf()
  const { voucherId } = known
  const key = join(folder, 'vault', 'keys', voucherId.slice(0, 2), voucherId)
  const whole = await readFile(key)
  await writeFile(key, whole.subarray(0, -1))
  await expect(run('vaultKey')).rejects.toThrow(/unable to authenticate/)
  const begun = await openDataFolder(folder)
  expect(begun.secrets.vaultKey).toBe(before.vaultKey)
  expect(() => requireFinishedRotation(begun)).toThrow('A rotation of vaultKey was interrupted')
  await expect(run('serverKey')).rejects.toThrow('A rotation of vaultKey was interrupted')
  const ports = { CANDOR_PORT: '0', CANDOR_CONSOLE_PORT: '0', CANDOR_METRICS_PORT: '0' }
  const config = parseConfig({ ...ports, CANDOR_DATA: folder, DATABASE_URL: database.ownerUrl })
  await expect(startCandor(config, () => undefined, { app: false })).rejects.toThrow('npm run rotate -- vaultKey')
  await writeFile(key, whole)
  // The rows and one photo were changed before the fault.
  expect(await run('vaultKey')).toContain('changed 0 rows and 1 stored photos')
  const after = await secretsOf()
  expect(after).toEqual({ ...before, vaultKey: begun.secrets.next.vaultKey, next: {} })
  expect(await onDatabase((pools) => readAll(pools, after))).toMatchObject(everything)
})

it('replaces the hashes of a document, unless its text has been deleted: then a former key recognises it', async () => {
  const hashes = () =>
    onDatabase(async ({ owner }) => {
      const { rows } = await owner.query<{ number_hash: Buffer; person_hash: Buffer }>(
        'select number_hash, person_hash from kyc.submission',
      )
      return rows[0]
    })
  await run('serverKey')
  const { serverKey } = await secretsOf()
  const present = { number_hash: numberHashOf(serverKey, document), person_hash: personHashOf(serverKey, person) }
  expect(await hashes()).toEqual(present)
  await onDatabase(({ owner }) => owner.query('update kyc.submission set details_sealed = null'))
  await run('serverKey')
  expect(await hashes()).toEqual(present)
  const after = await secretsOf()
  const keyed = { secret: after.serverKey, formerSecrets: after.formerServerKeys }
  await onDatabase(async ({ app }) => {
    const form = { ...document, documentType: 'passport', ...person } as const
    expect((await hashesOf({ pool: app, ...keyed }, form, [])).numberHash).toEqual(present.number_hash)
    expect((await hashesOf({ pool: app, ...keyed }, { ...form, number: 'C01' }, [])).numberHash).toEqual(
      numberHashOf(after.serverKey, { country: 'DE', number: 'C01' }),
    )
  })
})

it('repeats an interrupted rotation of the server key', async () => {
  const before = await secretsOf()
  const details = await onDatabase(async ({ owner }) => {
    const { rows } = await owner.query<{ details_sealed: Buffer }>('select details_sealed from kyc.submission')
    await owner.query(`update kyc.submission set details_sealed = '\\x00'`)
    return rows[0]?.details_sealed
  })
  await expect(run('serverKey')).rejects.toThrow('cut off')
  const { next } = await secretsOf()
  await onDatabase(({ owner }) => owner.query('update kyc.submission set details_sealed = $1', [details]))
  expect(await run('serverKey')).toContain('Replaced serverKey')
  const after = await secretsOf()
  expect(after).toEqual({ ...before, serverKey: next.serverKey, formerServerKeys: [before.serverKey], next: {} })
  expect(await onDatabase((pools) => readAll(pools, after))).toMatchObject(everything)
})

it('replaces the key of the reviewers, whose credentials follow at the next start', async () => {
  const before = await secretsOf()
  await run('reviewerKey')
  const { reviewerKey, serverKey: secret } = await secretsOf()
  await onDatabase(async ({ owner, app }) => {
    await seedSandboxReviewers(owner, { key: reviewerKey, secret })
    const logIn = async (key: string) => {
      const { name, password, totpSecret } = reviewerAccount(key, 1)
      const form = { account: name, password, totp: totpCode(totpSecret, Date.now()), newPassword: undefined }
      return (await createOperatorLogins({ pool: app, secret }).login(form, { ...noDevice, ip: '' })).ok
    }
    expect(await logIn(before.reviewerKey)).toBe(false)
    expect(await logIn(reviewerKey)).toBe(true)
  })
})

const simple = [
  'appPassword',
  'marketPassword',
  'watcherPassword',
  'verifierPassword',
  'logPassword',
  'pushKey',
  'outboxKey',
  'acceptanceKey',
]
it.each([...simple, 'inviteCode'] as const)('replaces %s and leaves the other secrets', async (name) => {
  const before = await secretsOf()
  await run(name)
  const after = await secretsOf()
  const changed = Object.keys(newSecrets).filter((key) => Reflect.get(after, key) !== Reflect.get(before, key))
  expect(changed).toEqual([name])
})

it.each([
  ['ticksLogKey', 'formerTicksLogKey', 'ticks'],
  ['eventsLogKey', 'formerEventsLogKey', 'events'],
] as const)(
  'replaces %s and keeps the key that has signed, by which the log announces the new one',
  async (...names) => {
    const [name, formerName, log] = names
    const before = await secretsOf()
    const origin = `log.test/${log}/2026h1`
    await onDatabase(async ({ owner }) => {
      await owner.query(
        `insert into transparency.log (name, shard, origin, vkey, first_slot, size, root, opened_ms)
       values ($1, '2026h1', $2, $3, $4, 0, sha256(''), 0)`,
        [log, origin, createLogSigner(before[name]).vkey(origin), log === 'ticks' ? 0 : null],
      )
    })
    await run(name)
    const after = await secretsOf()
    expect(after[name]).not.toBe(before[name])
    expect(after[formerName]).toBe(before[name])
    // It has signed nothing: the one before it goes on.
    await run(name)
    const later = await secretsOf()
    expect(later[name]).not.toBe(after[name])
    expect(later[formerName]).toBe(before[name])
  },
)

it('refuses while others use the database, and a key that a setting replaces', async () => {
  const before = await secretsOf()
  await onDatabase(async ({ app }) => {
    await app.query('select')
    await expect(run('serverKey')).rejects.toThrow('stop it first')
  })
  await expect(run('ownerPassword')).rejects.toThrow('DATABASE_URL is set')
  expect(await run('nonsense')).toBeNull()
  expect(await secretsOf()).toEqual(before)
})

it("replaces the owner's password in the folder's own PostgreSQL, also after an interruption", async () => {
  const own = await mkdtemp(join(tmpdir(), 'candor-rotate-'))
  const { secrets: before } = await openDataFolder(own)
  const start = (password: string) =>
    startEmbeddedPostgres({ dataDir: join(own, 'postgres'), password, durable: false })
  const logIn = (url: string, work = 'select') => withPool(url, 'test', (pool) => pool.query(work))
  try {
    const first = await start(before.ownerPassword)
    await ensureDatabase(first.url)
    const next = newSecrets.ownerPassword()
    await logIn(first.url, `alter role current_user password '${next}'`)
    await first.stop()
    await writeFile(join(own, 'secrets.json'), JSON.stringify({ ...before, next: { ownerPassword: next } }))
    await runRotateCommand(['ownerPassword', '--data', own], {})
    const { secrets: repeated } = await openDataFolder(own)
    expect(repeated).toEqual({ ...before, ownerPassword: next })
    await runRotateCommand(['ownerPassword', '--data', own], {})
    const { secrets: after } = await openDataFolder(own)
    expect(after.ownerPassword).not.toBe(next)
    const second = await start(after.ownerPassword)
    await logIn(second.url)
    await expect(logIn(addressFor(second.url, { password: next }))).rejects.toThrow(/password/)
    await second.stop()
  } finally {
    await rm(own, { recursive: true, force: true })
  }
})
