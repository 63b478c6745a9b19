/**
 * Swaps like a server, in a process of its own that a test kills. Prints every request, and every acknowledged swap.
 */
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { pino } from 'pino'
import { createPool } from '../../../platform/postgres/pool.ts'
import { createSwapService } from '../swap-service.ts'

const [, , appUrl = '', customer = ''] = process.argv
const pool = createPool(appUrl, 'swap-process')
const service = createSwapService({ pool, logger: pino({ level: 'silent' }), onSwapped: () => Promise.resolve() })
const customerId = BigInt(customer)

/** Resolves once the line has left this process: a kill cannot take it back. */
function say(line: string): Promise<unknown> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, resolve))
}

for (;;) {
  const quoted = await service.quote(customerId, { from: 'USD', amount: '30' })
  if (!quoted.ok) throw new Error(`a quote was refused: ${quoted.error}`)
  const form = { requestId: randomUUID(), quoteId: quoted.value.quoteId }
  await say(`asks ${form.requestId} ${form.quoteId}`)
  const done = await service.execute(customerId, form)
  if (!done.ok) throw new Error(`a swap was refused: ${done.error}`)
  await say(`did ${form.requestId} ${form.quoteId}`)
}
