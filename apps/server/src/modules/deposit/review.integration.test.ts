import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createBus } from '../../platform/bus/index.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { createNotifier } from '../messages/index.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { withBalances } from '../statement/testing/with-balances.ts'
import { createDepositReviewTask } from './review-task.ts'
import { createDepositReview } from './review-service.ts'
import type { Reviewer } from './review-service.ts'
import { coin, openDepositWorld, opening, testTxid } from './testing/deposit-world.ts'
import { openVoucherDeposits, voucherForm } from './testing/voucher-deposits.ts'
import { confirmAct } from '../verifier/testing/confirm.ts'

const events: unknown[] = []

const world = closeAfterTests(await openDepositWorld(await testDatabase(), { price: 100n }))
for (const customerId of [1n, 2n]) await world.register(customerId)
// What one operator approves within 24 hours is the subject of another file.
await world.ledger.owner.query('update deposit.deposit_setting set per_operator_and_day = 1000000000000')
const kept = await openVoucherDeposits(world.ledger.app)
const bus = createBus((_topic, fault) => expect.unreachable(String(fault)))
bus.subscribeAccounts(
  ({ event }) => events.push(event),
  () => true,
)
const { app, owner } = world.ledger
const notifier = createNotifier(withBalances({ pool: app, bus }))
const review = createDepositReview({ pool: app, vault: kept.vault, notifier })
const logIn = async (name: string, roles: Reviewer['roles']) => ({
  ...(await logInOperator({ owner, app }, { name, roles })),
  roles,
})
const first = await logIn('payments-one', ['payments'])
const second = await logIn('payments-two', ['payments', 'lead'])
const support = await logIn('support-one', ['support', 'lead'])
const bytes = await sharp({ create: { width: 900, height: 1_600, channels: 3, background: '#fafafa' } })
  .jpeg()
  .toBuffer()
const voucher = new File([new Uint8Array(bytes)], 'voucher.jpg', { type: 'image/jpeg' })
afterAll(() => kept.removeFolder())

const form = (changed: object = {}) => ({ ...voucherForm(voucher), ...changed })
const announce = async (changed: object = {}, customerId = 1n) => {
  const made = await kept.deposits.create(customerId, form(changed))
  if (!made.ok) throw new Error(`the announcement was refused: ${made.error}`)
  return made.value.id
}
let references = 0xab_cd_ef
const newReference = () => testTxid((references += 1)).slice(2)
const approve = async (id: string, reference: string, by = first) => {
  if (by !== support) await confirmAct(world.ledger, by.secret, { act: 'deposit.approve', id: BigInt(id), reference })
  return review.decide(by.secret, { id, verdict: 'approved', reference, reason: undefined })
}
const reject = (id: string, by = first) =>
  review.decide(by.secret, { id, verdict: 'rejected', reason: 'quantity-differs', reference: undefined })
const credited = async (customerId = 1n) => (await world.balances(customerId)).usdt - opening
const auditOf = async (id: string) => {
  const { rows } = await world.ledger.owner.query<{ action: string }>(
    'select action from audit.entry where subject = $1 order by seq',
    [`deposit:${id}`],
  )
  return rows.map(({ action }) => action)
}

