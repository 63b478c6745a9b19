import { amount } from '@candor/money'
import type { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { decideProposal } from '../operator/index.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { checkLedger } from '../soundness/index.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { corrections, proposeCorrection } from './correction-store.ts'
import { confirmAct } from '../verifier/testing/confirm.ts'
import { messagesOf } from '../messages/testing/stored-messages.ts'

const coin = 1_000_000n

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
for (const id of [1n, 2n]) await world.openCustomer(id)
const risk = (await logInOperator(world, { name: 'risk-one', roles: ['risk'] })).secret
const lead = (await logInOperator(world, { name: 'lead-one', roles: ['lead'] })).secret

const confirmCorrection = async (app: Pool, secret: string, id: bigint) => {
  await confirmAct({ owner: world.owner, app }, secret, { act: 'correction.confirm', id })
  return decideProposal(app, corrections, { secret, id, verdict: 'approved', note: '' })
}
const rejectCorrection = (pool: Pool, secret: string, id: bigint, note: string) =>
  decideProposal(pool, corrections, { secret, id, verdict: 'rejected', note })

async function propose(amountUnits: bigint, customerId = 1n): Promise<bigint> {
  const wanted = { customerId, amount: amount('USD', amountUnits), reason: 'booking-error', note: 'a note' } as const
  return (await proposeCorrection(world.app, risk, wanted)) ?? 0n
}

const available = async (ownerId: bigint) => {
  const { rows } = await world.app.query<{ available: bigint }>(
    "select posted - held as available from ledger.balance where owner_id = $1 and kind = 'available' and asset = 1",
    [ownerId],
  )
  return rows[0]?.available
}

const mismatches = async () => (await checkLedger(world.app, null)).mismatches

describe('a correction', () => {
  it('moves money in either direction between the house and the customer, and the books stay clean', async () => {
    const before = (await available(1n)) ?? 0n
    expect(await confirmCorrection(world.app, lead, await propose(5n * coin))).toBe('decided')
    expect(await confirmCorrection(world.app, lead, await propose(-2n * coin))).toBe('decided')
    expect(await available(1n)).toBe(before + 3n * coin)
    expect(await mismatches()).toEqual([])
  })

  it('that is booked is announced to its customer, and one that is rejected is not', async () => {
    await world.owner.query(
      `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, kyc_state, lang,
        created_ms)
       overriding system value values (3, '10000003', 'third@example.com', '$argon2id$x', 'CCCCCC', 'verified', 'en',
         1)`,
    )
    await world.openCustomer(3n)
    const id = await propose(2_500_000n, 3n)
    await rejectCorrection(world.app, risk, await propose(coin, 3n), 'taken back')
    await confirmCorrection(world.app, lead, id)
    expect(await messagesOf(world.app, 3n)).toEqual([
      {
        kind: 'correction-booked',
        subject: `correction:${id}`,
        details: { asset: 'USD', amount: '2.5', reason: 'booking-error' },
      },
    ])
  })

  it('is booked once however many confirm it at once', async () => {
    const before = (await available(2n)) ?? 0n
    const id = await propose(coin, 2n)
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => confirmCorrection(world.app, lead, id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await available(2n)).toBe(before + coin)
    expect(await mismatches()).toEqual([])
  })

  it('that was rejected moves nothing any more', async () => {
    const before = await available(1n)
    const id = await propose(coin)
    expect(await rejectCorrection(world.app, risk, id, 'taken back')).toBe('decided')
    await expect(confirmCorrection(world.app, lead, id)).rejects.toMatchObject({ code: 'CO004' })
    expect(await available(1n)).toBe(before)
  })

  it('is not confirmed by its proposer, by nobody, and not without the role', async () => {
    const id = await propose(coin)
    const { secret: support } = await logInOperator(world, { name: 'support-one', roles: ['support'] })
    await expect(confirmCorrection(world.app, risk, id)).rejects.toMatchObject({ code: 'CO003' })
    await expect(confirmCorrection(world.app, 'x', id)).rejects.toMatchObject({ code: 'CO001' })
    await expect(confirmCorrection(world.app, support, id)).rejects.toMatchObject({ code: 'CO002' })
    await expect(proposeCorrectionAs(support)).rejects.toMatchObject({ code: 'CO002' })
  })

  it('needs two operators by a constraint, for every writer of the row', async () => {
    const id = await propose(coin)
    const { rows } = await world.owner.query<{ proposed_by: bigint }>(
      'select proposed_by from correction.correction where correction_id = $1',
      [id],
    )
    await expect(
      world.owner.query(
        "update correction.correction set state = 'booked', decided_by = $2, decided_ms = 1, stripe = 1, seq = 1 where correction_id = $1",
        [id, rows[0]?.proposed_by],
      ),
    ).rejects.toThrow('correction_needs_two_operators')
    await expect(
      world.owner.query(
        "update correction.correction set state = 'booked', decided_ms = 1, stripe = 1, seq = 1 where correction_id = $1",
        [id],
      ),
    ).rejects.toThrow('decided_correction_is_complete')
  })

  it('is decided once and kept, for every writer of the row', async () => {
    await expect(
      world.owner.query("update correction.correction set note = 'another' where state = 'booked'"),
    ).rejects.toThrow('decided once')
    await expect(world.owner.query('delete from correction.correction')).rejects.toThrow('proposals are kept')
    await expect(world.owner.query('truncate correction.correction')).rejects.toThrow('proposals are kept')
  })

  it('that was booked without being confirmed is found by the checker', async () => {
    const client = await world.owner.connect()
    try {
      await client.query('begin')
      await client.query(
        `select ledger.book((select s from ledger.stripe as s where stripe = 2), 'correction', clock.now_ms(), '',
          array[
           row(a.account_id, 4711, 'correction', 1, 0)::ledger.line, row(s.house_account, 4711, 'correction', -1, 0)::ledger.line])
         from ledger.balance as a, ledger.stripe as s where a.owner_id = 1 and a.asset = 1 and a.kind = 'available'
           and s.stripe = 2`,
      )
      await client.query('commit')
    } finally {
      client.release()
    }
    expect((await mismatches()).map(({ detail }) => detail)).toEqual([
      expect.stringContaining('correction 4711 is missing'),
    ])
  })
})

function proposeCorrectionAs(secret: string): Promise<bigint | null> {
  return proposeCorrection(world.app, secret, {
    customerId: 1n,
    amount: amount('USD', coin),
    reason: 'goodwill',
    note: 'a note',
  })
}

describe('the application role', () => {
  it.each([
    [
      'insert a correction',
      "insert into correction.correction (customer_id, account_id, asset, amount, reason, note, proposed_by, proposed_ms) values (1, 1, 1, 1, 'other', 'a note', 1, 1)",
    ],
    ['decide a correction', "update correction.correction set state = 'rejected'"],
    ['book a movement', "select ledger.book(null, 'correction', 1, '', null)"],
    [
      'insert terms',
      'insert into market.terms (instrument_id, duration_slots, version, offered, stake_min, stake_max, fee_bps, payout_bps, max_open_payout, entry_window_slots, exit_window_slots) values (1, 1, 1, true, 1, 1, 1, 1, 1, 1, 1)',
    ],
    [
      'insert a proposal of terms',
      "insert into market.terms_proposal (instrument_id, duration_slots, offered, stake_min, stake_max, fee_bps, payout_bps, max_open_payout, entry_window_slots, exit_window_slots, note, proposed_by, proposed_ms) values (1, 1, true, 1, 1, 1, 1, 1, 1, 1, 'a note', 1, 1)",
    ],
    ['decide a proposal of terms', "update market.terms_proposal set state = 'confirmed'"],
    [
      'announce something',
      `insert into operator.announcement (texts, from_ms, created_by, created_ms) values ('{"en": "Hello"}', 1, 1, 1)`,
    ],
    ['disable a customer', 'update identity.customer set state = 0'],
  ])('cannot %s', async (_name, statement) => {
    await world.owner.query(
      `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
       values ('10000001', 'first@example.com', '$argon2id$x', 'AAAAAA', 'verified', 'en', 1) on conflict do nothing`,
    )
    await expect(world.app.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})
