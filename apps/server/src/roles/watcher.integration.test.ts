import { afterAll, expect, test } from 'vitest'
import { createDepositAddresses, readWatchedChains } from '../modules/deposit/index.ts'
import { parseConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { testDatabase } from '../platform/postgres/test-database.ts'
import { seed } from './seed.ts'
import { startWatcherRole } from './watcher.ts'

/** The root of the first test vector of BIP 32. */
const xpub =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8'
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

const told: unknown[] = []

const database = await testDatabase()
await seed(database.ownerUrl, {
  mode: 'sandbox',
  inviteCode: 'TESTCODE',
  depositChains: [{ chain: 'ERC20', token, confirmations: 64 }],
})
const pool = createPool(database.appUrl, 'test-app')
const role = startWatcherRole({
  config: parseConfig({
    CANDOR_WATCHER_DATABASE_URL: database.watcherUrl,
    CANDOR_ETH_RPC_URL: 'http://127.0.0.1:9',
    CANDOR_ETH_XPUB: xpub,
  }),
  logger: createLogger({ level: 'silent', role: 'test' }),
  tell: (message) => told.push(message),
})

afterAll(async () => {
  await role.stop()
  await pool.end()
})

test('no address is shown before the cells of the platform agree on whose it is', async () => {
  const claimed: unknown[] = []
  const addresses = createDepositAddresses({
    pool,
    watched: await readWatchedChains(pool),
    request: (customerId, chain) => role.take({ kind: 'assign-address', chain, customerId }),
    claim: async (customerId, address) => {
      if (customerId === 2n) throw new Error('taken')
      claimed.push([customerId, address])
      await Promise.resolve()
    },
  })
  const { address } = await addresses.addressOf(1n, 'ERC20')
  expect(claimed).toEqual([[1n, address]])
  await expect(addresses.addressOf(2n, 'ERC20')).rejects.toThrow('taken')
  expect(await addresses.addressOf(1n, 'TRC20')).toMatchObject({ isSandbox: true })
  expect(claimed).toHaveLength(1)
})

test('the server shows an address that the watcher stored at its request, and a chain that fails raises the alarm', async () => {
  const addresses = createDepositAddresses({
    pool,
    watched: await readWatchedChains(pool),
    request: (customerId, chain) => role.take({ kind: 'assign-address', chain, customerId }),
  })
  const first = await addresses.addressOf(1n, 'ERC20')
  expect(first).toEqual({ address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), isSandbox: false })
  expect(await addresses.addressOf(1n, 'ERC20')).toEqual(first)
  expect((await addresses.addressOf(2n, 'ERC20')).address).not.toBe(first.address)
  expect(await addresses.addressOf(1n, 'TRC20')).toMatchObject({ isSandbox: true })
  await expect.poll(() => told).toContainEqual({ kind: 'polled', chain: 'ERC20', wentThrough: false })
})

test('a watcher that does not respond leaves no address to pay to', async () => {
  const requests: bigint[] = []
  const addresses = createDepositAddresses({
    pool,
    watched: new Set(['ERC20']),
    request: (customerId) => void requests.push(customerId),
  })
  await expect(addresses.addressOf(3n, 'ERC20')).rejects.toThrow('stored no address')
  expect(requests.length).toBeGreaterThan(1)
}, 20_000)