describe('an announcement with a voucher', () => {
  it('keeps the picture re-encoded and encrypted, and does not keep it twice for a repeat', async () => {
    const request = form()
    const [made, again] = [await kept.deposits.create(2n, request), await kept.deposits.create(2n, request)]
    expect(made).toMatchObject({
      ok: true,
      value: { state: 'under-review', hasVoucher: true, quantity: '100', credited: null },
    })
    expect(again).toEqual(made)
    expect((await readdir(kept.folder, { recursive: true })).filter((name) => /[0-9a-f]{48}$/.test(name))).toHaveLength(
      2,
    )
    expect(await kept.deposits.create(2n, { ...request, quantity: '101' })).toMatchObject({ error: 'conflict' })
    const other = new File([new Uint8Array(await voucher.arrayBuffer()), 'x'], 'voucher.jpg')
    expect(await kept.deposits.create(2n, { ...request, voucher: other })).toMatchObject({ error: 'conflict' })
  })

  it('keeps nothing where it is refused', async () => {
    const before = (await readdir(kept.folder, { recursive: true })).length
    expect(await kept.deposits.create(2n, form({ voucher: undefined }))).toMatchObject({ error: 'voucher-required' })
    expect(await kept.deposits.create(2n, form({ voucher: new File(['<svg/>'], 'a.jpg') }))).toMatchObject({
      error: 'photo-invalid',
    })
    for (const quantity of ['0', '9.999999', '1000000001'])
      expect(await kept.deposits.create(2n, form({ quantity }))).toMatchObject({ error: 'wrong-amount' })
    expect(
      await readdir(kept.folder, { recursive: true }).then(
        (names) => names.filter((name) => name.startsWith('keys/')).length,
      ),
    ).toBeLessThanOrEqual(before)
  })

  it('is shown to its owner only', async () => {
    const id = await announce()
    expect(await kept.deposits.detail(1n, id)).toMatchObject({ ok: true, value: { id } })
    for (const other of [id, '0', '999999', 'x', '-1', '9'.repeat(18)])
      expect(await kept.deposits.detail(2n, other)).toMatchObject({ error: 'not-found' })
  })

  it('shows its picture to its owner only', async () => {
    const id = await announce()
    const opened = await kept.deposits.voucher(1n, id)
    expect(opened.ok && (await sharp(opened.value).metadata())).toMatchObject({ format: 'webp', width: 900 })
    for (const other of [id, '0', 'x', '9'.repeat(18)])
      expect(await kept.deposits.voucher(2n, other)).toEqual({ ok: false, error: 'not-found' })
  })
})

describe('a voucher that was stored before the server was killed', () => {
  const keptCount = async () =>
    (await readdir(kept.folder, { recursive: true })).filter((name) => /^keys\/.*[0-9a-f]{48}$/.test(name)).length
  const aDayLater = () =>
    world.ledger.owner.query('update deposit.reserved_voucher set reserved_ms = reserved_ms - 86400001')

  it('is destroyed after a day where no recharge names it, and stays where one does', async () => {
    const before = await keptCount()
    await announce()
    const { rowCount } = await world.ledger.owner.query('select from deposit.reserved_voucher')
    expect(rowCount).toBe(0)
    // Killed after the recharge was stored, and before it.
    await world.ledger.owner.query(
      'insert into deposit.reserved_voucher select voucher, clock.now_ms() from deposit.deposit limit 1',
    )
    expect(await kept.vouchers.keep(new Uint8Array(await voucher.arrayBuffer()))).toMatchObject({ ok: true })
    await kept.vouchers.sweep()
    expect(await keptCount()).toBe(before + 2)
    await aDayLater()
    await kept.vouchers.sweep()
    expect(await keptCount()).toBe(before + 1)
    expect((await world.ledger.owner.query('select from deposit.reserved_voucher')).rowCount).toBe(0)
  })
})

describe('the address in a sandbox without a chain', () => {
  it('is the same every time, another for everybody, and no address of any chain', async () => {
    const of = async (customerId: bigint, chain: 'TRC20' | 'ERC20') =>
      (await kept.deposits.address(customerId, chain)).address
    expect(await of(1n, 'TRC20')).toBe(await of(1n, 'TRC20'))
    const all = [await of(1n, 'TRC20'), await of(1n, 'ERC20'), await of(2n, 'TRC20'), await of(2n, 'ERC20')]
    expect(new Set(all).size).toBe(4)
    for (const address of all) {
      expect(address).toMatch(/^SANDBOX-(TRC20|ERC20)-[2-9A-Z]{4}-0000-[2-9A-Z]{4}$/)
      expect(address).not.toMatch(/0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}/)
    }
    expect((await kept.deposits.methods()).chains).toMatchObject([
      { chain: 'TRC20', hasWatcher: false, isSandboxAddress: true, minimum: '10' },
      { chain: 'ERC20', hasWatcher: false, isSandboxAddress: true },
    ])
  })
})

