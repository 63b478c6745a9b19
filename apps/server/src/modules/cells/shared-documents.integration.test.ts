import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { formOf, openKycWorld } from '../kyc/testing/kyc-world.ts'
import { becomeCell } from './clearing-store.ts'
import { isVerified, registerCustomer } from './directory-store.ts'
import type { Placed } from './directory-store.ts'
import { openSharedNames } from './shared-names.ts'
import { openDirectory } from './testing/cell-world.ts'

const directory = closeAfterTests(await openDirectory([1, 1]))
const asCell = createPool(directory.urlAs('candor_cell'), 'test-documents', { maxConnections: 6 })
afterAll(() => asCell.end())
const logger = pino({ level: 'silent' })

/** Whether the cell that is asked for a customer is away. */
let isAway = false

/** Asks a cell as the router does. */
async function readVerified({ cell, customerId }: Placed): Promise<boolean> {
  if (isAway) throw new Error('the cell is away')
  return isVerified((cell === 1 ? first : second).owner, cell, customerId)
}

async function openCell(cell: number) {
  const world = closeAfterTests(
    await openKycWorld({
      openNames: async ({ app, owner }) => {
        await becomeCell(owner, cell)
        return openSharedNames({ directory: asCell, pool: app, clock: systemClock, logger, readVerified })
      },
    }),
  )
  const reviewers = [await world.newOperator('kyc'), await world.newOperator('kyc')]
  return { ...world, cell, reviewers }
}

const [first, second] = [await openCell(1), await openCell(2)]
type Cell = typeof first

async function addCustomer({ cell, newCustomer }: Cell): Promise<bigint> {
  const registration = { requestId: randomUUID(), cell, names: { email: `${randomUUID()}@example.com` }, nowMs: 0 }
  const { customerId } = await registerCustomer(directory.owner, registration)
  return newCustomer(customerId)
}

/** Submits a document in a cell. Returns the customer, and the submission's number. */
async function submit(cell: Cell, number: string) {
  const customerId = await addCustomer(cell)
  const sent = await cell.service.submit(customerId, await formOf({ number }))
  return { customerId, sent, id: sent.ok ? sent.value.id : '' }
}

const approve = (cell: Cell, secret: string | undefined, id: string) =>
  cell.review.decide(secret ?? '', { id, verdict: 'approved', reasons: [], note: '' })

/** Approves a submission by both reviewers. Returns the outcome of the second. */
async function approveTwice(cell: Cell, id: string) {
  expect(await approve(cell, cell.reviewers[0], id)).toEqual({ ok: true, value: { outcome: 'recorded' } })
  return approve(cell, cell.reviewers[1], id)
}

async function holders(): Promise<readonly bigint[]> {
  const { rows } = await directory.owner.query<{ customer_id: bigint }>(
    `select customer_id from directory.name where kind = 'document' order by customer_id`,
  )
  return rows.map(({ customer_id: customerId }) => customerId)
}

const verified = { ok: true, value: { outcome: 'verified' } }
const rejected = { ok: true, value: { outcome: 'rejected' } }
const numberTaken = { resubmit: 'fix-data', reasons: [{ code: 'number-taken', target: 'number' }] }

test('claims a document for the customer who is verified with it, and nothing before', async () => {
  const { customerId, id } = await submit(first, 'CLAIM1')
  expect(await approve(first, first.reviewers[0], id)).toEqual({ ok: true, value: { outcome: 'recorded' } })
  expect(await holders()).not.toContain(customerId)
  expect(await approve(first, first.reviewers[1], id)).toEqual(verified)
  expect(await holders()).toContain(customerId)
})

test('refuses a document of a customer of another cell as one of the same cell', async () => {
  const one = await submit(first, 'TAKEN1')
  const early = await submit(second, 'TAKEN1')
  expect(await approveTwice(first, one.id)).toEqual(verified)
  const files = await second.vaultFiles()
  expect((await submit(second, 'TAKEN1')).sent).toEqual({ ok: false, error: 'id-number-taken' })
  expect(await second.vaultFiles()).toBe(files)
  expect(await approveTwice(second, early.id)).toEqual(rejected)
  expect(await second.service.waiting(early.customerId, 'rejected')).toMatchObject(numberTaken)
  expect(await holders()).not.toContain(early.customerId)
})

test('verifies one customer where reviews of a document end in two cells at once', async () => {
  const [one, other] = [await submit(first, 'ATONCE'), await submit(second, 'ATONCE')]
  const outcomes = await Promise.all([approveTwice(first, one.id), approveTwice(second, other.id)])
  expect(outcomes).toContainEqual(verified)
  expect(outcomes).toContainEqual(rejected)
})

