import { randomUUID } from 'node:crypto'
import { dayMs, slotMs } from '@candor/formulas'
import { expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openWithdrawalWorld } from '../withdrawal/testing/withdrawal-world.ts'
import { readCases, readFigures } from './day-service.ts'

const hourMs = 3_600_000

const world = closeAfterTests(await openWithdrawalWorld(await testDatabase()))

/** Moves the clock forward to the next time of day (UTC). */
async function moveToHour(hour: number): Promise<void> {
  const nowMs = world.clock.nowMs()
  const todayMs = Math.floor(nowMs / dayMs) * dayMs + hour * hourMs
  const laterMs = todayMs > nowMs ? todayMs : todayMs + dayMs
  await world.ledger.moveTo(world.ledger.slot + Math.ceil((laterMs - nowMs) / slotMs) + 1)
}

test('counts the cases of today by queue and hour, and those that are late', async () => {
  await moveToHour(20)
  const payee = await world.addPayee()
  const old = await world.withdraw(payee, 'USD', '60')
  await world.withdraw(payee, 'USD', '70')
  await moveToHour(1)
  const [pia, paul, lea] = [
    await world.operator('pia'),
    await world.operator('paul'),
    await world.operator('lea', ['lead']),
  ]
  await world.ledger.owner.query('select withdrawal.notice_overdue_withdrawals()')
  const fresh = await world.withdraw(await world.addPayee(), 'USD', '80')
  expect(await world.decide(pia, fresh, 'rejected', 'customer-asked')).toBe('rejected')
  expect(await world.decide(pia, old)).toBe('approved')
  expect(await world.send(paul, old)).toBe('sent')
  expect(await world.complete(lea, old)).toBe('completed')
  const cancelled = await world.addPayee()
  const unwanted = await world.withdraw(cancelled, 'USD', '90')
  await world.service.cancel(cancelled.customerId, { id: String(unwanted), requestId: randomUUID() })

  const { queues, hours } = await readCases(world.ledger.app)
  expect(queues.find(({ queue }) => queue === 'withdrawals')).toMatchObject({ decided: 2, late: { cases: 2, of: 3 } })
  expect(queues.find(({ queue }) => queue === 'recharges')).toMatchObject({ decided: 0, medianMs: null, late: null })
  // Two were opened yesterday, and a cancelled one is no case.
  expect(hours).toEqual([
    { opened: 0, decided: 0 },
    { opened: 1, decided: 2 },
  ])
  expect(await readFigures(world.ledger.app)).toMatchObject({ withdrawals: 1, withdrawn: '60', openContracts: 0 })
})