describe('a voucher under review', () => {
  it('is approved with its transaction by one operator below the threshold: exactly the quantity is credited', async () => {
    const id = await announce({ quantity: '299.999999' })
    const before = await credited()
    events.length = 0
    expect(await approve(id, newReference())).toMatchObject({
      ok: true,
      value: { outcome: 'completed', state: 'completed' },
    })
    expect((await credited()) - before).toBe(299_999_999n)
    expect(events[0]).toEqual({ type: 'notice', notice: { kind: 'recharge', id, state: 'completed' } })
    expect(await auditOf(id)).toEqual(['deposit.completed'])
    const { rows } = await world.ledger.app.query<{ kind: string }>(
      'select kind from message.message where subject = $1',
      [`deposit:${id}`],
    )
    expect(rows).toEqual([{ kind: 'recharge-completed' }])
    expect(await approve(id, newReference(), second)).toMatchObject({ error: 'transaction-closed' })
    expect(await reject(id, second)).toMatchObject({ error: 'transaction-closed' })
  })

  it('takes two operators from the threshold on, who find the same transaction without being shown it', async () => {
    const id = await announce({ quantity: '300' })
    const before = await credited()
    const reference = newReference()
    expect(await approve(id, reference)).toMatchObject({ value: { outcome: 'recorded', state: 'under-review' } })
    expect(await approve(id, reference)).toMatchObject({ error: 'already-decided' })
    expect(await reject(id)).toMatchObject({ error: 'already-decided' })
    expect(await credited()).toBe(before)
    const seen = await review.detail(second, BigInt(id))
    expect(seen).toMatchObject({ value: { approvalsNeeded: 2, approvalsGiven: 1, verdicts: [], mayDecide: true } })
    expect(JSON.stringify(seen)).not.toContain(reference)
    expect(await approve(id, newReference(), second)).toMatchObject({ error: 'reference-differs' })
    expect(await approve(id, `0x${reference.toUpperCase()}`, second)).toMatchObject({ value: { outcome: 'completed' } })
    expect((await credited()) - before).toBe(300n * coin)
    expect(await review.detail(first, BigInt(id))).toMatchObject({
      value: { verdicts: [{ operator: 'payments-one' }, { operator: 'payments-two' }] },
    })
  })

  it('credits a transaction once, whichever recharge it is attached to', async () => {
    const [one, other] = [await announce(), await announce({}, 2n)]
    const reference = newReference()
    expect(await approve(one, reference)).toMatchObject({ ok: true })
    expect(await approve(other, reference.toUpperCase(), second)).toMatchObject({ error: 'reference-taken' })
    const onAnotherChain = await announce({ chain: 'ERC20' }, 2n)
    expect(await approve(onAnotherChain, reference, second)).toMatchObject({ ok: true })
  })

  it('is left to the watcher where that has seen the transaction, and the watcher leaves alone what was reviewed', async () => {
    await world.openCustomer(3n)
    const txid = testTxid(7_001)
    await world.record({ txid, to: 3n, isFinal: false })
    const other = await announce({ chain: 'ERC20' })
    expect(await approve(other, txid)).toMatchObject({ error: 'transfer-known' })
    const own = await kept.deposits.create(3n, form({ chain: 'ERC20' }))
    const id = own.ok ? own.value.id : ''
    const reviewed = testTxid(7_002)
    expect(await approve(id, reviewed)).toMatchObject({ ok: true })
    const before = await credited(3n)
    expect(await world.record({ txid: reviewed, to: 3n })).toMatchObject({ outcome: 'reviewed' })
    expect(await credited(3n)).toBe(before)
  })

  it('is rejected with a reason that the customer can read', async () => {
    const id = await announce()
    expect(await reject(id)).toMatchObject({ value: { outcome: 'rejected', state: 'rejected' } })
    expect(await kept.deposits.detail(1n, id)).toMatchObject({
      value: { state: 'rejected', reason: 'quantity-differs' },
    })
    expect(await auditOf(id)).toEqual(['deposit.rejected'])
  })

  it('is decided once when many decide at once', async () => {
    const id = await announce()
    const before = await credited()
    const reference = newReference()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => approve(id, reference, index % 2 === 0 ? first : second)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await credited()) - before).toBe(100n * coin)
  })

  it('waits, with nothing recorded, where USD has no price', async () => {
    const id = await announce({ currency: 'USD' })
    const reference = newReference()
    const { slot } = world.ledger
    await world.ledger.moveTo(slot + 100)
    expect(await approve(id, reference)).toMatchObject({ error: 'market-stale' })
    await world.ledger.publish({ 1: { price: 100n } })
    const before = (await world.balances(1n)).usd
    expect(await approve(id, reference)).toMatchObject({ value: { outcome: 'completed' } })
    expect((await world.balances(1n)).usd - before).toBe(99_950_000n)
    expect(await kept.deposits.detail(1n, id)).toMatchObject({ value: { rate: '0.9995', credited: '99.95' } })
  })

  it('is decided by nobody without the role, and seen by nobody without a record', async () => {
    const id = await announce()
    await expect(approve(id, newReference(), support)).rejects.toMatchObject({ code: 'CO002' })
    await expect(
      review.decide('x'.repeat(43), { id, verdict: 'rejected', reason: 'wrong-chain', reference: undefined }),
    ).rejects.toMatchObject({
      code: 'CO001',
    })
    expect(await review.voucher(second.secret, BigInt(id))).toMatchObject({ ok: true })
    expect(await auditOf(id)).toEqual(['deposit.voucher-opened'])
    await expect(review.voucher('x'.repeat(43), BigInt(id))).rejects.toMatchObject({ code: 'CO001' })
    const queue = await review.queue(first, 50)
    expect(queue.map((item) => item.id)).toContain(id)
    expect((await review.queue(support, 50)).every(({ mayDecide }) => !mayDecide)).toBe(true)
  })

  it('is listed once it is decided, with who decided it, and not before', async () => {
    const [decided, waiting] = [await announce(), await announce()]
    expect(
      await review.decide(first.secret, { id: decided, verdict: 'rejected', reason: 'wrong-chain' }),
    ).toMatchObject({
      value: { outcome: 'rejected' },
    })
    const { items, nextCursor } = await review.decided(first, { limit: 1 })
    expect(items).toMatchObject([{ id: decided, state: 'rejected', mayDecide: false, hasDecided: true }])
    expect(items[0]?.operators).toHaveLength(1)
    const next = await review.decided(first, { limit: 100, cursor: nextCursor ?? '' })
    expect(next.items.map(({ id }) => id)).not.toContain(decided)
    expect(next.items.map(({ id }) => id)).not.toContain(waiting)
  })
})

describe('the sandbox reviewer', () => {
  it('approves what waits, twice where two are needed, and rejects a quantity that asks for it', async () => {
    const task = createDepositReviewTask({ pool: world.ledger.app, review })
    const ids = [
      await announce({ quantity: '50' }),
      await announce({ quantity: '113.13' }),
      await announce({ quantity: '500' }),
    ]
    for (const reviewer of [first, second])
      for (const due of await task.due(0))
        if (ids.includes(due.subject.slice(8))) {
          const { id = '0', ...act } = task.actOf?.(due) ?? { act: 'deposit.approve' }
          await confirmAct(world.ledger, reviewer.secret, { ...act, id: BigInt(id) })
          await task.decide(reviewer.secret, due, 1)
        }
    const states = await Promise.all(ids.map((id) => kept.deposits.detail(1n, id)))
    expect(states.map((found) => found.ok && found.value.state)).toEqual(['completed', 'rejected', 'completed'])
  })
})
