import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { HDKey } from '@scure/bip32'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { pollOnce, startChainWatcher } from './chain-watcher.ts'
import type { ChangedDeposit } from './chain-watcher.ts'
import { createAddressBook } from './deposit-addresses.ts'
import { readDeposits, readTransfers } from './deposit-store.ts'
import { openEvmRpc } from './evm-rpc.ts'
import { createEvmSource } from './evm-source.ts'
import { deployToken, startAnvil } from './testing/anvil.ts'
import type { Anvil, TestToken } from './testing/anvil.ts'
import { coin, openDepositWorld, opening } from './testing/deposit-world.ts'
import type { DepositWorld } from './testing/deposit-world.ts'
import { seedDepositChains } from './transfer-store.ts'

const logger = pino({ level: 'silent' })
const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/60'/0'").publicExtendedKey

let database: TestDatabase
let world: DepositWorld
let anvil: Anvil
let token: TestToken
let changes: ChangedDeposit[] = []
beforeEach(async () => {
  ;[database, anvil] = await Promise.all([openTestDatabase(), startAnvil()])
  world = await openDepositWorld(database)
  token = await deployToken(anvil.url)
  await seedDepositChains(world.ledger.owner, [{ chain: 'ERC20', token: token.address, confirmations: 3 }])
  for (const customerId of [1n, 2n]) await world.ledger.openCustomer(customerId)
  changes = []
  await look()
})
afterEach(async () => {
  await anvil.stop()
  await world.close()
  await database.close()
})

const addressOf = (customerId: bigint) =>
  createAddressBook({ watcher: world.watcher, xpubs: new Map([['ERC20', xpub]]) })(customerId, 'ERC20')
const source = () => createEvmSource(openEvmRpc(anvil.url))
const onChanged = (changed: ChangedDeposit) => changes.push(changed)
const look = () => pollOnce({ watcher: world.watcher, source: source(), logger, onChanged })
const mine = (blocks: number) => anvil.rpc('anvil_mine', `0x${blocks.toString(16)}`)
const rawOf = (txid: string) => anvil.rpc('eth_getRawTransactionByHash', txid)
const usdtOf = async (customerId: bigint) => (await world.balances(customerId)).usdt - opening
const depositsOf = (customerId: bigint) =>
  readDeposits(world.ledger.app, { customerId, state: null, belowId: null }, 50)
const transfersOf = (customerId: bigint) => readTransfers(world.ledger.app, { customerId, belowId: null }, 50)

describe('a transfer on a real chain', () => {
  it('is seen, counted, and credited when its block is final', async () => {
    const { depositId } = await world.announce()
    const txid = await token.send(await addressOf(1n), 100n * coin)
    await look()
    const [seen] = await depositsOf(1n)
    expect(seen).toMatchObject({
      depositId,
      state: 'under-review',
      transfer: { txid, state: 'waiting', confirmations: 1 },
    })
    expect(await usdtOf(1n)).toBe(0n)
    await mine(1)
    await look()
    expect((await depositsOf(1n))[0]?.transfer).toMatchObject({ state: 'waiting', confirmations: 2 })
    await mine(1)
    await look()
    expect((await depositsOf(1n))[0]).toMatchObject({
      state: 'completed',
      transfer: { state: 'credited', confirmations: 3 },
    })
    expect(await usdtOf(1n)).toBe(100n * coin)
    expect(changes.map(({ state }) => state)).toEqual(['under-review', 'under-review', 'completed'])
    await mine(3)
    await look()
    expect(changes).toHaveLength(3)
  })

  it('is not credited as another token, as dust, or when it failed', async () => {
    const other = await deployToken(anvil.url)
    const own = await addressOf(1n)
    await other.send(own, 500n * coin)
    await token.send(own, 10n * coin - 1n)
    await token.send(own, 10n ** 30n).catch(() => undefined)
    await mine(3)
    await look()
    expect((await transfersOf(1n)).map(({ state }) => state).toSorted()).toEqual(['dust', 'wrong-token'])
    expect(await usdtOf(1n)).toBe(0n)
  })

  it('is credited to each owner where one transaction pays several, whatever else is in its receipt', async () => {
    const [first, second] = [await addressOf(1n), await addressOf(2n)]
    const stranger = '0x00000000000000000000000000000000000000aa'
    await token.sendMany([
      { to: stranger, units: 1n },
      { to: first, units: 20n * coin },
      { to: second, units: 30n * coin },
      { to: first, units: 40n * coin },
    ])
    await mine(2)
    await look()
    expect([await usdtOf(1n), await usdtOf(2n)]).toEqual([60n * coin, 30n * coin])
  })

  it('is credited once by two watchers at once, over reorganisations that bring it into other blocks', async () => {
    const [first, second] = [await addressOf(1n), await addressOf(2n)]
    const watchers = [1, 2].map(() =>
      startChainWatcher({ watcher: world.watcher, source: source(), logger, onChanged, intervalMs: 5 }),
    )
    const sent: unknown[] = []
    for (let round = 0; round < 6; round += 1) {
      sent.push(await rawOf(await token.send(first, 20n * coin)), await rawOf(await token.send(second, 30n * coin)))
      if (round % 2 === 1) {
        await anvil.rpc('anvil_reorg', 2, [])
        for (const raw of sent.splice(-2)) await anvil.rpc('eth_sendRawTransaction', raw).catch(() => undefined)
      }
      await mine(1)
    }
    await mine(3)
    await expect.poll(async () => [await usdtOf(1n), await usdtOf(2n)]).toEqual([120n * coin, 180n * coin])
    for (const watcher of watchers) await watcher.stop()
    await look()
    expect([await usdtOf(1n), await usdtOf(2n)]).toEqual([120n * coin, 180n * coin])
  })
})

