import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { createStatementExports } from '../statement/statement-export.ts'
import { checkClearing } from './clearing-check.ts'
import { deliver, forwardLate, recordLateTransfers } from './delivery.ts'
import { claimDocument, findDocument, isVerified } from './directory-store.ts'
import type { MoveStep } from './move-customer.ts'
import { openCellWorld } from './testing/cell-world.ts'
import { coins, Depositors, txidOf } from './testing/depositors.ts'

const world = closeAfterTests(await openCellWorld())
const depositors = new Depositors(world)

const place = (
  cell: number,
  customerId: bigint,
  requestId: string = randomUUID(),
  seenSlot = world.world(cell).slot - 1,
) =>
  world
    .world(cell)
    .place([
      {
        customerId,
        requestId,
        seenSlot,
        instrumentId: 2,
        durationSlots: 4,
        stakeUnits: 5_000_000n,
        termsId: world.termsId,
      },
    ])
    .then(([placed]) => placed)

/** Lets what is open run out, and settles it. */
async function settle(cell: number): Promise<void> {
  await world.pass(8)
  await world.world(cell).settleAll()
}

async function statementOf(cell: number, customerId: bigint): Promise<string[]> {
  const exports = createStatementExports(
    { pool: world.world(cell).app, clock: systemClock, logger: pino({ level: 'silent' }) },
    { entriesAtOnce: 3 },
  )
  const begun = await exports.begin({ customerId, asset: null, kinds: null, fromMs: null, toMs: null })
  if (!begun.ok) throw new Error('the export was refused')
  const lines = (await text(Readable.from(begun.value.body))).split('\r\n')
  return lines.filter((line) => /^\d/.test(line))
}

const steps: readonly MoveStep[] = [
  'begun',
  'frozen',
  'stored',
  'sent',
  'copied',
  'received',
  'delivered',
  'checked',
  'switched',
  'left',
  'handed-over',
  'admitted',
]

test('moves a customer with money, settings and an unbroken statement', async () => {
  const customerId = await world.addCustomer(1)
  await place(1, customerId)
  await settle(1)
  await world
    .world(1)
    .owner.query("insert into security.phrase (customer_id, phrase) values ($1, 'a phrase of mine')", [customerId])
  const before = { money: await world.money(1, customerId), lines: await statementOf(1, customerId) }
  const moved = await world.move(customerId, 2)
  expect(moved.ok && moved.value.frozenForMs).toBeGreaterThanOrEqual(6_000)
  expect(await world.cellOf(customerId)).toBe(2)
  expect(await world.money(2, customerId)).toEqual(before.money)
  expect(await world.money(1, customerId)).toEqual([0n, 0n])
  const after = await statementOf(2, customerId)
  expect(before.lines.length).toBeGreaterThan(3)
  expect(after).toEqual(expect.arrayContaining(before.lines))
  expect(after).toHaveLength(before.lines.length + 4)
  const { rows } = await world
    .world(2)
    .owner.query('select phrase from security.phrase where customer_id = $1', [customerId])
  expect(rows).toEqual([{ phrase: 'a phrase of mine' }])
  expect(await place(2, customerId)).toMatchObject({ outcome: 'accepted' })
  await settle(2)
  await world.requireSound()
})

test.each(steps)('goes on after a crash behind the step %s, and moves the money once', async (last) => {
  const customerId = await world.addCustomer(1)
  const before = await world.money(1, customerId)
  const crash = (step: MoveStep) => {
    if (step === last) throw new Error('crash')
  }
  await expect(world.move(customerId, 2, { onStep: crash })).rejects.toThrow('crash')
  await world.requireSound()
  expect(await world.move(customerId, 2)).toMatchObject({ ok: true })
  expect(await world.money(2, customerId)).toEqual(before)
  expect(await world.money(1, customerId)).toEqual([0n, 0n])
  expect(await place(2, customerId)).toMatchObject({ outcome: 'accepted' })
  await settle(2)
  await world.requireSound()
  expect(await checkClearing(world.cells)).toMatchObject({ mismatches: [], underWay: 0, usd: 0n, usdt: 0n })
})

