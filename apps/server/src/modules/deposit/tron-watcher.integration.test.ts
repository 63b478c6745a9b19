import { HDKey } from '@scure/bip32'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeAfterTest, openTestDatabase } from '../../platform/postgres/test-database.ts'
import { pollOnce } from './chain-watcher.ts'
import { createAddressBook } from './deposit-addresses.ts'
import { readDeposits, readTransfers } from './deposit-store.ts'
import { coin, openDepositWorld, opening, testTxid } from './testing/deposit-world.ts'
import type { DepositWorld } from './testing/deposit-world.ts'
import { FakeTronGrid } from './testing/fake-tron-grid.ts'
import { seedDepositChains } from './transfer-store.ts'
import { openTronApi } from './tron-api.ts'
import { createTronSource } from './tron-source.ts'

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const otherToken = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'
const logger = pino({ level: 'silent' })
const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).derive("m/44'/195'/0'").publicExtendedKey

let world: DepositWorld
let grid: FakeTronGrid
let url: string
let source: ReturnType<typeof createTronSource>
let own: string
beforeEach(async () => {
  const database = closeAfterTest(await openTestDatabase())
  world = closeAfterTest(await openDepositWorld(database))
  await seedDepositChains(world.ledger.owner, [{ chain: 'TRC20', token: usdt, confirmations: 20 }])
  grid = new FakeTronGrid()
  url = await grid.start()
  source = createTronSource(openTronApi({ url, key: 'a-key' }))
  for (const customerId of [1n, 2n]) await world.ledger.openCustomer(customerId)
  own = await addressOf(1n)
})
afterEach(() => grid.stop())

const addressOf = (customerId: bigint) =>
  createAddressBook({ watcher: world.watcher, xpubs: new Map([['TRC20', xpub]]) })(customerId, 'TRC20')
const look = (from = source) => pollOnce({ watcher: world.watcher, source: from, logger, onChanged: () => undefined })
const pay = (to: string, units = 100n * coin, token = usdt) => [{ to, units, token }]
const txid = (number: number) => testTxid(number).slice(2)
const usdtOf = async (customerId: bigint) => (await world.balances(customerId)).usdt - opening
const transfersOf = (customerId: bigint) => readTransfers(world.ledger.app, { customerId, belowId: null }, 50)

describe('a transfer on TRON', () => {
  it('is seen at once, and credited when its block is solid', async () => {
    const { depositId } = await world.announce({ chain: 'TRC20' })
    grid.send(txid(1), pay(own))
    await look()
    expect(await transfersOf(1n)).toMatchObject([{ txid: txid(1), state: 'waiting', confirmations: 1, depositId }])
    grid.head += 18
    await look()
    expect(await transfersOf(1n)).toMatchObject([{ state: 'waiting', confirmations: 19 }])
    expect(await usdtOf(1n)).toBe(0n)
    grid.head += 1
    await look()
    expect(await transfersOf(1n)).toMatchObject([{ state: 'credited', confirmations: 20 }])
    expect(await usdtOf(1n)).toBe(100n * coin)
    expect([...grid.keys]).toEqual(['a-key'])
  })

  it('is credited once, also by watchers at once and after a restart', async () => {
    grid.send(txid(1), [...pay(own), ...pay(await addressOf(2n), 30n * coin), ...pay(own, 20n * coin)])
    grid.head += 30
    await Promise.all([look(), look(), look(createTronSource(openTronApi({ url, key: '' })))])
    await look(createTronSource(openTronApi({ url, key: '' })))
    await look()
    expect([await usdtOf(1n), await usdtOf(2n)]).toEqual([120n * coin, 30n * coin])
  })

  it('is not credited as another token, as dust, or when it failed', async () => {
    grid.send(txid(1), pay(own, 500n * coin, otherToken))
    grid.send(txid(2), pay(own, 10n * coin - 1n))
    grid.send(txid(3), pay(own), 'OUT_OF_ENERGY')
    grid.head += 30
    await look()
    expect((await transfersOf(1n)).map(({ state }) => state).toSorted()).toEqual(['dust', 'wrong-token'])
    expect(await usdtOf(1n)).toBe(0n)
  })

  it('that a fork drops leaves its announcement waiting, and is credited when it comes again', async () => {
    const { depositId } = await world.announce({ chain: 'TRC20' })
    grid.send(txid(1), pay(own))
    await look()
    grid.drop(txid(1))
    grid.head += 1
    await look()
    expect(await transfersOf(1n)).toMatchObject([{ state: 'reversed' }])
    grid.send(txid(1), pay(own))
    grid.head += 30
    await look()
    expect(await transfersOf(1n)).toMatchObject([{ state: 'credited', depositId }])
    expect(await readDeposits(world.ledger.app, { customerId: 1n, state: null, belowId: null }, 5)).toHaveLength(1)
  })

  it('is found on a later page of a long list, and known ones are not asked for again', async () => {
    grid.pageSize = 2
    for (let number = 1; number <= 5; number += 1) grid.send(txid(number), pay(own, 20n * coin))
    grid.head += 30
    await look()
    expect(await usdtOf(1n)).toBe(100n * coin)
    const { asked } = grid
    await look()
    // Two newest blocks, and the first page of each of two addresses at most.
    expect(grid.asked - asked).toBeLessThanOrEqual(4)
    grid.send(txid(6), pay(own, 20n * coin))
    grid.head += 30
    await look()
    expect(await usdtOf(1n)).toBe(120n * coin)
  })
})

describe('TronGrid', () => {
  it.each([429, 503])('that responds with %i is polled again in the next round', async (status) => {
    grid.send(txid(1), pay(own))
    grid.head += 30
    grid.status = status
    await expect(look()).rejects.toThrow(`HTTP ${status}`)
    grid.status = null
    await look()
    expect(await usdtOf(1n)).toBe(100n * coin)
  })
})
