import { expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { startOverdueWatch } from '../withdrawal/index.ts'
import { openWithdrawalWorld } from '../withdrawal/testing/withdrawal-world.ts'
import { readIncidents } from './incident-store.ts'

const world = closeAfterTests(await openWithdrawalWorld(await testDatabase()))

test('late withdrawals of a day are one incident, with their number and nothing of their customers', async () => {
  const logger = createLogger({ level: 'silent', role: 'test' })
  for (const amount of ['60', '70']) await world.withdraw(await world.addPayee(), 'USD', amount)
  const requestedMs = world.clock.nowMs()
  const fourHoursMs = 14_400_000
  await world.ledger.moveTo(world.ledger.slot + fourHoursMs / 500 + 2)
  await startOverdueWatch({ pool: world.ledger.app, logger, repeat: () => () => undefined }).stop()
  const noticedMs = world.clock.nowMs()
  expect(await readIncidents(world.ledger.app)).toEqual({
    fromMs: noticedMs - 365 * 86_400_000,
    total: 1,
    items: [
      {
        kind: 'late-withdrawals',
        subject: null,
        startedMs: requestedMs + fourHoursMs,
        endedMs: noticedMs,
        reason: null,
        count: 2,
        payment: null,
        voids: null,
        explanations: [],
        log: null,
      },
    ],
  })
})