test('gives a move up while a contract is open, and the customer trades on', async () => {
  const customerId = await world.addCustomer(1)
  await place(1, customerId)
  expect(await world.move(customerId, 2)).toEqual({
    ok: false,
    error: 'open-business',
    data: [{ kind: 'contracts', items: 1n }],
  })
  expect(await world.cellOf(customerId)).toBe(1)
  expect(await place(1, customerId)).toMatchObject({ outcome: 'accepted' })
  await settle(1)
})

test('waits for an identity check, and keeps a customer verified for whom the directory has a document', async () => {
  const customerId = await world.addCustomer(1)
  const { owner } = world.world(1)
  await owner.query(
    `insert into kyc.submission (customer_id, request_id, fingerprint, country, document_type, number_hash, sent_ms,
       promised_ms)
     values ($1, gen_random_uuid(), sha256('form'), 'DE', 'passport', sha256('number'), 1, 2)`,
    [customerId],
  )
  expect(await world.move(customerId, 2)).toMatchObject({ data: [{ kind: 'identity-check', items: 1n }] })
  await owner.query(`update kyc.submission set state = 'verified', decided_ms = 3 where customer_id = $1`, [customerId])
  await claimDocument(world.directory, customerId, 'a document')
  expect(await world.move(customerId, 2)).toMatchObject({ ok: true })
  expect(await findDocument(world.directory, 'a document')).toMatchObject({ customerId, cell: 2 })
  expect(await isVerified(world.world(2).owner, 2, customerId)).toBe(true)
})

