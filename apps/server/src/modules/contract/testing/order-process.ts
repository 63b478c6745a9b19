/**
 * Buys like a server, in a process of its own that a test kills. Prints every request before it is sent, and every
 * response.
 */
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { createPool } from '../../../platform/postgres/pool.ts'
import { createContractService } from '../contract-service.ts'
import { withBalances } from '../../statement/testing/with-balances.ts'
import { smallOrder } from './small-order.ts'

const [, , appUrl = '', termsVersion = '', seenSlot = '', customers = ''] = process.argv
const inFlight = 200

const service = await createContractService(withBalances({ pool: createPool(appUrl, 'order-process') }))

/** Resolves once the line has left this process: a kill cannot take it back. */
function say(line: string): Promise<unknown> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, resolve))
}

async function buyForEver(lane: number): Promise<void> {
  for (;;) {
    const requestId = randomUUID()
    const customerId = BigInt((lane % Number(customers)) + 1)
    await say(`sent ${customerId} ${requestId}`)
    const form = smallOrder({ requestId, termsVersion, seenSlot: Number(seenSlot) })
    const bought = await service.buy(customerId, form)
    await say(
      bought.ok
        ? `bought ${customerId} ${requestId} ${bought.value.id}`
        : `refused ${customerId} ${requestId} ${bought.error}`,
    )
  }
}

await Promise.all(Array.from({ length: inFlight }, (_, lane) => buyForEver(lane)))
