import { randomUUID } from 'node:crypto'
import { amount, units } from '@candor/money'
import { beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/postgres/pool.ts'
import { closeAfterTest, openTestDatabase } from '../../platform/postgres/test-database.ts'
import { statementsWaiting } from '../../platform/postgres/test-locks.ts'
import { lapseOldDeposits, readDeposit, readDeposits, readTransfers, requestDeposit } from './deposit-store.ts'
import { coin, openDepositWorld, opening, testAddress, testTxid, token } from './testing/deposit-world.ts'
import type { DepositWorld } from './testing/deposit-world.ts'
import { recordTransfer } from './transfer-store.ts'
import { approveDeposit } from './testing/voucher-life.ts'

let world: DepositWorld
beforeEach(async () => {
  const database = closeAfterTest(await openTestDatabase())
  world = closeAfterTest(await openDepositWorld(database, { price: 99n }))
  await world.openCustomer(1n)
  await world.openCustomer(2n)
})

const announce = async ({
  quantity = 100n * coin,
  ...others
}: { asset?: 'USD' | 'USDT'; quantity?: bigint; txid?: string | null; customerId?: bigint } = {}) => {
  const { depositId } = await world.announce({ ...others, quantityUnits: units('USDT', quantity) })
  return depositId ?? 0n
}
const depositsOf = (customerId: bigint) =>
  readDeposits(world.ledger.app, { customerId, state: null, belowId: null }, 50)
const isFrozen = async (customerId: bigint) =>
  (await world.ledger.app.query<{ frozen: boolean }>('select deposit.is_withdrawal_frozen($1) as frozen', [customerId]))
    .rows[0]?.frozen

describe('a final transfer', () => {
  it('is credited to the owner of the address, out of custody', async () => {
    const custody = await world.ledger.total('custody', 'USDT')
    expect(await world.record()).toMatchObject({ outcome: 'credited', customerId: 1n, depositState: 'completed' })
    expect((await world.balances(1n)).usdt).toBe(opening + 100n * coin)
    expect(await world.ledger.total('custody', 'USDT')).toBe(custody - 100n * coin)
    const [deposit] = await depositsOf(1n)
    expect(deposit).toMatchObject({
      asset: 'USDT',
      quantityUnits: units('USDT', 100n * coin),
      credited: amount('USDT', 100n * coin),
      state: 'completed',
      rate: null,
    })
    expect(deposit?.transfer).toMatchObject({
      state: 'credited',
      txid: testTxid(1),
      confirmations: 5,
      confirmationsNeeded: 12,
    })
  })

  it('is credited once, however often and however written it is shown', async () => {
    await world.record()
    const again = [world.record(), world.record({ txid: testTxid(1).toUpperCase().replace('0X', '0x') })]
    again.push(
      world.record({ address: testAddress(1n).toUpperCase().replace('0X', '0x'), blockHash: '0xbb', blockNumber: 11n }),
    )
    expect((await Promise.all(again)).map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known'])
    expect((await world.balances(1n)).usdt).toBe(opening + 100n * coin)
    expect(await depositsOf(1n)).toHaveLength(1)
  })

  it('is credited once when a thousand say so at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => world.record()))
    expect(outcomes.filter(({ outcome }) => outcome === 'credited')).toHaveLength(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'known')).toHaveLength(999)
    expect((await world.balances(1n)).usdt).toBe(opening + 100n * coin)
  })

  it('is each credited where one transaction has several, to their owners', async () => {
    const all = [
      world.record({ logIndex: 0 }),
      world.record({ logIndex: 1, units: 50n * coin }),
      world.record({ logIndex: 2, to: 2n }),
    ]
    expect((await Promise.all(all)).map(({ outcome }) => outcome)).toEqual(['credited', 'credited', 'credited'])
    expect((await world.balances(1n)).usdt).toBe(opening + 150n * coin)
    expect((await world.balances(2n)).usdt).toBe(opening + 100n * coin)
  })

  it('goes to the owner of the address, not to the customer who announced its transaction', async () => {
    const claimed = await announce({ customerId: 2n, txid: testTxid(1) })
    expect(await world.record()).toMatchObject({ outcome: 'credited', customerId: 1n })
    expect((await world.balances(2n)).usdt).toBe(opening)
    expect(await readDeposit(world.ledger.app, claimed)).toMatchObject({ state: 'under-review', transfer: null })
  })

  it('completes the announcement that names it, else that of its quantity, else the oldest', async () => {
    const oldest = await announce({ quantity: 70n * coin })
    const named = await announce({ quantity: 60n * coin, txid: testTxid(3) })
    const fitting = await announce({ quantity: 100n * coin })
    await world.record({ txid: testTxid(1) })
    await world.record({ txid: testTxid(2) })
    await world.record({ txid: testTxid(3) })
    await world.record({ txid: testTxid(4) })
    const found = await Promise.all([fitting, oldest, named].map((id) => readDeposit(world.ledger.app, id)))
    expect(found.map((deposit) => deposit?.transfer?.txid)).toEqual([testTxid(1), testTxid(2), testTxid(3)])
    expect(await depositsOf(1n)).toHaveLength(4)
  })

  it('is credited as USD at the price less the spread, out of the fx accounts of the house', async () => {
    await announce({ asset: 'USD' })
    const fx = { usd: await world.ledger.total('fx', 'USD'), usdt: await world.ledger.total('fx', 'USDT') }
    const units = 123_456_789n
    expect(await world.record({ units })).toMatchObject({ outcome: 'credited' })
    // 123.456789 × 0.99 × 0.9995, rounded down.
    const credited = (units * 99n * 9_995n) / 1_000_000n
    expect((await world.balances(1n)).usd).toBe(opening + credited)
    expect(await world.ledger.total('fx', 'USD')).toBe(fx.usd - credited)
    expect(await world.ledger.total('fx', 'USDT')).toBe(fx.usdt + units)
    expect((await depositsOf(1n))[0]).toMatchObject({
      credited: amount('USD', credited),
      rate: { ticks: 99n, decimals: 2, spreadBps: 5 },
    })
  })

  it('waits as USD for a current price, and for cover', async () => {
    await announce({ asset: 'USD' })
    await world.ledger.moveTo(world.ledger.slot + 30)
    expect(await world.record()).toMatchObject({ outcome: 'no-price', depositState: 'under-review' })
    await world.ledger.publish({ 1: { price: 99n, state: 2 } })
    expect(await world.record()).toMatchObject({ outcome: 'no-price' })
    await world.ledger.publish({ 1: { price: 99n } })
    // No single stripe of the house has that much USD.
    await announce({ asset: 'USD' })
    expect(await world.record({ txid: testTxid(9), units: 900_000n * coin })).toMatchObject({ outcome: 'not-covered' })
    expect((await world.balances(1n)).usd).toBe(opening)
    expect(await world.record()).toMatchObject({ outcome: 'credited' })
  })

  it('waits for cover where another took it while it stood in line', async () => {
    // Of one stripe with customer 1; each stripe of the house has 250,000 USD.
    await world.openCustomer(5n)
    for (const customerId of [1n, 5n]) await announce({ customerId, asset: 'USD' })
    const record = (to: bigint) => world.record({ to, txid: testTxid(to), units: 200_000n * coin })
    // Watchers credit one after the other; operators who approve a held transfer stand in line beside them.
    const [first, second] = [await world.logIn('first'), await world.logIn('second')]
    const { depositId } = await world.hold(() => record(5n))
    const approve = (secret: string) => approveDeposit(world.ledger, secret, depositId ?? 0n, testTxid(5n))
    expect(await approve(first)).toMatchObject({ outcome: 'approved' })
    const deciding = await withTransaction(world.ledger.owner, async (client) => {
      await client.query('select from ledger.stripe for no key update')
      const both = [record(1n), approve(second)]
      await expect.poll(() => statementsWaiting(world.ledger.owner)).toBe(2)
      return both
    })
    const outcomes = (await Promise.all(deciding)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'not-covered')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'credited' || outcome === 'completed')).toHaveLength(1)
    // Another stripe has enough for the second.
    const again = outcomes[0] === 'not-covered' ? record(1n) : approve(second)
    expect(['credited', 'completed']).toContain((await again).outcome)
  })
})