test('gives a move up where a name of the customer is taken in the other cell, before any money is sent', async () => {
  const customerId = await world.addCustomer(1)
  const before = await world.money(1, customerId)
  await world.world(2).owner.query(
    `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, lang, created_ms)
     overriding system value
     values (7000000, '77000000', 'customer' || $1::bigint || '@example.com', '$argon2id$', 'TAKEN1', 'en', 0)`,
    [customerId],
  )
  await expect(world.move(customerId, 2)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
  expect(await world.money(1, customerId)).toEqual(before)
  expect(await place(1, customerId)).toMatchObject({ outcome: 'accepted' })
  await settle(1)
  await world.requireSound()
})

test('begins another move after a crash while one was given up', async () => {
  const customerId = await world.addCustomer(1)
  await place(1, customerId)
  const crash = (step: MoveStep) => {
    if (step === 'stayed') throw new Error('crash')
  }
  await expect(world.move(customerId, 2, { onStep: crash })).rejects.toThrow('crash')
  expect(await place(1, customerId)).toMatchObject({ outcome: 'accepted' })
  await settle(1)
  expect(await world.move(customerId, 2)).toMatchObject({ ok: true })
  expect(await world.cellOf(customerId)).toBe(2)
  await world.requireSound()
})

test('moves a customer who keeps ordering: each order is placed in one cell or refused, none is lost or doubled', async () => {
  const customerId = await world.addCustomer(1)
  const accepted: string[] = []
  const seen = new Set<string>()
  let isOver = false
  const requests: string[] = []
  const lane = async () => {
    while (!isOver) {
      const cell = await world.cellOf(customerId)
      const requestId = randomUUID()
      requests.push(requestId)
      const seenSlot = world.world(cell).slot - 1
      const placed = await place(cell, customerId, requestId, seenSlot)
      seen.add(placed?.outcome ?? 'none')
      if (placed?.outcome === 'accepted') accepted.push(requestId)
      // The response may be lost: the client asks again, wherever the customer is by then.
      const repeated = await place(await world.cellOf(customerId), customerId, requestId, seenSlot)
      if (repeated?.outcome === 'accepted') accepted.push(requestId)
      await sleep(5)
    }
  }
  const lanes = [lane(), lane()]
  await sleep(200)
  world.onPause = async () => {
    await world.pass(2)
    await world.world(1).settleAll()
  }
  const moved = await world.move(customerId, 2, { patienceMs: 60_000 })
  await sleep(200)
  isOver = true
  await Promise.all(lanes)
  world.onPause = () => world.pass(14)
  expect(moved.ok).toBe(true)
  expect(
    [...seen].filter((outcome) => !['accepted', 'account-disabled', 'price-moved', 'market-stale'].includes(outcome)),
  ).toEqual([])
  expect(seen).toContain('account-disabled')
  const counted = await Promise.all(
    world.worlds.map(({ owner }) =>
      owner.query<{ request_id: string }>('select request_id from contract.contract_order where request_id = any($1)', [
        requests,
      ]),
    ),
  )
  const stored = counted.flatMap(({ rows }) => rows.map(({ request_id: id }) => id))
  expect(stored.toSorted()).toEqual([...new Set(accepted)].toSorted())
  expect(counted.every(({ rows }) => rows.length > 0)).toBe(true)
  await settle(2)
  await world.requireSound()
})

test('sends on what is paid in after the customer has left', async () => {
  const customerId = await world.addCustomer(1)
  await world.move(customerId, 2)
  const before = await world.money(2, customerId)
  await world.world(1).owner.query(
    `select ledger.receive('late', 'deposit', ledger.account_of($1, 'available', 2::smallint, null),
       ledger.stripe_of($1, 2::smallint), 7000000)`,
    [customerId],
  )
  expect(await forwardLate(world.cells)).toBe(1)
  await deliver(world.cells)
  expect(await world.money(2, customerId)).toEqual([before[0], (before[1] ?? 0n) + 7_000_000n])
  expect(await forwardLate(world.cells)).toBe(0)
  expect(await checkClearing(world.cells)).toMatchObject({ mismatches: [], underWay: 0, usd: 0n, usdt: 0n })
})

test('does not move a customer whose withdrawals are frozen, because a chain has taken a transfer back', async () => {
  const { customerId, address } = await depositors.add()
  expect(await depositors.show(1, address, 30)).toBe('credited')
  expect(await depositors.takeBack(1, 30)).toBe('suspended')
  expect(await world.move(customerId, 2)).toMatchObject({ data: [{ kind: 'frozen-withdrawals', items: 1n }] })
  expect(await world.cellOf(customerId)).toBe(1)
  expect(await depositors.show(1, address, 30)).toBe('credited')
  expect(await world.move(customerId, 2)).toMatchObject({ ok: true })
  await world.requireSound()
})

test('credits a late transfer in the new cell, once, whichever watchers show it and in which order', async () => {
  const { customerId, address } = await depositors.add()
  expect(await depositors.show(1, address, 1)).toBe('credited')
  expect(await depositors.show(2, address, 1)).toBe('unknown-address')
  const [usd, usdt = 0n] = await world.money(1, customerId)
  await world.move(customerId, 2)
  // The watcher of the new cell reads what was credited before the move, and that of the former one what comes later.
  expect(await depositors.show(2, address, 1)).toBe('known')
  expect(await depositors.show(1, address, 1)).toBe('known')
  expect(await depositors.show(1, address, 2, false)).toBe('moved')
  expect(await depositors.show(2, address, 2)).toBe('credited')
  expect(await depositors.show(1, address, 2)).toBe('moved')
  expect(await depositors.show(1, address, 3)).toBe('moved')
  expect(await depositors.show(1, address, 3)).toBe('moved')
  expect(await recordLateTransfers(world.cells)).toBe(2)
  expect(await depositors.show(2, address, 3)).toBe('known')
  expect(await recordLateTransfers(world.cells)).toBe(0)
  expect(await world.money(2, customerId)).toEqual([usd, usdt + 2n * coins])
  expect(await world.money(1, customerId)).toEqual([0n, 0n])
  await world.requireSound()
})

test('credits nothing of an earlier cell again: no transfer by a voucher, and no voucher by a transfer', async () => {
  const { customerId, address } = await depositors.add()
  await depositors.show(1, address, 20)
  await world.move(customerId, 2)
  const { owner } = world.world(2)
  const refusalOf = async (number: number) => {
    const { rows } = await owner.query<{ refusal: string | null }>(
      `select deposit.refuse_reference(
         jsonb_populate_record(null::deposit.deposit, '{"chain": "ERC20", "voucher": "a photo"}'), null, $1) as refusal`,
      [txidOf(number)],
    )
    return rows[0]?.refusal
  }
  expect([await refusalOf(20), await refusalOf(21)]).toEqual(['transfer-known', null])
  // As a voucher of this transaction would have come along, which was credited before the move.
  await owner.query("insert into deposit.earlier_transfer values ('ERC20', $1, -1, $2)", [txidOf(22), customerId])
  expect(await depositors.show(2, address, 22)).toBe('known')
})

test('credits a transfer that comes while its customer moves in one cell, also after a crash', async () => {
  const { customerId, address } = await depositors.add()
  const [usd, usdt = 0n] = await world.money(1, customerId)
  const outcomes: Promise<string[]>[] = []
  const onStep = (step: MoveStep) => {
    // The new cell may have given the customer the same address already, which the same key derives.
    const both = async () => {
      if (step === 'switched') await depositors.assign(2, customerId, address)
      return [await depositors.show(1, address, 10), await depositors.show(2, address, 10)]
    }
    if (step === 'switched' || step === 'handed-over') outcomes.push(both())
    if (step === 'left') throw new Error('crash')
  }
  await expect(world.move(customerId, 2, { onStep })).rejects.toThrow('crash')
  expect(await Promise.all(outcomes)).toEqual([[expect.stringMatching(/credited|moved/), 'moved']])
  expect(await depositors.show(2, address, 11)).toBe('moved')
  expect(await depositors.show(1, address, 11)).toBe('moved')
  expect(await recordLateTransfers(world.cells)).toBeLessThanOrEqual(1)
  await world.move(customerId, 2)
  for (const number of [10, 11]) for (const cell of [2, 1, 2]) await depositors.show(cell, address, number)
  await recordLateTransfers(world.cells)
  await forwardLate(world.cells)
  await deliver(world.cells)
  expect(await world.money(2, customerId)).toEqual([usd, usdt + 2n * coins])
  expect(await recordLateTransfers(world.cells)).toBe(0)
  await world.requireSound()
})

test('does not move a customer back to a cell that has been left, nor one who is disabled', async () => {
  const customerId = await world.addCustomer(1)
  await world.move(customerId, 2)
  await expect(world.move(customerId, 1)).rejects.toThrow('does not come back to it')
  await expect(world.move(customerId, 2)).rejects.toThrow('is in cell 2 already')
  const disabled = await world.addCustomer(1)
  await world.world(1).owner.query('update identity.customer set state = 0 where customer_id = $1', [disabled])
  await expect(world.move(disabled, 2)).rejects.toThrow('is disabled')
})

test('stops before the switch where the copied statement differs', async () => {
  const customerId = await world.addCustomer(1)
  const crash = (step: MoveStep) => {
    if (step === 'delivered') throw new Error('crash')
  }
  await expect(world.move(customerId, 2, { onStep: crash })).rejects.toThrow('crash')
  const { owner } = world.world(2)
  await owner.query('alter table statement.past_entry disable trigger user')
  await owner.query(
    `update statement.past_entry set d_posted = d_posted + 1
     where account_id = ledger.account_of($1, 'available', 1::smallint, null)`,
    [customerId],
  )
  await owner.query('alter table statement.past_entry enable trigger user')
  await expect(world.move(customerId, 2)).rejects.toThrow('differs after its copy')
  expect(await world.cellOf(customerId)).toBe(1)
})
