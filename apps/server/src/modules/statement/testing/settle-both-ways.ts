import { randomUUID } from 'node:crypto'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'

/**
 * A customer buys a contract up and one down, each for 100 USD, and the price rises until their exit. Returns the order
 * of both without its request.
 */
export async function settleBothWays(world: LedgerWorld) {
  const termsId = await world.offer({ instrumentId: 1, durationSlots: 10 })
  await world.publish()
  const order = { customerId: 1n, stakeUnits: 100_000_000n, termsId, durationSlots: 10 }
  await world.place([
    { ...order, requestId: randomUUID() },
    { ...order, requestId: randomUUID(), direction: 'down' },
  ])
  await world.publishThrough(world.slot + 10)
  await world.publish({ 1: { price: 101n } })
  await world.settleAll()
  return order
}