describe('a reorganisation', () => {
  it('before the block is final leaves the announcement waiting, and credits the transfer where it comes again', async () => {
    await world.announce()
    const txid = await token.send(await addressOf(1n), 100n * coin)
    await look()
    const raw = await rawOf(txid)
    await anvil.rpc('anvil_reorg', 1, [])
    await look()
    expect((await depositsOf(1n))[0]).toMatchObject({ state: 'under-review', transfer: null })
    expect((await transfersOf(1n))[0]).toMatchObject({ state: 'reversed' })
    await anvil.rpc('eth_sendRawTransaction', raw)
    await mine(3)
    await look()
    expect((await depositsOf(1n)).map(({ state }) => state)).toEqual(['completed'])
    expect(await usdtOf(1n)).toBe(100n * coin)
  })

  it('below what was final takes the credit back, freezes withdrawals, and is undone when the transfer comes again', async () => {
    const txid = await token.send(await addressOf(1n), 100n * coin)
    const raw = await rawOf(txid)
    await mine(4)
    await look()
    expect(await usdtOf(1n)).toBe(100n * coin)
    await anvil.rpc('anvil_reorg', 5, [])
    await look()
    expect((await depositsOf(1n))[0]).toMatchObject({ state: 'failed', reason: 'transfer-reversed' })
    expect(await usdtOf(1n)).toBe(0n)
    const frozen = async () =>
      (await world.ledger.app.query<{ frozen: boolean }>('select deposit.is_withdrawal_frozen(1) as frozen')).rows[0]
        ?.frozen
    expect(await frozen()).toBe(true)
    await anvil.rpc('eth_sendRawTransaction', raw)
    await mine(3)
    await look()
    expect((await depositsOf(1n)).map(({ state }) => state)).toEqual(['completed'])
    expect(await usdtOf(1n)).toBe(100n * coin)
    expect(await frozen()).toBe(false)
  })

  it('below what was final leaves alone what is still there', async () => {
    await token.send(await addressOf(1n), 100n * coin)
    await mine(6)
    await look()
    await anvil.rpc('anvil_reorg', 5, [])
    await mine(3)
    await look()
    await look()
    expect((await depositsOf(1n)).map(({ state }) => state)).toEqual(['completed'])
    expect(await usdtOf(1n)).toBe(100n * coin)
  })
})

describe('a watcher', () => {
  it('that was away credits what came meanwhile', async () => {
    const own = await addressOf(1n)
    await look()
    for (let round = 0; round < 3; round += 1) {
      await token.send(own, 20n * coin)
      await mine(700)
    }
    for (let looks = 0; looks < 3; looks += 1) await look()
    expect(await usdtOf(1n)).toBe(60n * coin)
  })

  it('whose node is behind takes nothing back', async () => {
    await token.send(await addressOf(1n), 100n * coin)
    await mine(4)
    await look()
    const rpc = openEvmRpc(anvil.url)
    const behind = createEvmSource({
      ...rpc,
      block: (which) => rpc.block(which === 'latest' ? 2n : which === 'finalized' ? 0n : which),
      receipt: () => Promise.resolve(null),
    })
    await pollOnce({ watcher: world.watcher, source: behind, logger, onChanged })
    expect((await depositsOf(1n))[0]).toMatchObject({ state: 'completed' })
  })

  it('goes on after a look that failed', async () => {
    const real = source()
    let looks = 0
    const shaky = {
      ...real,
      look: (watch: Parameters<typeof real.look>[0]) =>
        (looks += 1) < 3 ? Promise.reject(new Error('away')) : real.look(watch),
    }
    const outcomes: boolean[] = []
    await token.send(await addressOf(1n), 100n * coin)
    await mine(3)
    const watcher = startChainWatcher({
      watcher: world.watcher,
      source: shaky,
      logger,
      onChanged,
      onPolled: (wentThrough) => outcomes.push(wentThrough),
      intervalMs: 5,
    })
    await expect.poll(() => usdtOf(1n)).toBe(100n * coin)
    await watcher.stop()
    expect(outcomes.slice(0, 3)).toEqual([false, false, true])
  })

  it('credits once though it is killed between any two steps', async () => {
    await world.announce()
    const [first, second] = [await addressOf(1n), await addressOf(2n)]
    const program = join(import.meta.dirname, 'testing/watcher-process.ts')
    const run = (cut: string) =>
      promisify(execFile)(process.execPath, [program, database.watcherUrl, anvil.url, cut]).then(
        ({ stdout }) => stdout.trim(),
        (fault: unknown) => (fault instanceof Error && 'signal' in fault ? String(fault.signal) : String(fault)),
      )
    let expected = 0n
    // Three statements read the watch state, one each records the two transfers, and the last one stores how far the
    // chain was read.
    for (const cut of ['before:4', 'after:4', 'before:5', 'after:5', 'before:6', 'after:6']) {
      await token.sendMany([
        { to: first, units: 100n * coin },
        { to: second, units: 100n * coin },
      ])
      await mine(3)
      expected += 100n * coin
      expect(await run(cut)).toBe('SIGKILL')
      expect(await run('')).toMatch(/^done [3-6]$/)
      expect([await usdtOf(1n), await usdtOf(2n)]).toEqual([expected, expected])
    }
    expect(await depositsOf(1n)).toHaveLength(6)
  })
})
