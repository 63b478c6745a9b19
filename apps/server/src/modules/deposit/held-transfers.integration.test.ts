import { beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTest, openTestDatabase } from '../../platform/postgres/test-database.ts'
import { readDeposits, readReviewQueue } from './deposit-store.ts'
import { decideDeposit } from './review-store.ts'
import { coin, openDepositWorld, opening, testTxid } from './testing/deposit-world.ts'
import type { DepositWorld } from './testing/deposit-world.ts'
import { approveDeposit } from './testing/voucher-life.ts'

let world: DepositWorld
let first: string
let second: string

beforeEach(async () => {
  const database = closeAfterTest(await openTestDatabase())
  world = closeAfterTest(await openDepositWorld(database))
  for (const customerId of [1n, 2n, 3n]) await world.openCustomer(customerId)
  await world.capWatcher({ transfer: 1_000n * coin, customerAndDay: 1_500n * coin, day: 2_000n * coin })
  first = await world.logIn('first')
  second = await world.logIn('second')
})

let transfers = 1
const pay = async (to: bigint, quantity: bigint) => {
  transfers += 1
  const { outcome } = await world.record({ to, units: quantity * coin, txid: testTxid(transfers) })
  return outcome
}
const usdtOf = async (customerId: bigint) => (await world.balances(customerId)).usdt - opening
const heldDeposit = async () => {
  const [held] = await readReviewQueue(world.ledger.app, 10)
  if (held === undefined) throw new Error('no deposit waits')
  return held
}
const approve = (secret: string, depositId: bigint, reference: string) =>
  approveDeposit(world.ledger, secret, depositId, reference)

describe('the watcher', () => {
  test('credits nothing beyond one transfer, one customer and day, and the day', async () => {
    expect(await pay(1n, 1_001n)).toBe('held')
    expect(await pay(1n, 1_000n)).toBe('credited')
    expect(await pay(1n, 501n)).toBe('held')
    expect(await pay(1n, 500n)).toBe('credited')
    expect(await pay(2n, 501n)).toBe('held')
    expect(await pay(2n, 500n)).toBe('credited')
    expect(await pay(3n, 10n)).toBe('held')
    expect(await Promise.all([usdtOf(1n), usdtOf(2n), usdtOf(3n)])).toEqual([1_500n * coin, 500n * coin, 0n])
  })

  test('credits no more at once than one after the other', async () => {
    const outcomes = await Promise.all([1n, 2n, 3n, 1n, 2n, 3n].map((to) => pay(to, 500n)))
    expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(4)
  })

  test('holds a transfer however often it shows it, also on another day', async () => {
    const large = { to: 1n, units: 1_001n * coin, txid: testTxid(77) }
    expect((await world.record(large)).outcome).toBe('held')
    await world.ledger.owner.query('update clock.setting set virtual_now_ms = virtual_now_ms + 2 * 86400000')
    await world.capWatcher({ transfer: 9_000n * coin, customerAndDay: 9_000n * coin, day: 9_000n * coin })
    expect((await world.record(large)).outcome).toBe('held')
    expect(await usdtOf(1n)).toBe(0n)
  })

  test('credits again after a day, and may not change its limits', async () => {
    expect(await pay(1n, 1_000n)).toBe('credited')
    expect(await pay(1n, 1_000n)).toBe('held')
    await world.ledger.owner.query('update clock.setting set virtual_now_ms = virtual_now_ms + 86400001')
    expect(await pay(1n, 1_000n)).toBe('credited')
    for (const role of [world.watcher, world.ledger.app]) {
      const attack = role.query('update deposit.watcher_cap set total_a_day = 9000000000000000000')
      await expect(attack).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('a held transfer', () => {
  test('is credited with what it brought once two operators have found it', async () => {
    await pay(1n, 1_001n)
    const { depositId, approvalsNeeded, transfer } = await heldDeposit()
    expect(approvalsNeeded).toBe(2)
    expect((await approve(first, depositId, testTxid(999_999))).outcome).toBe('reference-differs')
    expect((await approve(first, depositId, transfer?.txid ?? '')).outcome).toBe('approved')
    expect((await approve(first, depositId, transfer?.txid ?? '')).outcome).toBe('already-decided')
    expect(await usdtOf(1n)).toBe(0n)
    expect((await approve(second, depositId, transfer?.txid ?? '')).outcome).toBe('completed')
    expect(await usdtOf(1n)).toBe(1_001n * coin)
    expect(await readReviewQueue(world.ledger.app, 10)).toEqual([])
  })

  test('cannot be rejected, and fails when the chain takes it back', async () => {
    await pay(1n, 1_001n)
    const { depositId, transfer } = await heldDeposit()
    const rejection = { verdict: 'rejected', reason: 'transfer-not-found' } as const
    expect((await decideDeposit(world.ledger.app, first, depositId, rejection)).outcome).toBe('transfer-known')
    expect((await world.miss(transfer?.txid)).outcome).toBe('reversed')
    expect((await approve(first, depositId, transfer?.txid ?? '')).outcome).toBe('transaction-closed')
    const [deposit] = await readDeposits(world.ledger.app, { customerId: 1n, state: null, belowId: null }, 1)
    expect(deposit).toMatchObject({ state: 'failed', credited: null })
  })

  test('leaves what the watcher may credit untouched once operators have approved it', async () => {
    await pay(1n, 1_400n)
    const { depositId, transfer } = await heldDeposit()
    for (const secret of [first, second]) await approve(secret, depositId, transfer?.txid ?? '')
    expect(await pay(1n, 1_000n)).toBe('credited')
  })
})