describe('a transfer that is not final', () => {
  it('is seen with its confirmations, and credited when it is', async () => {
    const id = await announce()
    expect(await world.record({ isFinal: false, confirmations: 1 })).toMatchObject({
      outcome: 'waiting',
      depositId: id,
    })
    expect(await readDeposit(world.ledger.app, id)).toMatchObject({
      state: 'under-review',
      transfer: { state: 'waiting', confirmations: 1 },
    })
    await world.record({ isFinal: false, confirmations: 3 })
    expect((await readDeposit(world.ledger.app, id))?.transfer?.confirmations).toBe(3)
    expect((await world.balances(1n)).usdt).toBe(opening)
    expect(await world.record({ confirmations: 12 })).toMatchObject({ outcome: 'credited', depositId: id })
  })

  it('leaves its announcement waiting when the chain takes it back, and comes again in another block', async () => {
    const id = await announce()
    await world.record({ isFinal: false })
    expect(await world.miss()).toMatchObject({ outcome: 'reversed' })
    expect(await readDeposit(world.ledger.app, id)).toMatchObject({ state: 'under-review', transfer: null })
    expect(await isFrozen(1n)).toBe(false)
    expect(await world.record({ blockNumber: 12n, blockHash: '0xcc' })).toMatchObject({
      outcome: 'credited',
      depositId: id,
    })
  })

  it('takes with it a deposit that it alone had made, which comes again with it', async () => {
    await world.record({ isFinal: false })
    await world.miss()
    expect((await depositsOf(1n))[0]).toMatchObject({
      state: 'failed',
      reason: 'transfer-reversed',
      credited: null,
    })
    await world.record()
    expect((await depositsOf(1n)).map(({ state }) => state)).toEqual(['completed'])
  })
})

