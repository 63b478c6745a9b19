/** A settler in a process of its own, for a test to kill. Prints the id of every order it settled. */
import process from 'node:process'
import { pino } from 'pino'
import { createBus } from '../../../platform/bus/index.ts'
import { createPool } from '../../../platform/postgres/pool.ts'
import type { SettledOrder } from '../../ledger/index.ts'
import { withBalances } from '../../statement/testing/with-balances.ts'
import { startSettler } from '../settler.ts'

const [, , appUrl = ''] = process.argv

startSettler(
  withBalances({
    pool: createPool(appUrl, 'settler-process'),
    bus: createBus(() => undefined),
    logger: pino({ level: 'silent' }),
    batchSize: 7,
    onSettled: (order: SettledOrder) => process.stdout.write(`${order.orderId}\n`),
  }),
)
