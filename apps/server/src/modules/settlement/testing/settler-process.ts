/** A settler in a process of its own, for a test to kill. Prints the id of every order it settled. */
import process from 'node:process'
import { createPool } from '../../../platform/postgres/pool.ts'
import { withBalances } from '../../statement/testing/with-balances.ts'
import type { SettledOrder } from '../settlement-store.ts'
import { startSettler } from '../settler.ts'

const [, , appUrl = ''] = process.argv

startSettler(
  withBalances({
    pool: createPool(appUrl, 'settler-process'),
    batchSize: 7,
    onSettled: (order: SettledOrder) => process.stdout.write(`${order.orderId}\n`),
  }),
)