describe('what is seen and not credited', () => {
  it('is less than the minimum, another token, and what goes to nobody', async () => {
    expect(await world.record({ txid: testTxid(1), units: 10n * coin - 1n })).toMatchObject({
      outcome: 'dust',
      depositId: null,
    })
    expect(await world.record({ txid: testTxid(2), token: testAddress(99n) })).toMatchObject({ outcome: 'wrong-token' })
    expect(await world.record({ txid: testTxid(3), token: testAddress(99n), units: 2n ** 200n })).toMatchObject({
      outcome: 'wrong-token',
    })
    expect(await world.record({ txid: testTxid(4), to: 3n })).toMatchObject({ outcome: 'unknown-address' })
    const seen = await readTransfers(world.ledger.app, { customerId: 1n, belowId: null }, 10)
    expect(seen.map(({ state, units }) => [state, units])).toEqual([
      ['wrong-token', null],
      ['wrong-token', null],
      ['dust', 10n * coin - 1n],
    ])
    expect(await depositsOf(1n)).toEqual([])
    expect(await world.record({ txid: testTxid(5), units: 10n * coin })).toMatchObject({ outcome: 'credited' })
  })

  it('is everything on a chain that is not watched', async () => {
    await world.ledger.owner.query("update deposit.deposit_chain set token = null where chain = 'ERC20'")
    expect(await world.record()).toMatchObject({ outcome: 'wrong-token' })
    await world.ledger.owner.query("update deposit.deposit_chain set token = $1 where chain = 'ERC20'", [token])
    expect(await world.record()).toMatchObject({ outcome: 'credited' })
  })
})

