/**
 * Makes deposits by voucher like a server, in a process of its own that a test kills. Prints every request and every
 * acknowledged step.
 */
import process from 'node:process'
import { createPool } from '../../../platform/postgres/pool.ts'
import { say } from '../../ledger/testing/acknowledging-process.ts'
import { prepareVoucher, takeVoucherStep, voucherSteps } from './voucher-life.ts'

const [, , appUrl = '', ownerUrl = '', customerId = '', first = '', second = ''] = process.argv
const pool = createPool(appUrl, 'voucher-process')
const owner = createPool(ownerUrl, 'voucher-process-owner', { maxConnections: 1 })

for (;;) {
  const life = prepareVoucher({ pool, owner, customerId: BigInt(customerId), secrets: [first, second] })
  for (const step of voucherSteps) {
    await say('asks', step, life.request.requestId)
    await takeVoucherStep(life, step)
    await say('did', step, life.request.requestId)
  }
}
