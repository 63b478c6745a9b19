/**
 * Withdraws like a server, in a process of its own that a test kills. Prints every request and every acknowledged step.
 */
import process from 'node:process'
import { pino } from 'pino'
import { systemClock } from '../../../platform/clock.ts'
import { createPool } from '../../../platform/postgres/pool.ts'
import { ok } from '../../../platform/result.ts'
import { say } from '../../ledger/testing/acknowledging-process.ts'
import { testPaymentPasswords } from '../../security/testing/payment-password.ts'
import { createWithdrawalService } from '../withdrawal-service.ts'
import { lifeSteps, prepareLife, takeStep } from './withdrawal-life.ts'

const [, , appUrl = '', ownerUrl = '', customerId = '', payoutMethodId = '', paymentPassword = '', ...operators] =
  process.argv
const [first = '', second = '', third = ''] = operators
const pool = createPool(appUrl, 'withdrawal-process')
const owner = createPool(ownerUrl, 'withdrawal-process-owner', { maxConnections: 1 })
const service = createWithdrawalService({
  pool,
  clock: systemClock,
  logger: pino({ level: 'silent' }),
  notifier: { announce: () => Promise.resolve() },
  paymentPasswords: testPaymentPasswords(pool),
  secondStep: () => Promise.resolve(ok(null)),
})

for (;;) {
  const parts = { pool, owner, service, customerId: BigInt(customerId), secrets: [first, second, third] as const }
  const life = await prepareLife({ ...parts, asset: 'USDT', amount: '300', payoutMethodId, paymentPassword })
  for (const step of lifeSteps) {
    await say('asks', step, life.form.requestId)
    await takeStep(life, step)
    await say('did', step, life.form.requestId)
  }
}