/** Lets the commit of a verification fail after the document was claimed. */
async function crashAfterClaim(cell: Cell, id: string) {
  await cell.owner.query(`
    create function public.crash() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
    create constraint trigger crash after update on kyc.submission deferrable initially deferred
      for each row when (new.state = 'verified') execute function public.crash()`)
  await expect(approveTwice(cell, id)).rejects.toThrow('crash')
  await cell.owner.query('drop function public.crash cascade')
}

test('leaves a document that a crash has claimed to the customer who is verified with it first', async () => {
  const crashed = await submit(first, 'CRASH1')
  await crashAfterClaim(first, crashed.id)
  expect(await holders()).toContain(crashed.customerId)
  const other = await submit(second, 'CRASH1')
  expect(other.sent).toMatchObject({ ok: true })
  expect(await holders()).not.toContain(crashed.customerId)
  const again = await submit(first, 'CRASH2')
  await crashAfterClaim(first, again.id)
  expect(await approve(first, first.reviewers[1], again.id)).toEqual(verified)
  expect(await approveTwice(second, other.id)).toEqual(verified)
  expect(await approve(first, first.reviewers[1], crashed.id)).toEqual(rejected)
})

test('takes over a claim that a crash left when it approves', async () => {
  const [crashed, other] = [await submit(first, 'CRASH3'), await submit(second, 'CRASH3')]
  await crashAfterClaim(first, crashed.id)
  expect(await approveTwice(second, other.id)).toEqual(verified)
  expect(await holders()).toContain(other.customerId)
  expect(await approve(first, first.reviewers[1], crashed.id)).toEqual(rejected)
})

test('keeps a claim that was made again after its cell was asked', async () => {
  const name = 'a'.repeat(64)
  const customerId = await addCustomer(first)
  const claim = async () => {
    const { rows } = await asCell.query<{ claim_no: bigint }>('select claim_no from directory.claim_document($1, $2)', [
      customerId,
      name,
    ])
    return rows[0]?.claim_no
  }
  const before = await claim()
  await claim()
  await asCell.query('select directory.release_document($1, $2)', [name, before])
  expect(await holders()).toContain(customerId)
})

test('waits for a decision that is under way before it says whether a customer is verified', async () => {
  const { customerId, id } = await submit(first, 'WAITS1')
  await approve(first, first.reviewers[0], id)
  const client = await first.app.connect()
  await client.query('begin')
  await client.query(`select * from kyc.decide($1, $2, 'approved', null, '[]', '', false)`, [first.reviewers[1], id])
  const asked = readVerified({ cell: 1, customerId })
  expect(await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 100, 'waits'))])).toBe('waits')
  await client.query('commit')
  client.release()
  expect(await asked).toBe(true)
})

test('stores nothing while the directory, or the cell of a claim, is away', async () => {
  const away = { ok: false, error: 'system-timeout' }
  const waiting = await submit(second, 'AWAY01')
  const files = await second.vaultFiles()
  await approve(second, second.reviewers[0], waiting.id)
  for (const name of ['claim_document', 'find_document'])
    await directory.owner.query(`alter function directory.${name} rename to ${name}_away`)
  expect((await submit(second, 'AWAY02')).sent).toEqual(away)
  expect(await second.vaultFiles()).toBe(files)
  expect(await approve(second, second.reviewers[1], waiting.id)).toEqual(away)
  expect(await second.kycStateOf(waiting.customerId)).toBe('under-review')
  for (const name of ['claim_document', 'find_document'])
    await directory.owner.query(`alter function directory.${name}_away rename to ${name}`)
  expect(await approve(second, second.reviewers[1], waiting.id)).toEqual(verified)
  isAway = true
  expect((await submit(first, 'AWAY01')).sent).toEqual(away)
  isAway = false
  expect((await submit(first, 'AWAY01')).sent).toEqual({ ok: false, error: 'id-number-taken' })
})

test('keeps the document of a customer who has moved', async () => {
  const { customerId, id } = await submit(first, 'MOVED1')
  expect(await approveTwice(first, id)).toEqual(verified)
  await second.newCustomer(customerId)
  await second.owner.query(`update identity.customer set kyc_state = 'verified' where customer_id = $1`, [customerId])
  await directory.owner.query('update directory.customer set cell = 2 where customer_id = $1', [customerId])
  expect((await submit(second, 'MOVED1')).sent).toEqual({ ok: false, error: 'id-number-taken' })
  expect((await submit(first, 'MOVED1')).sent).toEqual({ ok: false, error: 'id-number-taken' })
})
