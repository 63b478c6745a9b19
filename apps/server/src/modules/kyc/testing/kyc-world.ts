import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountEvent, InputOf, kycSubmit } from '@candor/api'
import type { OperatorRole } from '@candor/api/operator'
import type { Pool } from 'pg'
import sharp from 'sharp'
import { systemClock } from '../../../platform/clock.ts'
import { createBus } from '../../../platform/bus/index.ts'
import { createPhotos } from '../../../platform/photos/index.ts'
import { createPool } from '../../../platform/postgres/pool.ts'
import { openTestDatabase } from '../../../platform/postgres/test-database.ts'
import { createSeal, createVault, folderStore } from '../../../platform/vault/index.ts'
import type { SharedNames } from '../../identity/index.ts'
import { createNotifier } from '../../messages/index.ts'
import { logInOperator } from '../../operator/testing/operators.ts'
import { createDocumentPhotos, createKycReview, createKycService, createRecover } from '../index.ts'

const masterKey = 'a master key of tests'

interface KycWorldOptions {
  /** Makes the database a cell of a platform, and opens the names that it shares with others. */
  readonly openNames?: (databases: { readonly app: Pool; readonly owner: Pool }) => Promise<SharedNames>
}

/** The identity check on a database and a vault of its own. */
export async function openKycWorld({ openNames }: KycWorldOptions = {}) {
  const database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'candor-kyc-'))
  const app = createPool(database.appUrl, 'test', { maxConnections: 12 })
  const owner = createPool(database.ownerUrl, 'test-owner')
  await owner.query('insert into market.clock (genesis_ms) values (0) on conflict do nothing')
  const events: { customerId: bigint; event: AccountEvent }[] = []
  const bus = createBus((_topic, fault) => {
    throw fault
  })
  bus.subscribeAccounts(
    (message) => events.push(message),
    () => true,
  )
  const vault = createVault({ store: folderStore(folder), masterKey })
  const seal = createSeal(masterKey, 'kyc')
  const notifier = createNotifier({ bus, balances: { publish: () => undefined, publishHere: () => undefined } })
  const photos = createDocumentPhotos({ pool: app, photos: createPhotos({ maxRunning: 2, maxWaiting: 100 }), vault })
  const keyed = { secret: 'a secret of tests', formerSecrets: [] }
  const sharedNames = (await openNames?.({ app, owner })) ?? null
  const service = createKycService({ pool: app, clock: systemClock, photos, seal, notifier, sharedNames, ...keyed })
  const mailbox = testMailbox()
  const recover = createRecover({ pool: app, clock: systemClock, codes: { mailbox }, photos, seal, notifier, ...keyed })
  const endedSessions: bigint[] = []
  const endSessions = (customerId: bigint) => endedSessions.push(customerId)
  const review = createKycReview({ pool: app, vault, seal, notifier, endSessions, sharedNames })
  return {
    app,
    owner,
    vault,
    photos,
    service,
    review,
    recover,
    mailbox,
    endedSessions,
    events,
    newCustomer: (customerId: bigint | null = null) => insertCustomer(owner, customerId),
    newOperator: async (...roles: OperatorRole[]) =>
      (await logInOperator({ owner, app }, { name: `op-${randomUUID().slice(0, 8)}`, roles })).secret,
    kycStateOf: async (customerId: bigint) => {
      const { rows } = await owner.query<{ kyc_state: string }>(
        'select kyc_state from identity.customer where customer_id = $1',
        [customerId],
      )
      return rows[0]?.kyc_state
    },
    /** Moves the database's clock ahead of the real one; 0 brings it back. */
    async leap(ms: number): Promise<void> {
      await owner.query(
        `update clock.setting
         set virtual_now_ms = nullif($1::bigint, 0) + floor(extract(epoch from clock_timestamp()) * 1000)::bigint`,
        [ms],
      )
    },
    /** The number of files in the vault. */
    async vaultFiles(): Promise<number> {
      return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
    },
    async close() {
      await app.end()
      await owner.end()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Codes whose right value is always 123456, as often as one was sent. */
function testMailbox() {
  let unused = 1
  return {
    send: () => Promise.reject(new Error('nobody sends here')),
    prune: () => Promise.resolve(),
    check: (_target: unknown, code: string) => Promise.resolve(code === '123456' && unused > 0 ? 1n : null),
    use: () => {
      const isUsable = unused > 0
      unused -= 1
      return Promise.resolve(isUsable)
    },
    /** Sends a new code. */
    renew: () => {
      unused = 1
    },
  }
}

export type KycWorld = Awaited<ReturnType<typeof openKycWorld>>

let drawn = 0

/** The number of a customer is that of the directory in a cell, and the next one elsewhere. */
async function insertCustomer(owner: Pool, customerId: bigint | null): Promise<bigint> {
  drawn += 1
  const { rows } = await owner.query<{ customer_id: bigint }>(
    `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, kyc_state, lang,
       created_ms) overriding system value
     values (coalesce($4, nextval(pg_get_serial_sequence('identity.customer', 'customer_id'))), $1, $2, '$argon2id$x',
       $3, 'none', 'en', 0) returning customer_id`,
    [String(20_000_000 + drawn), `kyc${drawn}@example.org`, `K${String(drawn).padStart(5, '0')}`, customerId],
  )
  return rows[0]?.customer_id ?? 0n
}

const photosByColour = new Map<string, Promise<File>>()

/** A photo of one colour with some noise; the same colour is the same file. */
export function photoOf(colour: string): Promise<File> {
  const known = photosByColour.get(colour) ?? drawPhoto(colour)
  photosByColour.set(colour, known)
  return known
}

async function drawPhoto(background: string): Promise<File> {
  const bytes = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' })
}

type Form = InputOf<typeof kycSubmit>

/** A valid submission with a unique number, unless overridden. */
export async function formOf(change: Partial<Form> = {}): Promise<Form> {
  drawn += 1
  return {
    requestId: randomUUID(),
    country: 'DE',
    documentType: 'id-card',
    name: 'Lena Musterfrau',
    birthDate: '1990-01-31',
    number: `L01X${String(drawn).padStart(5, '0')}`,
    front: await photoOf('#336699'),
    back: await photoOf('#996633'),
    ...change,
  }
}
