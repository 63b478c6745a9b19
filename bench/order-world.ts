import { randomUUID } from 'node:crypto'
import { slotMs } from '@candor/formulas'
import { pino } from 'pino'
import { createContractService } from '../apps/server/src/modules/contract/index.ts'
import type { ContractService } from '../apps/server/src/modules/contract/index.ts'
import { openLedgerWorld } from '../apps/server/src/modules/ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../apps/server/src/modules/ledger/testing/ledger-world.ts'
import { storeCustomers } from '../apps/server/src/modules/ledger/testing/stored-customers.ts'
// Types the values that the test database takes from Vitest, because the ledger's world uses that database.
import type {} from '../apps/server/src/platform/postgres/test-cluster.ts'
import { createBus } from '../apps/server/src/platform/bus/index.ts'
import type { Bus } from '../apps/server/src/platform/bus/index.ts'
import { openBenchServer } from './bench-server.ts'
import { openAccounts } from './customers.ts'
import type { BenchServer } from './bench-server.ts'
import { openAcceptances } from '../apps/server/src/modules/transparency/index.ts'
import { withBalances } from '../apps/server/src/modules/statement/testing/with-balances.ts'

const instruments = 20
const durationSlots = 20
const firstCustomerId = 1
const acceptanceKey = Buffer.alloc(32, 5).toString('base64url')

export const silent = pino({ level: 'silent' })

/** Customers who trade through the service on a market whose time moves only on command. */
export interface OrderWorld {
  readonly server: BenchServer
  readonly ledger: LedgerWorld
  readonly service: ContractService
  readonly bus: Bus
  /** Buys the next contract: customers, instruments and assets take turns. Throws where it is refused. */
  buy(): Promise<void>
  /** Accepted orders a second with so many requests in flight, placing `count` in all. */
  placingRate(count: number, inFlight: number): Promise<number>
  /** Moves to the last slot before the exit of everything placed since time last moved. */
  moveBeforeExit(): Promise<void>
  close(): Promise<void>
}

/** Opens a durable server with sandbox books, some instruments and many customers. */
export async function openOrderWorld(size: { customers: number }): Promise<OrderWorld> {
  const server = await openBenchServer()
  // As in the server's own role: one pool for everything.
  const ledger = await openLedgerWorld(server, { appConnections: 20, instruments })
  const maxOpenPayout = 1_000_000_000_000_000n
  const windows = { entryWindowSlots: 10, exitWindowSlots: 10 }
  const termsIds: string[] = []
  for (let id = 1; id <= instruments; id += 1)
    termsIds.push(String(await ledger.offer({ instrumentId: id, durationSlots, maxOpenPayout, ...windows })))
  const customerIds = Array.from({ length: size.customers }, (_, index) => BigInt(firstCustomerId + index))
  await storeCustomers(ledger.owner, customerIds)
  await openAccounts(ledger.owner, customerIds)
  await ledger.owner.query('vacuum analyze')
  await ledger.publish()
  const bus = createBus((_topic, fault) => {
    throw fault
  })
  // As if every customer had the app open: all orders and balances are published.
  bus.subscribe('account', () => undefined)
  // Each order is accepted with a signature, as the server does it.
  const acceptances = await openAcceptances(ledger.app, { key: acceptanceKey, host: 'candor.example' })
  const service = await createContractService(withBalances({ pool: ledger.app, bus, logger: silent, acceptances }))
  let placed = 0
  const buy = async (): Promise<void> => {
    const turn = placed
    placed += 1
    const instrument = turn % instruments
    const bought = await service.buy(BigInt(firstCustomerId + (turn % size.customers)), {
      requestId: randomUUID(),
      symbol: `TEST${instrument + 1}`,
      direction: turn % 3 === 0 ? 'down' : 'up',
      durationMs: durationSlots * slotMs,
      stake: '1',
      asset: Math.floor(turn / instruments) % 2 === 0 ? 'USD' : 'USDT',
      termsVersion: termsIds[instrument] ?? '',
      seenSlot: ledger.slot - 1,
    })
    if (!bought.ok) throw new Error(`an order was refused: ${bought.error}`)
  }
  return {
    server,
    ledger,
    service,
    bus,
    buy,
    placingRate: (count, inFlight) => rateOf(buy, count, inFlight),
    moveBeforeExit: () => ledger.publishThrough(ledger.slot + durationSlots),
    close: async () => {
      await ledger.close()
      await server.close()
    },
  }
}

/** How often a second `work` ends with so many in flight, `count` times in all. */
export async function rateOf(work: () => Promise<void>, count: number, inFlight: number): Promise<number> {
  let begun = 0
  const lane = async (): Promise<void> => {
    while (begun < count) {
      begun += 1
      await work()
    }
  }
  const startMs = performance.now()
  await Promise.all(Array.from({ length: inFlight }, lane))
  return (count / (performance.now() - startMs)) * 1_000
}

/** The duration of each of some sequential orders in milliseconds, on an otherwise idle server. */
export async function loneOrders(world: OrderWorld, count: number): Promise<number[]> {
  const took: number[] = []
  for (let index = 0; index < count; index += 1) {
    const startMs = performance.now()
    await world.buy()
    took.push(performance.now() - startMs)
  }
  return took
}