describe('a reorganisation below what was credited', () => {
  it('takes back what the customer still has, freezes withdrawals, and leaves the house with the rest as a claim', async () => {
    await world.record()
    const custody = await world.ledger.total('custody', 'USDT')
    await world.ledger.owner.query('select ledger.fund_house()')
    expect(await world.miss()).toMatchObject({ outcome: 'suspended', depositState: 'failed' })
    expect((await world.balances(1n)).usdt).toBe(opening)
    expect(await world.ledger.total('custody', 'USDT')).toBe(custody + 100n * coin)
    expect(await world.ledger.total('suspense', 'USDT')).toBe(0n)
    expect(await isFrozen(1n)).toBe(true)
    expect(await isFrozen(2n)).toBe(false)
    expect(await world.miss()).toMatchObject({ outcome: 'none' })
    expect((await depositsOf(1n))[0]).toMatchObject({
      state: 'failed',
      reason: 'transfer-reversed',
      credited: amount('USDT', 100n * coin),
    })
  })

  it('takes no more than there is', async () => {
    await world.openCustomer(5n)
    await announce({ customerId: 5n, asset: 'USD' })
    await world.record({ to: 5n })
    const termsId = await world.ledger.offer({
      instrumentId: 2,
      durationSlots: 60,
      stakeMax: 20_000n * coin,
      maxOpenPayout: 10n ** 15n,
    })
    const available = (await world.balances(5n)).usd
    // All but 20 USD are held for a contract.
    const stakeUnits = ((available - 20n * coin) * 200n) / 201n
    const [placed] = await world.ledger.place([
      { customerId: 5n, requestId: randomUUID(), instrumentId: 2, stakeUnits, termsId },
    ])
    expect(placed).toMatchObject({ outcome: 'accepted' })
    const left = (await world.balances(5n)).usd
    await world.miss()
    expect((await world.balances(5n)).usd).toBe(0n)
    expect(await world.ledger.total('suspense', 'USD')).toBe(left)
    expect(await world.ledger.total('suspense', 'USDT')).toBe(-100n * coin)
  })

  it('is undone when the transfer is in the chain again, and final', async () => {
    await world.record()
    await world.miss()
    expect(await world.record({ isFinal: false, blockHash: '0xdd' })).toMatchObject({
      outcome: 'waiting',
      depositState: 'failed',
    })
    expect(await isFrozen(1n)).toBe(true)
    expect(await world.record({ blockHash: '0xdd' })).toMatchObject({ outcome: 'credited', depositState: 'completed' })
    expect((await world.balances(1n)).usdt).toBe(opening + 100n * coin)
    expect(await world.ledger.total('suspense', 'USDT')).toBe(0n)
    expect(await isFrozen(1n)).toBe(false)
    expect(await world.record({ blockHash: '0xdd' })).toMatchObject({ outcome: 'known' })
  })

  it('notices another transfer in the place of the credited one', async () => {
    await world.record()
    expect(await world.record({ units: 500n * coin })).toMatchObject({ outcome: 'changed' })
    expect(await world.record({ to: 2n })).toMatchObject({ outcome: 'changed' })
    expect((await world.balances(1n)).usdt).toBe(opening + 100n * coin)
  })
})

describe('an announcement', () => {
  it('is answered the same when it is repeated, and is a conflict with other values', async () => {
    const request = {
      customerId: 1n,
      requestId: randomUUID(),
      chain: 'ERC20',
      asset: 'USDT',
      quantityUnits: units('USDT', 50n * coin),
    } as const
    const make = (changed: object = {}) =>
      requestDeposit(world.ledger.app, { ...request, txid: null, voucher: null, ...changed })
    const outcomes = await Promise.all([make(), make(), make()])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'repeated', 'repeated'])
    expect(new Set(outcomes.map(({ depositId }) => depositId)).size).toBe(1)
    for (const other of [
      { quantityUnits: units('USDT', 51n * coin) },
      { asset: 'USD' },
      { chain: 'TRC20' },
      { txid: testTxid(1) },
    ])
      expect(await make(other)).toMatchObject({ outcome: 'conflict' })
    expect(await make({ customerId: 2n })).toMatchObject({ outcome: 'accepted' })
  })

  it('keeps to the minimum and to how many may be open', async () => {
    expect(await announce({ quantity: 10n * coin - 1n })).toBe(0n)
    await world.ledger.owner.query('update deposit.deposit_setting set max_open = 2')
    expect([(await announce()) > 0n, (await announce()) > 0n, await announce()]).toEqual([true, true, 0n])
  })

  it('lapses when nothing arrives in time', async () => {
    const first = await announce()
    await world.ledger.moveTo(world.ledger.slot + 3 * 172_800 + 10)
    await announce()
    expect(await readDeposit(world.ledger.app, first)).toMatchObject({ state: 'lapsed', reason: 'nothing-arrived' })
    const other = await announce({ customerId: 2n })
    await lapseOldDeposits(world.ledger.app)
    expect(await readDeposit(world.ledger.app, other)).toMatchObject({ state: 'under-review' })
    await world.ledger.moveTo(world.ledger.slot + 3 * 172_800 + 10)
    await lapseOldDeposits(world.ledger.app)
    expect(await readDeposit(world.ledger.app, other)).toMatchObject({ state: 'lapsed' })
  })
})

it('keeps what one stripe cannot book for the next look', async () => {
  await world.ledger.owner.query("select ledger.halt(6::smallint, 'a test')")
  await expect(recordTransfer(world.watcher, 'ERC20', world.seen())).rejects.toMatchObject({ code: 'CL001' })
  await world.ledger.owner.query('select ledger.resume()')
  expect(await world.record()).toMatchObject({ outcome: 'credited' })
})
