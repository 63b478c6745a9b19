/** A server's worth of recharging by voucher in a process of its own, for a test to kill. Says every request and every step that was answered. */
import process from 'node:process'
import { createPool } from '../../../platform/postgres/pool.ts'
import { say } from '../../ledger/testing/acknowledging-process.ts'
import { prepareVoucher, takeVoucherStep, voucherSteps } from './voucher-life.ts'

const [, , appUrl = '', customerId = '', first = '', second = ''] = process.argv
const pool = createPool(appUrl, 'voucher-process')

for (;;) {
  const life = prepareVoucher({ pool, customerId: BigInt(customerId), secrets: [first, second] })
  for (const step of voucherSteps) {
    await say('asks', step, life.request.requestId)
    await takeVoucherStep(life, step)
    await say('did', step, life.request.requestId)
  }
}
