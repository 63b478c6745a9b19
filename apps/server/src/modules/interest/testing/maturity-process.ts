/**
 * Pays interest orders back like a server, in a process of its own that a test kills. Prints the id of every reported
 * order.
 */
import process from 'node:process'
import { pino } from 'pino'
import { createPool } from '../../../platform/postgres/pool.ts'
import { startMaturityWatch } from '../maturity-watch.ts'

const [, , appUrl = ''] = process.argv
const pool = createPool(appUrl, 'maturity-process')

startMaturityWatch({
  pool,
  logger: pino({ level: 'silent' }),
  notifier: {
    // Resolves once the line has left this process: a kill cannot take it back.
    announce: (_customerId, notice) =>
      new Promise((resolve) => process.stdout.write(`paid ${notice.id}.\n`, () => resolve())),
  },
  batchSize: 2,
})
